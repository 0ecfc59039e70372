// The text of the calibration card. It says what was counted and nothing about how good that is: few forecasts are mostly luck.
import type { Answer } from '@tengrand/contract/call.ts'
import type { calibration } from '@tengrand/contract/journal.ts'
import { formatPercent, formatQuantity, roundTo } from '@tengrand/core/money.ts'

import type { FigureTableData } from './figure-table.tsx'

export type Calibration = Answer<typeof calibration>
export type Level = Calibration['levels'][number]

export const tooFewWords = ({ scored, scored_needed }: Calibration): string =>
  `This takes ${scored_needed} forecasts with a result, and there ${scored === 1 ? 'is' : 'are'} ${scored === 0 ? 'none' : scored} so far.`

/** An even result counts half. */
const rightOf = ({ right, forecasts }: Level): string =>
  `${roundTo(right, 1)} of ${formatQuantity(forecasts)}`

export const levelWords = (level: Level): string =>
  `When you said ${level.confidence}%, you were right ${rightOf(level)} ${level.forecasts === 1 ? 'time' : 'times'}.`

export const intervalWords =
  'Each vertical line is where your true rate lies 9 times in 10. A long line means too few forecasts to tell.'

const score = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function brierWords({ brier, brier_of_half, brier_of_class }: Calibration): string {
  if (brier === null) return ''
  const own = `Your Brier score is ${score.format(brier)}. Always saying 50% scores ${score.format(brier_of_half)}. Lower is better.`
  return brier_of_class === null ? own : `${own} The class scored ${score.format(brier_of_class)}.`
}

/** In whole percent. */
const wholePercent = (percent: number): string => formatPercent(percent, 0).replace('+', '')

export const figuresOf = ({ levels }: Calibration): FigureTableData => ({
  columns: ['You said', 'Right', 'In percent', '9 times in 10'],
  rows: levels.map((level) => [
    `${level.confidence}%`,
    rightOf(level),
    wholePercent(level.percent),
    `${wholePercent(level.low)} to ${wholePercent(level.high)}`,
  ]),
})
