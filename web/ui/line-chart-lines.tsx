// Further lines of a line chart: each differs from the others by its dashes as well as by its color, and is read with the
// points of the first. Apart from the chart itself, because most charts have one line.
import { formatMoney } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import type { ChartMark, Marks } from './line-chart-marks.tsx'
import { asPercent, type ChartPoint, type Scale } from './line-chart-scale.ts'

export interface FurtherLine {
  /** As it stands before its values. */
  readonly name: string
  /** At the times of the first line; it may lack some. */
  readonly points: readonly ChartPoint[]
  readonly look: LineLook
}

/** What a line chart takes for them. */
export interface FurtherLines {
  /** Before the values of the first line, so that they can be told from the others. */
  readonly own?: string
  readonly also: readonly ChartPoint[]
  readonly marks: Marks
  readonly renderOverlay: (scale: Scale) => ReactNode
}

export type LineLook = keyof typeof looks

const looks = {
  dashes: { dashes: '7 4', color: 'text-accent' },
  dots: { dashes: '1.5 4', color: 'text-ink' },
  mixed: { dashes: '9 4 2 4', color: 'text-pro' },
  short: { dashes: '4 4', color: 'text-muted' },
}

export function furtherLines(lines: readonly FurtherLine[]): FurtherLines {
  return {
    ...(lines.length > 0 && { own: 'You ' }),
    also: lines.flatMap(({ points }) => points),
    marks: marksOf(lines),
    renderOverlay: (scale) =>
      lines.map((line) => <Line key={line.name} line={line} scale={scale} />),
  }
}

/** No letters beside the line, but words where a point is read. */
function marksOf(lines: readonly FurtherLine[]): Marks {
  const marks = new Map<number, ChartMark[]>()
  for (const { name, points } of lines)
    for (const { at, value } of points) {
      const words = `${name} ${formatMoney(value)}`
      marks.set(at, [...(marks.get(at) ?? []), { words }])
    }
  return marks
}

function Line({ line: { points, look }, scale }: { line: FurtherLine; scale: Scale }) {
  const places = points.map(({ at, value }) => `${part(scale.x(at))} ${part(scale.y(value))}`)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute size-full overflow-visible"
    >
      <Stroke path={`M${places.join('L')}`} look={look} />
    </svg>
  )
}

/** What a line looks like, for a legend. */
export function LineSample({ look }: { look?: LineLook | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 8"
      className="inline-block h-2 w-6 shrink-0 align-middle"
    >
      <Stroke path="M0 4H24" look={look} />
    </svg>
  )
}

interface LegendItemProps {
  readonly look?: LineLook
  /** The color of the first line, as a class. */
  readonly tone?: string
  readonly children: string
}

export function LegendItem({ look, tone, children }: LegendItemProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className={tone}>
        <LineSample look={look} />
      </span>
      {children}
    </span>
  )
}

/** Without a look the line itself, in the color around it. */
function Stroke({ path, look }: { path: string; look: LineLook | undefined }) {
  return (
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth={look ? 1.75 : 2}
      strokeLinejoin="round"
      strokeDasharray={look && looks[look].dashes}
      vectorEffect="non-scaling-stroke"
      className={look && looks[look].color}
    />
  )
}

const part = (of: number): string => asPercent(of).slice(0, -1)
