// The chart of calibration: for each number how often it came true, with its interval, and the diagonal of the numbers themselves.
import { confidences } from '@tengrand/core/journal.ts'

import { asPercent } from '../ui/line-chart-scale.ts'
import { wholePercent, type Level } from './calibration-words.ts'

/** Across: what was said, from 45 to 95. Upward: how often it came true, from 0 to 100. */
const across = (confidence: number): number => (confidence - 45) / 50
const up = (percent: number): number => percent / 100

export function CalibrationChart({ levels }: { levels: readonly Level[] }) {
  return (
    <div role="img" aria-label={labelOf(levels)} className="pl-10 text-12 text-muted tabular-nums">
      <div className="relative h-52 border-b border-control">
        {[0, 50, 100].map((percent) => (
          <span
            key={percent}
            className="absolute right-full translate-y-1/2 pr-2"
            style={{ bottom: asPercent(up(percent)) }}
          >
            {percent}%
          </span>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path d="M0 50H100M0 0H100" className="stroke-line" vectorEffect="non-scaling-stroke" />
          <path
            d="M0 55 100 5"
            strokeWidth="2"
            strokeDasharray="5 4"
            className="stroke-control"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {levels.map((level) => (
          <Whisker key={level.confidence} level={level} />
        ))}
      </div>
      <div className="relative mt-1.5 h-9">
        {confidences.map((confidence) => (
          <span
            key={confidence}
            className="absolute -translate-x-1/2"
            style={{ left: asPercent(across(confidence)) }}
          >
            {confidence}%
          </span>
        ))}
        <span className="absolute inset-x-0 top-4.5 text-center">How sure you were</span>
      </div>
    </div>
  )
}

/** The interval with its ends, and the rate as a dot. */
function Whisker({ level: { confidence, percent, low, high } }: { level: Level }) {
  const left = asPercent(across(confidence))
  return (
    <>
      <span
        className="absolute w-3 -translate-x-1/2 border-y-2 border-accent"
        style={{ left, bottom: asPercent(up(low)), height: asPercent(up(high - low)) }}
      >
        <span className="absolute inset-y-0 left-1/2 -ml-px w-0.5 bg-accent" />
      </span>
      <span
        className="absolute size-3 -translate-x-1/2 translate-y-1/2 rounded-full bg-ink ring-2 ring-surface"
        style={{ left, bottom: asPercent(up(percent)) }}
      />
    </>
  )
}

const labelOf = (levels: readonly Level[]): string =>
  `How often your forecasts came true: ${levels
    .map(
      ({ confidence, percent, low, high }) =>
        `at ${confidence}% ${wholePercent(percent)}, between ${wholePercent(low)} and ${wholePercent(high)}`,
    )
    .join('; ')}.`
