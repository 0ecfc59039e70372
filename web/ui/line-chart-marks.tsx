// Marks beside the line of a chart: a letter on a disc, above or below the point that it belongs to.
import { asPercent, type ChartPoint, type Scale } from './line-chart-scale.ts'

export interface ChartMark {
  readonly letter?: string
  /** Without it nothing is drawn: the words are only read. */
  readonly side?: 'above' | 'below'
  /** What is said of it where the point is read. */
  readonly words: string
}

/** By the instant of their point. */
export type Marks = ReadonlyMap<number, readonly ChartMark[]>

interface LineMarksProps {
  readonly points: readonly ChartPoint[]
  readonly marks: Marks
  readonly scale: Scale
}

/** Hidden from screen readers, because the words of a mark are read out with its point. */
export function LineMarks({ points, marks, scale }: LineMarksProps) {
  return (['above', 'below'] as const).flatMap((side) =>
    apart(points, marks, scale, side).map(({ point, letter }) => (
      <span
        key={`${side} ${point.at}`}
        aria-hidden="true"
        className={`pointer-events-none absolute z-1 flex size-4 -translate-x-1/2 items-center justify-center rounded-full text-11 font-semibold ${looks[side]}`}
        style={{ left: asPercent(scale.x(point.at)), top: asPercent(scale.y(point.value)) }}
      >
        {letter}
      </span>
    )),
  )
}

/** So far from the line that the dot of its last point stays free. */
const looks = {
  above: '-translate-y-7 border border-ink bg-surface text-ink',
  below: 'translate-y-3 bg-ink text-on-ink',
}

/** As a part of the width. */
const distanceMin = 0.035

/** Where they are too close, one stands for its neighbors, which are still read with their points. */
function apart(
  points: readonly ChartPoint[],
  marks: Marks,
  scale: Scale,
  side: ChartMark['side'],
): { point: ChartPoint; letter: string | undefined }[] {
  const drawn: { point: ChartPoint; letter: string | undefined }[] = []
  for (const point of points) {
    const mark = marks.get(point.at)?.find((one) => one.side === side)
    const last = drawn.at(-1)
    const isFree = !last || scale.x(point.at) - scale.x(last.point.at) >= distanceMin
    if (mark && isFree) drawn.push({ point, letter: mark.letter })
  }
  return drawn
}
