// Creates the 23 random paths that prices are made of: the market, technology, five sectors, and one for each of the 16
// companies.
import { levels, at } from './tree.ts'
import { blockDays, growBlock, moodsOf, type DayTree } from './day-tree.ts'
import { announcedMoves } from './announced.ts'
import { diceOf, type Dice, type Secret } from './dice.ts'
import { reportsOf, type Reports } from './earnings.ts'
import { memoize } from '../../bounded-map.ts'
import { cascadeLevels, type StreamParameters } from './parameters.ts'
import type { Rhythm } from './rhythm.ts'
import { slotWalker, type DayEnds } from './slot-tree.ts'

// The value, in log price, at the beginning of a slot or, after the last slot, at the close. Day 0 follows the anchor,
// at whose close every stream is zero.
export type Stream = (dayIndex: number, slot: number) => number

// Creates streams by name; all of them share the market's variance pattern. Reports from a day on are announced ones.
export function streamsOf(
  secret: Secret,
  rhythm: Rhythm,
  announcedFrom: number,
): (name: string, parameters: StreamParameters) => Stream {
  const marketDice = diceOf(secret, marketName, rhythm.domain)
  const marketMoods = memoize(blocksMax, (block: number) => moodsOf(marketDice, block))
  return (name, parameters) => {
    const dice = diceOf(secret, name, rhythm.domain)
    const moods = name === marketName ? () => null : marketMoods
    const reports = reportsOf(dice, parameters.earnings, rhythm.earningsEveryDays)
    const tree = dayTreeOf(dice, rhythm, parameters, { moods, reports })
    // A stream without reports has none that is announced.
    const from = parameters.earnings > 0 ? announcedFrom : Infinity
    return streamOf({ tree, rhythm, overnight: parameters.overnight, reports, announcedFrom: from })
  }
}

export const marketName = 'M'

// The cache of a stream holds at most 48 blocks of 8 kB and 512 slots: less than 10 MB for all of them.
// One generation of 24 blocks holds 33 years of calendar days.
const blocksMax = 48
const slotsMax = 512

interface StreamParts {
  tree: DayTree
  rhythm: Rhythm
  overnight: number
  reports: Reports
  announcedFrom: number
}

function streamOf({ tree, rhythm, overnight, reports, announcedFrom }: StreamParts): Stream {
  const blockOf = memoize(blocksMax, (block: number) => growBlock(tree, block))
  const slots = 1 << rhythm.slotLevels
  const inTree = (dayIndex: number): DayEnds => {
    const { closes, variances } = blockOf(Math.floor(dayIndex / blockDays))
    const day = dayIndex & (blockDays - 1)
    return {
      lastClose: at(closes, day),
      close: at(closes, day + 1),
      variance: at(variances, day),
      earningsVariance: tree.earningsVarianceOn(dayIndex),
    }
  }
  const announced = announcedMoves({ reports, rhythm, fromDay: announcedFrom, endsOf: inTree })
  const walkTo = slotWalker({ dice: tree.dice, rhythm, overnight, endsOf: announced.endsOf })
  const slotValue = memoize(slotsMax, (key: number) => {
    const dayIndex = Math.floor(key / slots)
    return walkTo(dayIndex, key - dayIndex * slots)
  })
  return (dayIndex, slot) => {
    const own =
      slot === slots ? announced.endsOf(dayIndex).close : slotValue(dayIndex * slots + slot)
    return own + announced.earlierAt(dayIndex, slot / slots)
  }
}

function dayTreeOf(
  dice: Dice,
  rhythm: Rhythm,
  { volatility, earnings, cascade }: StreamParameters,
  { moods, reports }: { moods: DayTree['marketMoods']; reports: Reports },
): DayTree {
  const variance = (volatility * volatility * blockDays) / rhythm.daysPerYear
  const earningsVariance = (earnings * earnings * blockDays) / rhythm.earningsEveryDays
  const step = Math.sqrt(((1 + pull) / 2) * (variance + earningsVariance))
  const anchor = edgeSum(dice, 0)
  return {
    dice,
    variance,
    cascade: Float64Array.from(cascadeLevels, (level) => level * cascade),
    marketMoods: moods,
    edgeBefore: (block) => step * (edgeSum(dice, block) - anchor),
    earningsVarianceOn: reports.varianceOn,
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
