// Reads a chart point by point: a slider over the plot, and a label above it.
import { formatMoney } from '@tengrand/core/money.ts'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

import type { Marks } from './line-chart-marks.tsx'
import { asPercent, type ChartPoint, type Scale } from './line-chart-scale.ts'

interface ReadingProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly scale: Scale
  readonly when: (at: number) => string
  readonly marks?: Marks | undefined
  readonly own?: string | undefined
}

export function Reading({ label, points, scale, when, marks, own = '' }: ReadingProps) {
  const [read, setRead] = useState<number | null>(null)
  const lastIndex = points.length - 1
  const index = Math.min(read ?? lastIndex, lastIndex)
  const point = points[index]
  if (!point) return null
  const value = own + formatMoney(point.value)
  const notes = marks?.get(point.at)?.map(({ words }) => words) ?? []

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setRead(null)
    const next = moves[event.key]?.(index, lastIndex)
    if (next === undefined) return
    event.preventDefault()
    setRead(Math.max(0, Math.min(next, lastIndex)))
  }
  const pointAt = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setRead(nearest(points, scale, (event.clientX - left) / width))
  }
  // A touch pointer leaves when the finger is lifted; the label stays readable then.
  const leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') setRead(null)
  }

  return (
    <>
      {read !== null && (
        <Label point={point} value={value} scale={scale} when={when} notes={notes} />
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={lastIndex}
        aria-valuenow={index}
        aria-valuetext={[value, when(point.at), ...notes].join(', ')}
        className="absolute inset-0 touch-pan-y rounded-sm outline-offset-0!"
        onKeyDown={move}
        onFocus={() => setRead((before) => before ?? lastIndex)}
        onBlur={() => setRead(null)}
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        onPointerLeave={leave}
      />
    </>
  )
}

interface LabelProps extends Pick<ReadingProps, 'scale' | 'when'> {
  readonly point: ChartPoint
  readonly value: string
  readonly notes: readonly string[]
}

/** The label of a point, clamped to the width of the plot. */
function Label({ point, value, scale, when, notes }: LabelProps) {
  const left = asPercent(scale.x(point.at))
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span
        className="absolute inset-y-0 -top-2 border-l border-dashed border-control"
        style={{ left }}
      />
      <Dot point={point} scale={scale} />
      <span
        className="absolute -top-12.5 z-1 w-44 -translate-x-1/2 rounded-control border border-line bg-raised py-1 text-center text-12 whitespace-nowrap text-muted shadow-card"
        style={{ left: `clamp(5.5rem, ${left}, 100% - 5.5rem)` }}
      >
        <span className="block text-14 font-semibold text-ink tabular-nums">{value}</span>
        {when(point.at)}
        {notes.map((words) => (
          <span key={words} className="block font-medium text-ink">
            {words}
          </span>
        ))}
      </span>
    </div>
  )
}

const stride = (lastIndex: number): number => Math.ceil(lastIndex / 10)

const moves: Readonly<Record<string, (index: number, lastIndex: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  PageUp: (index, lastIndex) => index + stride(lastIndex),
  PageDown: (index, lastIndex) => index - stride(lastIndex),
  Home: () => 0,
  End: (_index, lastIndex) => lastIndex,
}

function nearest(points: readonly ChartPoint[], scale: Scale, x: number): number {
  const distances = points.map(({ at }) => Math.abs(scale.x(at) - x))
  return distances.indexOf(Math.min(...distances))
}

/** An HTML element, because the stretched SVG would distort a circle. */
export function Dot({ point, scale }: { point: ChartPoint; scale: Scale }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute z-1 size-2.5 -translate-1/2 rounded-full bg-current ring-2 ring-surface"
      style={{ left: asPercent(scale.x(point.at)), top: asPercent(scale.y(point.value)) }}
    />
  )
}
