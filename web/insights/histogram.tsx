// The histogram of the random traders' final values, with a mark at the learner's and a shade from the 5th to the 95th.
import { asPercent, xBetween } from '../ui/line-chart-scale.ts'
import { dollarsOf, wholeDollarsOf, type ReadyLuck } from './luck-words.ts'

export function Histogram({ luck: { buckets, value, p5, p95, median } }: { luck: ReadyLuck }) {
  const most = Math.max(...buckets.map(({ traders }) => traders))
  // The scale covers all buckets and the learner, whose value may lie outside of them.
  const low = Math.min(value, ...buckets.map(({ from }) => from))
  const high = Math.max(value, ...buckets.map(({ to }) => to))
  const x = xBetween(low, high)
  return (
    <div
      role="img"
      aria-label={`Random stock pickers from ${dollarsOf(low)} to ${dollarsOf(high)}, the median at ${dollarsOf(median)}; you at ${dollarsOf(value)}.`}
      className="mt-4 pt-7 tabular-nums"
    >
      <div className="relative h-44 border-b border-control">
        <span
          className="absolute inset-y-0 border-x border-dashed border-accent bg-accent-soft"
          style={{ left: asPercent(x(p5)), width: asPercent(x(p95) - x(p5)) }}
        />
        {buckets.map(({ from, to, traders }) => (
          <span
            key={from}
            className="absolute bottom-0 border-x border-surface bg-muted"
            style={{
              left: asPercent(x(from)),
              width: asPercent(Math.max(x(to) - x(from), widthMin)),
              height: asPercent(traders / most),
            }}
          />
        ))}
        <span
          className="absolute top-full h-1.5 border-l border-control"
          style={{ left: asPercent(x(median)) }}
        />
        <Mark left={asPercent(x(value))} words={`Your picks: ${dollarsOf(value)}`} />
      </div>
      <div className="relative mt-2 flex h-4 justify-between text-12 text-muted">
        <span>{wholeDollarsOf(low)}</span>
        <span
          className="absolute w-28 -translate-x-1/2 text-center"
          style={{ left: `clamp(6.5rem, ${asPercent(x(median))}, 100% - 6.5rem)` }}
        >
          Median {wholeDollarsOf(median)}
        </span>
        <span>{wholeDollarsOf(high)}</span>
      </div>
    </div>
  )
}

/** Keeps a bucket visible whose traders all have the same value. */
const widthMin = 0.01

/** A vertical line with a label that stays inside the figure. */
function Mark({ left, words }: { left: string; words: string }) {
  return (
    <>
      <span
        className="absolute -top-1 bottom-0 w-0.5 -translate-x-1/2 bg-ink ring-1 ring-surface"
        style={{ left }}
      />
      <span
        className="absolute -top-7 w-52 -translate-x-1/2 text-center text-14 font-semibold"
        style={{ left: `clamp(6.5rem, ${left}, 100% - 6.5rem)` }}
      >
        {words}
      </span>
    </>
  )
}
