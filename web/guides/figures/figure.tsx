// The frame and the parts of every figure. Positions are percentages, so that a figure fits every width while its text keeps its size.
import { formatMoney, roundTo, type Cents } from '@tengrand/core/money.ts'
import { useId, type ReactNode } from 'react'

interface FigureProps {
  readonly title: string
  /** The description for screen readers. */
  readonly description: string
  readonly caption: ReactNode
  /** The height in pixels. */
  readonly height: number
  readonly children: ReactNode
}

export function Figure({ title, description, caption, height, children }: FigureProps) {
  const id = useId()
  return (
    <figure className="mt-6 rounded-card border border-line bg-surface p-4 md:bg-bg md:p-5">
      <p className="text-14 font-semibold">{title}</p>
      <svg
        role="img"
        aria-labelledby={id}
        aria-describedby={`${id}description`}
        width="100%"
        height={height}
        className="mt-4 block text-12 tabular-nums"
      >
        <title id={id}>{title}</title>
        <desc id={`${id}description`}>{description}</desc>
        {children}
      </svg>
      <figcaption className="mt-4 text-14 text-muted">{caption}</figcaption>
    </figure>
  )
}

/** Stretches lines and areas to the width, but not their strokes. */
export function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
      {children}
    </svg>
  )
}

interface LineProps {
  readonly path: string
  /** Dashes distinguish lines without color. */
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

/** The labels under a figure; those at its ends stay inside. */
export function Axis({ ticks }: { ticks: readonly { place: number; words: string }[] }) {
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

type Position = (value: number) => number

/** A line through values at the positions 0, 1, 2… */
export const pathOf = (values: readonly number[], x: Position, y: Position): string =>
  `M${values.map((value, index) => `${x(index)} ${y(value)}`).join('L')}`

export const wholeDollars = (amount: Cents): string => formatMoney(amount).replace('.00', '')
