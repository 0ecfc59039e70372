// Creates the 23 random paths that prices are made of: the market, technology, five sectors, and one for each of the 16
// companies.
import { levels, at } from './tree.ts'
import { blockDays, growBlock, moodsOf, type DayTree } from './day-tree.ts'
import { announcedMoves } from './announced.ts'
import { diceOf, type Dice, type Seed, type SimulationVersion } from './dice.ts'
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
  seed: Seed,
  rhythm: Rhythm,
  announcedFrom: number,
): (name: string, parameters: StreamParameters) => Stream {
  const marketDice = diceOf(seed, marketName, rhythm.domain)
  const marketMoods = memoize(blocksMax, (block: number) => moodsOf(marketDice, block))
  return (name, parameters) => {
    const dice = diceOf(seed, name, rhythm.domain)
    const moods = name === marketName ? () => null : marketMoods
    const reports = reportsOf(dice, parameters.earnings, rhythm.earningsEveryDays)
    const edges = edgesOf[seed.version](dice)
    const tree = dayTreeOf(dice, rhythm, parameters, { moods, reports, edges })
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
  { moods, reports, edges }: { moods: DayTree['marketMoods']; reports: Reports; edges: Edges },
): DayTree {
  const variance = (volatility * volatility * blockDays) / rhythm.daysPerYear
  const earningsVariance = (earnings * earnings * blockDays) / rhythm.earningsEveryDays
  const step = Math.sqrt(edges.scale * (variance + earningsVariance))
  return {
    dice,
    variance,
    cascade: Float64Array.from(cascadeLevels, (level) => level * cascade),
    marketMoods: moods,
    edgeBefore: (block) => step * edges.before(block),
    earningsVarianceOn: reports.varianceOn,
  }
}

// The values between blocks, in units of which two neighbors differ by a variance of 1 / scale. Zero at the anchor.
interface Edges {
  scale: number
  before(block: number): number
}

const edgesOf: Readonly<Record<SimulationVersion, (dice: Dice) => Edges>> = {
  'market-sim/v1': (dice) => {
    const anchor = pulledSum(dice, 0)
    return { scale: (1 + pull) / 2, before: (block) => pulledSum(dice, block) - anchor }
  },
  'market-sim/v2': (dice) => ({ scale: 1, before: (block) => walkedSum(dice, block) }),
}

// An autoregression as an explicit sum, so that each edge can be computed without the previous ones. Each block loses
// half of the distance from the mean, which prevents a stock from drifting to a cent or a million. A rule that bought
// what had fallen most could profit from that.
const pull = 0.5
const edgeTerms = 11

function pulledSum(dice: Dice, block: number): number {
  let sum = 0
  for (let back = edgeTerms - 1; back >= 0; back -= 1) sum = pull * sum + rollOf(dice, block - back)
  return sum
}

// A plain random walk from the anchor, at whose edge it is zero: no past price tells anything about a later one.
function walkedSum(dice: Dice, block: number): number {
  let sum = 0
  for (let edge = 1; edge <= block; edge += 1) sum += rollOf(dice, edge)
  for (let edge = 0; edge > block; edge -= 1) sum -= rollOf(dice, edge)
  return sum
}

function rollOf(dice: Dice, edge: number): number {
  dice.roll(levels.edge, edge, 0)
  return dice.normal(0)
}
