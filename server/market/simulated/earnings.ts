// The earnings reports of a company: the days on which they fall, and the variance that each adds to its day.
import { memoize } from '../../bounded-map.ts'
import type { Dice } from './dice.ts'
import { log } from './elementary.ts'
import { levels } from './tree.ts'

export interface Report {
  dayIndex: number
  // The variance of the log price that the report adds to its day.
  variance: number
  // The random part of the move of an announced report.
  normal: number
}

export type Reports = ReturnType<typeof reportsOf>

// A company reports once a quarter, within a season of three weeks.
export function reportsOf(dice: Dice, rms: number, everyDays: number) {
  // `rms` is the typical move in log price.
  const inSeason = memoize(reportsMax, (season: number): Report => {
    dice.roll(levels.earnings, season, 0)
    const firstDay = season * everyDays - daysBeforeLast - seasonDays + 1
    return {
      dayIndex: firstDay + Math.floor(dice.uniform(0) * seasonDays),
      // Half fixed and half exponential, so that a few reports per decade are extreme.
      variance: rms * rms * (0.5 - 0.5 * log(dice.uniform(1))),
      normal: dice.normal(2),
    }
  })
  // The season that a day belongs to, or the next one.
  const seasonOf = (dayIndex: number): number => Math.ceil((dayIndex + daysBeforeLast) / everyDays)
  return {
    inSeason,
    seasonOf,
    varianceOn: (dayIndex: number): number => {
      if (rms === 0) return 0
      const report = inSeason(seasonOf(dayIndex))
      return report.dayIndex === dayIndex ? report.variance : 0
    },
  }
}

const reportsMax = 64
const seasonDays = 15
// Day 0 follows the anchor in early August, when a season is nearly over.
const daysBeforeLast = 3
