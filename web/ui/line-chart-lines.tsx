// Further lines of a line chart, distinguished by dashes and color. Separate from the chart, because most charts have one line.
import { formatMoney } from '@tengrand/core/money.ts'

import type { ChartMark, Marks } from './line-chart-marks.tsx'
import { pathOf, type ChartPoint, type Scale } from './line-chart-scale.ts'
import { Plot, Stroke } from './line-chart.tsx'

export interface FurtherLine {
  /** The prefix of the values of the line. */
  readonly name: string
  /** Points at times of the first line, some of which may be missing. */
  readonly points: readonly ChartPoint[]
  readonly look: LineLook
}

export type FurtherLines = ReturnType<typeof furtherLines>

export type LineLook = keyof typeof looks

const looks = {
  dashes: { dashes: '7 4', color: 'text-accent' },
  dots: { dashes: '1.5 4', color: 'text-ink' },
  mixed: { dashes: '9 4 2 4', color: 'text-pro' },
  short: { dashes: '4 4', color: 'text-muted' },
}

/** The props of a line chart that draw further lines. */
export function furtherLines(lines: readonly FurtherLine[]) {
  return {
    ...(lines.length > 0 && { own: 'You ' }),
    also: lines.flatMap(({ points }) => points),
    marks: marksOf(lines),
    renderOverlay: (scale: Scale) =>
      lines.map(({ name, points, look }) => (
        <Plot key={name} className="pointer-events-none">
          <Stroke path={pathOf(points, scale)} {...strokeOf(look)} />
        </Plot>
      )),
  }
}

/** Marks without letters, which are not drawn, only read out with their point. */
function marksOf(lines: readonly FurtherLine[]): Marks {
  const marks = new Map<number, ChartMark[]>()
  for (const { name, points } of lines)
    for (const { at, value } of points) {
      const words = `${name} ${formatMoney(value)}`
      marks.set(at, [...(marks.get(at) ?? []), { words }])
    }
  return marks
}

/** A sample of a line for a legend; without a look, of the first line, in the color of the surrounding text. */
export function LineSample({ look }: { look?: LineLook | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 8"
      className="inline-block h-2 w-6 shrink-0 align-middle"
    >
      <Stroke path="M0 4H24" {...(look && strokeOf(look))} />
    </svg>
  )
}

interface LegendItemProps {
  readonly look?: LineLook
  /** The color class of the first line. */
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

const strokeOf = (look: LineLook) => ({
  strokeWidth: 1.75,
  strokeDasharray: looks[look].dashes,
  className: looks[look].color,
})
