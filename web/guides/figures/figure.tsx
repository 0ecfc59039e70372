// The frame of every figure, and how it is drawn: places are percentages of the drawing, so that it fits every width while its
// words keep their size.
import { formatMoney, roundTo, type Cents } from '@tengrand/core/money.ts'
import { useId, type ReactNode } from 'react'

interface FigureProps {
  readonly title: string
  /** What there is to see, for those who do not see it. */
  readonly description: string
  readonly caption: ReactNode
  /** In pixels. */
  readonly height: number
  readonly children: ReactNode
}

export function Figure({ title, description, caption, height, children }: FigureProps) {
  const titleId = useId()
  const descriptionId = useId()
  return (
    <figure className="mt-6 rounded-card border border-line bg-surface p-4 md:bg-bg md:p-5">
      <p className="text-14 font-semibold">{title}</p>
      <svg
        role="img"
        aria-labelledby={titleId}
        aria-describedby={descriptionId}
        width="100%"
        height={height}
        className="mt-4 block text-12 tabular-nums"
      >
        <title id={titleId}>{title}</title>
        <desc id={descriptionId}>{description}</desc>
        {children}
      </svg>
      <figcaption className="mt-4 text-14 text-muted">{caption}</figcaption>
    </figure>
  )
}

/** Lines and areas are stretched to the width there is; their strokes are not. */
export function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
      {children}
    </svg>
  )
}

interface LineProps {
  readonly path: string
  /** Dashes tell one line from another as much as color does. */
  readonly dashed?: boolean
  readonly className: string
}

export function Line({ path, dashed = false, className }: LineProps) {
  return (
    <path
      d={path}
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeDasharray={dashed ? '5 4' : undefined}
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  )
}

interface Tick {
  readonly place: number
  readonly words: string
}

/** The words under a figure; those at its ends stay inside of it. */
export function Axis({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(({ place, words }) => (
    <text
      key={place}
      x={at(place)}
      y="100%"
      dy="-4"
      textAnchor={anchorAt(place)}
      className="fill-muted"
    >
      {words}
    </text>
  ))
}

function anchorAt(place: number): 'start' | 'middle' | 'end' {
  if (place < nearEnd) return 'start'
  return place > 100 - nearEnd ? 'end' : 'middle'
}

const nearEnd = 5

/** Maps values to percentages of the drawing. */
export const scaleOf =
  (low: number, high: number, from: number, to: number) =>
  (value: number): number =>
    roundTo(from + ((value - low) / (high - low)) * (to - from), 2)

export const at = (place: number): string => `${place}%`

export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`

export const wholeDollars = (amount: Cents): string => formatMoney(amount).replace('.00', '')
