// The chart of calibration: for each number how often it came true, with its interval, and the diagonal of the numbers themselves.
import { confidences } from '@tengrand/core/journal.ts'

import { asPercent } from '../ui/line-chart-scale.ts'
import type { Level } from './calibration-words.ts'

/** What was said, from 45 to 95. Upward is how often it came true, from 0 to 100. */
const across = (confidence: number): string => asPercent((confidence - 45) / 50)

export function CalibrationChart({ levels }: { levels: readonly Level[] }) {
  return (
    <div
      role="img"
      aria-label="How often your forecasts came true, by how sure you were; the table has the numbers."
      className="pl-10 text-12 text-muted tabular-nums"
    >
      <div className="relative h-52 border-b border-control">
        <span className="absolute -inset-y-2 right-full flex flex-col justify-between pr-2 text-right">
          <span>100%</span> <span>50%</span> <span>0%</span>
        </span>
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            d="M0 55 100 5"
            strokeWidth="2"
            strokeDasharray="5 4"
            className="stroke-control"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {levels.map(({ confidence, percent, low, high }) => (
          <div key={confidence} className="absolute inset-y-0" style={{ left: across(confidence) }}>
            {/* The interval with its ends, and the rate as a dot. */}
            <span
              className="absolute w-3 -translate-x-1/2 border-y-2 border-accent"
              style={{ bottom: asPercent(low / 100), height: asPercent((high - low) / 100) }}
            >
              <span className="absolute inset-y-0 left-1/2 -ml-px w-0.5 bg-accent" />
            </span>
            <span
              className="absolute size-3 -translate-x-1/2 translate-y-1/2 rounded-full bg-ink ring-2 ring-surface"
              style={{ bottom: asPercent(percent / 100) }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1.5 grid grid-cols-5 text-center">
        {confidences.map((confidence) => (
          <span key={confidence}>{confidence}%</span>
        ))}
        <span className="col-span-5">How sure you were</span>
      </div>
    </div>
  )
}
