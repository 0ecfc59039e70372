// Creates the 23 random paths that prices are made of: the market, technology, five sectors, and one for each of the 16
// companies.
import { levels, at } from './tree.ts'
import { blockDays, growBlock, moodsOf, type DayTree } from './day-tree.ts'
import { diceOf, type Dice, type Secret } from './dice.ts'
import { log } from './elementary.ts'
import { memoize } from '../../bounded-map.ts'
import { cascadeLevels, type StreamParameters } from './parameters.ts'
import type { Rhythm } from './rhythm.ts'
import { slotWalker } from './slot-tree.ts'

// The value, in log price, at the beginning of a slot or, after the last slot, at the close. Day 0 follows the anchor,
// at whose close every stream is zero.
export type Stream = (dayIndex: number, slot: number) => number

// Creates streams by name; all of them share the market's variance pattern.
export function streamsOf(
  secret: Secret,
  rhythm: Rhythm,
): (name: string, parameters: StreamParameters) => Stream {
  const marketDice = diceOf(secret, marketName, rhythm.domain)
  const marketMoods = memoize(blocksMax, (block: number) => moodsOf(marketDice, block))
  return (name, parameters) => {
    const dice = diceOf(secret, name, rhythm.domain)
    const moods = name === marketName ? () => null : marketMoods
    return streamOf(dayTreeOf(dice, rhythm, parameters, moods), rhythm, parameters.overnight)
  }
}

export const marketName = 'M'

// The cache of a stream holds at most 48 blocks of 8 kB and 512 slots: less than 10 MB for all of them.
// One generation of 24 blocks holds 33 years of calendar days.
const blocksMax = 48
const slotsMax = 512

function streamOf(tree: DayTree, rhythm: Rhythm, overnight: number): Stream {
  const blockOf = memoize(blocksMax, (block: number) => growBlock(tree, block))
  const slots = 1 << rhythm.slotLevels
  const walkTo = slotWalker({
    dice: tree.dice,
    rhythm,
    overnight,
    endsOf: (dayIndex) => {
      const { closes, variances } = blockOf(Math.floor(dayIndex / blockDays))
      const day = dayIndex & (blockDays - 1)
      return {
        lastClose: at(closes, day),
        close: at(closes, day + 1),
        variance: at(variances, day),
        earningsVariance: tree.earningsVarianceOn(dayIndex),
      }
    },
  })
  const slotValue = memoize(slotsMax, (key: number) => {
    const dayIndex = Math.floor(key / slots)
    return walkTo(dayIndex, key - dayIndex * slots)
  })
  const closeOf = (dayIndex: number) =>
    at(blockOf(Math.floor(dayIndex / blockDays)).closes, (dayIndex & (blockDays - 1)) + 1)
  return (dayIndex, slot) =>
    slot === slots ? closeOf(dayIndex) : slotValue(dayIndex * slots + slot)
}

function dayTreeOf(
  dice: Dice,
  rhythm: Rhythm,
  { volatility, earnings, cascade }: StreamParameters,
  marketMoods: DayTree['marketMoods'],
): DayTree {
  const variance = (volatility * volatility * blockDays) / rhythm.daysPerYear
  const earningsVariance = (earnings * earnings * blockDays) / rhythm.earningsEveryDays
  const step = Math.sqrt(((1 + pull) / 2) * (variance + earningsVariance))
  const anchor = edgeSum(dice, 0)
  return {
    dice,
    variance,
    cascade: Float64Array.from(cascadeLevels, (level) => level * cascade),
    marketMoods,
    edgeBefore: (block) => step * (edgeSum(dice, block) - anchor),
    earningsVarianceOn: (day) => earningsVarianceOn(day, dice, earnings, rhythm.earningsEveryDays),
  }
}

// An autoregression as an explicit sum, so that each edge can be computed without the previous ones. Its scale makes
// two neighbors differ by the variance of a block, so a single block is a plain random walk. Each block loses half of
// the distance from the mean, which prevents a stock from drifting to a cent or a million.
const pull = 0.5
const edgeTerms = 11

function edgeSum(dice: Dice, block: number): number {
  let sum = 0
  for (let back = edgeTerms - 1; back >= 0; back -= 1) {
    dice.roll(levels.edge, block - back, 0)
    sum = pull * sum + dice.normal(0)
  }
  return sum
}

// The variance that an earnings report adds to a day, by a move in the night before; zero on most days. A company
// reports once a quarter, within a season of three weeks, and each report has its own variance. `rms` is the typical
// move in log price.
function earningsVarianceOn(dayIndex: number, dice: Dice, rms: number, everyDays: number): number {
  if (rms === 0) return 0
  const season = Math.ceil((dayIndex + daysBeforeLast) / everyDays)
  const daysIntoSeason = dayIndex - season * everyDays + daysBeforeLast + seasonDays - 1
  if (daysIntoSeason < 0) return 0
  dice.roll(levels.earnings, season, 0)
  if (Math.floor(dice.uniform(0) * seasonDays) !== daysIntoSeason) return 0
  // Half fixed and half exponential, so that a few reports per decade are extreme.
  return rms * rms * (0.5 - 0.5 * log(dice.uniform(1)))
}

const seasonDays = 15
// Day 0 follows the anchor in early August, when a season is nearly over.
const daysBeforeLast = 3
