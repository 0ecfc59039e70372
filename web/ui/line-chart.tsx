// A line chart over time that can be read by pointer, keyboard and screen reader.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import { memo, useId, type ComponentProps, type ReactNode } from 'react'

import {
  ticksBetween,
  asPercent,
  hundredths,
  makeScale,
  niceDays,
  pathOf,
  xBetween,
  type ChartPoint,
  type Padding,
  type Scale,
} from './line-chart-scale.ts'
import { Dot, Reading } from './line-chart-reading.tsx'
import { LineMarks, type Marks } from './line-chart-marks.tsx'

interface LineChartProps {
  readonly label: string
  /** At least one point, in the order of time. */
  readonly points: readonly ChartPoint[]
  /** Prefix of the line's values, where there are other lines. */
  readonly own?: string
  /** Points of other lines, drawn by the overlay, which the axis includes. */
  readonly also?: readonly ChartPoint[]
  readonly padding: Padding
  /** The color of the line; green and red are only for gains and losses. */
  readonly tone: keyof typeof colors
  /** Formats the time of a point. */
  readonly when: (at: number) => string
  /** Formats the labels of the time axis; by default as days or months, depending on the range. */
  readonly tick?: ((at: number) => string) | undefined
  /** A thin line at this value, where it lies inside the axis. */
  readonly baseline?: Cents | undefined
  readonly marks?: Marks
  readonly renderOverlay?: (scale: Scale) => ReactNode
  /** The class of the plot's height. */
  readonly height?: string
}

const colors = { gain: 'text-gain', loss: 'text-loss', neutral: 'text-accent' }

export function LineChart({ height = 'h-60', ...props }: LineChartProps) {
  const { points, also = [], padding, tone, tick, baseline, marks, renderOverlay } = props
  const scale = makeScale([...points, ...also], padding)
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div className={`pt-14 ${colors[tone]}`}>
      {/* The padding above is for the label of a point, the margin on the right for the values. */}
      <div className={`relative isolate mr-18 ${height}`}>
        <Plot>
          {scale.values.map((value) => (
            <Level key={value} y={scale.y(value)} className="stroke-line" />
          ))}
          {baseline !== undefined && scale.has(baseline) && (
            <Level y={scale.y(baseline)} className="stroke-control [stroke-dasharray:4_4]" />
          )}
          <Line points={points} scale={scale} />
        </Plot>
        <Values scale={scale} />
        {marks && <LineMarks points={points} marks={marks} scale={scale} />}
        {renderOverlay?.(scale)}
        {last && <Dot point={last} scale={scale} />}
        <Reading {...props} scale={scale} />
      </div>
      <Days from={first?.at ?? 0} to={last?.at ?? 0} tick={tick} />
    </div>
  )
}

/** The drawing area, stretched to the size of the chart. */
export const Plot = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 100 100"
    preserveAspectRatio="none"
    className={`absolute size-full overflow-visible ${className}`}
  >
    {children}
  </svg>
)

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
  const line = pathOf(points, scale)
  const from = hundredths(scale.x(points[0]?.at ?? 0))
  return (
    <>
      {hasShape(points) && (
        <>
          <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path d={`${line}V100H${from}z`} fill={`url(#${fill})`} />
        </>
      )}
      <Stroke path={line} />
    </>
  )
}

export const Stroke = ({ path, ...rest }: { path: string } & ComponentProps<'path'>) => (
  <path
    d={path}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
    {...rest}
  />
)

/** False for a flat line and for one of two points or fewer: the fill below it would be a block of color. */
const hasShape = (points: readonly ChartPoint[]): boolean =>
  points.length > 2 && points.some(({ value }) => value !== points[0]?.value)

function Values({ scale: { values, y } }: { scale: Scale }) {
  const areWhole = values.every((value) => value % 100 === 0)
  return values.map((value) => (
    <span
      key={value}
      className="absolute left-full w-18 -translate-y-1/2 text-right text-12 text-muted tabular-nums"
      style={{ top: asPercent(y(value)) }}
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
 * The labels of the time axis, without those that would overlap the first one; phones hide every second one. Memoized,
 * because formatting dates is slow and the last value changes often.
 */
const Days = memo(({ from, to, ...named }: DaysProps) => {
  const x = xBetween(from, to)
  const [first, ...later] = niceDays(from, to)
  if (first === undefined) return <div className="mt-2 h-4" />
  const { tick = ticksBetween(from, to) } = named
  const room = 0.02 + tick(first).length * 0.019
  const others = later.filter((at) => x(at) >= room)
  const isSpare = (at: number, index: number): boolean =>
    x(at) < 3 * room || (others.length > 2 && (others.length - index) % 2 === 0)
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
