// A figure of labeled bars, optionally with a mark at a value to compare with.
import { at, Figure, scaleOf } from './figure.tsx'

interface Bar {
  readonly words: string
  readonly value: number
  /** The value as it is written. */
  readonly shown: string
}

interface BarsProps {
  readonly title: string
  readonly caption: string
  readonly bars: readonly Bar[]
  readonly mark?: { readonly value: number; readonly words: string }
}

const rowHeight = 48
const barTop = 20
const barHeight = 14

export function Bars({ title, caption, bars, mark }: BarsProps) {
  const x = scaleOf(0, Math.max(...bars.map(({ value }) => value)), 0, 100)
  const bottom = (bars.length - 1) * rowHeight + barTop + barHeight
  return (
    <Figure
      title={title}
      description={bars.map(({ words, shown }) => `${words}: ${shown}.`).join(' ')}
      caption={caption}
      height={bottom + (mark ? 24 : 0)}
    >
      {bars.map(({ words, value, shown }, row) => (
        <g key={words}>
          <text y={row * rowHeight + 12} className="fill-muted">
            {words}
          </text>
          <text x="100%" y={row * rowHeight + 12} textAnchor="end" className="fill-ink font-medium">
            {shown}
          </text>
          <rect
            y={row * rowHeight + barTop}
            width={at(x(value))}
            height={barHeight}
            className="fill-accent"
          />
        </g>
      ))}
      {mark && <Mark place={at(x(mark.value))} bottom={bottom} words={mark.words} />}
    </Figure>
  )
}

/** Dashes over a line in the background color, so that the mark is visible on a bar and beside it. */
function Mark({ place, bottom, words }: { place: string; bottom: number; words: string }) {
  const line = { x1: place, x2: place, y1: barTop, y2: bottom + 4, strokeWidth: 2 }
  return (
    <>
      <line {...line} className="stroke-surface" />
      <line {...line} strokeDasharray="4 3" className="stroke-ink" />
      <text x={place} y={bottom + 20} textAnchor="middle" className="fill-muted">
        {words}
      </text>
    </>
  )
}
