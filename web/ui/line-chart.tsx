// A line over time that can be read with a pointer, by keyboard and by a screen reader, and follows the theme.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import { memo, useId, type ReactNode } from 'react'

import {
  ticksBetween,
  asPercent,
  makeScale,
  makeTimes,
  type ChartPoint,
  type Padding,
  type Scale,
} from './line-chart-scale.ts'
import { Dot, Reading } from './line-chart-reading.tsx'
import { LineMarks, type Marks } from './line-chart-marks.tsx'

interface LineChartProps {
  readonly label: string
  /** At least one, in the order of time. */
  readonly points: readonly ChartPoint[]
  /** What stands before a value of the line, where there are others. */
  readonly own?: string
  /** Points of other lines, which the overlay draws: the axis has room for them too. */
  readonly also?: readonly ChartPoint[]
  readonly padding: Padding
  /** Green and red are for gains and losses and for nothing else. */
  readonly tone: Tone
  /** What a point's time is called. */
  readonly when: (at: number) => string
  /** What stands under the line; days, if nothing is said. */
  readonly tick?: ((at: number) => string) | undefined
  /** A value that the others are compared with: a thin line, where it lies inside the axis. */
  readonly baseline?: Cents | undefined
  readonly marks?: Marks
  /** Draws something over the plot. */
  readonly renderOverlay?: (scale: Scale) => ReactNode
  /** How high the plot is, as classes. */
  readonly height?: string
}

type Tone = 'gain' | 'loss' | 'neutral'

const colors: Readonly<Record<Tone, string>> = {
  gain: 'text-gain',
  loss: 'text-loss',
  neutral: 'text-accent',
}

export function LineChart({ height = 'h-60', ...props }: LineChartProps) {
  const { points, also = [], padding, tone, tick, baseline, marks, renderOverlay } = props
  const scale = makeScale([...points, ...also], padding)
  const { values } = scale
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div className={`pt-14 ${colors[tone]}`}>
      {/* Above is the room for the label of a point, on the right that for the values. What is read stands over all lines. */}
      <div className={`relative isolate mr-18 ${height}`}>
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute size-full overflow-visible"
        >
          <Grid values={values} scale={scale} />
          {baseline !== undefined && scale.has(baseline) && (
            <Level y={scale.y(baseline)} className="stroke-control [stroke-dasharray:4_4]" />
          )}
          <Line points={points} scale={scale} />
        </svg>
        <Values values={values} scale={scale} />
        {marks && <LineMarks points={points} marks={marks} scale={scale} />}
        {renderOverlay?.(scale)}
        {last && <Dot point={last} scale={scale} />}
        <Reading {...props} scale={scale} />
      </div>
      <Days from={first?.at ?? 0} to={last?.at ?? 0} tick={tick} />
    </div>
  )
}

interface ValuesProps {
  readonly values: readonly Cents[]
  readonly scale: Scale
}

function Grid({ values, scale }: ValuesProps) {
  return values.map((value) => <Level key={value} y={scale.y(value)} className="stroke-line" />)
}

function Level({ y, className }: { y: number; className: string }) {
  return (
    <line
      x1="0"
      x2="100"
      y1={hundredths(y)}
      y2={hundredths(y)}
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  )
}

function Line({ points, scale }: { points: readonly ChartPoint[]; scale: Scale }) {
  const fill = useId()
  const line = points
    .map(({ at, value }) => `${hundredths(scale.x(at))} ${hundredths(scale.y(value))}`)
    .join('L')
  const from = hundredths(scale.x(points[0]?.at ?? 0))
  return (
    <>
      {hasShape(points) && (
        <>
          <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path d={`M${line}V100H${from}z`} fill={`url(#${fill})`} />
        </>
      )}
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

/** Under a line that goes straight a color would be a slab. */
const hasShape = (points: readonly ChartPoint[]): boolean =>
  points.length > 2 && points.some(({ value }) => value !== points[0]?.value)

function Values({ values, scale }: ValuesProps) {
  const areWhole = values.every((value) => value % 100 === 0)
  return values.map((value) => (
    <span
      key={value}
      className="absolute left-full w-18 -translate-y-1/2 text-right text-12 text-muted tabular-nums"
      style={{ top: asPercent(scale.y(value)) }}
    >
      {areWhole ? formatMoney(value).replace('.00', '') : formatMoney(value)}
    </span>
  ))
}

interface DaysProps extends Pick<LineChartProps, 'tick'> {
  readonly from: number
  readonly to: number
}

/**
 * The first stands where the data begins, and what would lie on it is left out. A phone has room for every other one.
 * They stay while the last value changes: writing a date takes long.
 */
const Days = memo(({ from, to, ...named }: DaysProps) => {
  const { days, x } = makeTimes(from, to)
  const [first] = days
  // A point that stands alone may have no time, and nothing to name.
  if (first === undefined) return <div className="mt-2 h-4" />
  const { tick = ticksBetween(from, to) } = named
  const room = 0.02 + tick(first).length * 0.019
  const others = days.slice(1).filter((at) => x(at) >= room)
  const isSpare = (at: number, index: number): boolean =>
    x(at) < 2 * room || (others.length > 2 && (others.length - index) % 2 === 0)
  return (
    <div className="relative mt-2 mr-18 h-4 text-12 whitespace-nowrap text-muted">
      <span className="absolute left-0">{tick(first)}</span>
      {others.map((at, index) => (
        <span
          key={at}
          className={`absolute -translate-x-1/2 ${isSpare(at, index) ? 'max-sm:hidden' : ''}`}
          style={{ left: asPercent(x(at)) }}
        >
          {tick(at)}
        </span>
      ))}
    </div>
  )
})

const hundredths = (part: number): string => (part * 100).toFixed(2)
