// Computes the closes of one stream, 512 days at a time: between two block edges the path is a Brownian bridge, halved
// nine times. Each halving shares the variance unevenly, which creates calm and volatile weeks, and so the fat tails of
// real returns.
import { levels, midpoint, at } from './tree.ts'
import type { Dice } from './dice.ts'
import { exp } from './elementary.ts'

export const blockDays = 512
const depth = 9

export interface DayBlock {
  // The value before the first day, then at the close of each day.
  closes: Float64Array
  // Each day's variance, without earnings.
  variances: Float64Array
}

export interface DayTree {
  dice: Dice
  // How unevenly each level shares its variance.
  cascade: Float64Array
  // A block's variance, without earnings.
  variance: number
  edgeBefore(block: number): number
  // The market's part in how each node shares its variance; null for the market itself.
  marketMoods(block: number): Float64Array | null
  earningsVarianceOn(dayIndex: number): number
}

// Nodes are numbered as in a heap: node n has the children 2n and 2n + 1, and the last 512 are
// days.
export function growBlock(tree: DayTree, block: number): DayBlock {
  const variances = new Float64Array(2 * blockDays)
  variances[1] = tree.variance
  const closes = new Float64Array(blockDays + 1)
  closes[0] = tree.edgeBefore(block)
  closes[blockDays] = tree.edgeBefore(block + 1)
  const earnings = earningsSums(tree, block)
  const moods = tree.marketMoods(block)
  for (let n = 1, level = 0; level < depth; level += 1) {
    const span = blockDays >> level
    const cascade = at(tree.cascade, level)
    for (let first = 0; first < blockDays; first += span, n += 1) {
      tree.dice.roll(levels.days + level, block, n - (1 << level))
      splitVariance(variances, n, exp(cascade * moodAt(tree.dice, moods, n)))
      const before = at(variances, 2 * n) + at(earnings, 2 * n)
      const after = at(variances, 2 * n + 1) + at(earnings, 2 * n + 1)
      const start = at(closes, first)
      const end = at(closes, first + span)
      closes[first + span / 2] = midpoint(start, end, before, after, tree.dice.normal(0))
    }
  }
  return { closes, variances: variances.slice(blockDays) }
}

// The random numbers by which the market shares its variance at each node of a block.
export function moodsOf(dice: Dice, block: number): Float64Array {
  const moods = new Float64Array(blockDays)
  for (let n = 1, level = 0; level < depth; level += 1) {
    for (let node = 0; node < 1 << level; node += 1, n += 1) {
      dice.roll(levels.days + level, block, node)
      moods[n] = dice.normal(1)
    }
  }
  return moods
}

// Volatile periods affect all stocks together, but not equally.
const marketPart = 0.45
const ownPart = Math.sqrt(1 - marketPart * marketPart)

function moodAt(dice: Dice, moods: Float64Array | null, n: number): number {
  const own = dice.normal(1)
  return moods === null ? own : marketPart * at(moods, n) + ownPart * own
}

function splitVariance(variances: Float64Array, n: number, odds: number): void {
  const before = at(variances, n) / (1 + odds)
  variances[2 * n] = before
  variances[2 * n + 1] = before * odds
}

function earningsSums(tree: DayTree, block: number): Float64Array {
  const sums = new Float64Array(2 * blockDays)
  for (let day = 0; day < blockDays; day += 1) {
    sums[blockDays + day] = tree.earningsVarianceOn(block * blockDays + day)
  }
  for (let n = blockDays - 1; n > 0; n -= 1) sums[n] = at(sums, 2 * n) + at(sums, 2 * n + 1)
  return sums
}
