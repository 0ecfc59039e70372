// Marks beside the line of a chart: letters on discs above or below their points.
import { asPercent, type ChartPoint, type Scale } from './line-chart-scale.ts'

export interface ChartMark {
  readonly letter?: string
  /** The side of the line, or the bottom of the chart; without it the mark is not drawn, only read out. */
  readonly side?: Side
  /** The text that is shown and read out with the point. */
  readonly words: string
}

type Side = 'above' | 'below' | 'bottom'

/** The marks by the time of their point. */
export type Marks = ReadonlyMap<number, readonly ChartMark[]>

interface LineMarksProps {
  readonly points: readonly ChartPoint[]
  readonly marks: Marks
  readonly scale: Scale
}

/** Hidden from screen readers, which read the words of a mark with its point. */
export function LineMarks(props: LineMarksProps) {
  const { scale } = props
  return (['above', 'below', 'bottom'] as const).flatMap((side) =>
    apart(props, side).map(({ point, letter }) => (
      <span
        key={`${side} ${point.at}`}
        aria-hidden="true"
        className={`pointer-events-none absolute z-1 flex size-4 -translate-x-1/2 items-center justify-center rounded-full text-11 font-semibold ${looks[side]}`}
        style={{
          left: asPercent(scale.x(point.at)),
          top: side === 'bottom' ? '100%' : asPercent(scale.y(point.value)),
        }}
      >
        {letter}
      </span>
    )),
  )
}

/** Far enough from the line not to cover the dot of its last point. */
const looks = {
  above: '-translate-y-7 border border-ink bg-surface text-ink',
  below: 'translate-y-3 bg-ink text-on-ink',
  bottom: '-translate-y-1/2 border border-control bg-surface text-muted',
}

/** The least distance between two marks, as a fraction of the width. */
const distanceMin = 0.035

/** Leaves out marks too close to the one before; they are still read with their points. */
function apart({ points, marks, scale }: LineMarksProps, side: ChartMark['side']) {
  const drawn: { point: ChartPoint; letter: string | undefined }[] = []
  for (const point of points) {
    const mark = marks.get(point.at)?.find((one) => one.side === side)
    const last = drawn.at(-1)
    const isFree = !last || scale.x(point.at) - scale.x(last.point.at) >= distanceMin
    if (mark && isFree) drawn.push({ point, letter: mark.letter })
  }
  return drawn
}
