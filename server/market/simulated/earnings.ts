// When a company reports, and how far the night before may move its price: once a quarter, in a
// season of three weeks, each time with an uncertainty of its own.
import { levels } from './addresses.ts'
import type { Dice } from './dice.ts'
import { log } from './elementary.ts'

// The variance that earnings add to a day, mostly none; `rms` is their typical move in log price.
export function earningsVarianceOn(
  dayIndex: number,
  dice: Dice,
  rms: number,
  everyDays: number,
): number {
  if (rms === 0) return 0
  const season = Math.ceil((dayIndex + daysBeforeLast) / everyDays)
  const daysIntoSeason = dayIndex - season * everyDays + daysBeforeLast + seasonDays - 1
  if (daysIntoSeason < 0) return 0
  dice.roll(levels.earnings, season, 0)
  if (Math.floor(dice.uniform(0) * seasonDays) !== daysIntoSeason) return 0
  // Half fixed and half exponential, so that a few reports in a decade are remembered.
  return rms * rms * (0.5 - 0.5 * log(dice.uniform(1)))
}

const seasonDays = 15
// Day 0 follows the anchor, early in August, when a season is nearly over.
const daysBeforeLast = 3
