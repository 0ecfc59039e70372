// Computes the path of one stream within a day: first the night, then the session, halved down to one slot, so that one
// price requires a walk of 13 or 17 steps.
import { levels, midpoint, at } from './tree.ts'
import type { Dice } from './dice.ts'
import type { Rhythm } from './rhythm.ts'

export interface DayEnds {
  lastClose: number
  close: number
  variance: number
  earningsVariance: number
}

interface SlotTree {
  dice: Dice
  rhythm: Rhythm
  // The part of a day's variance, without earnings, that falls in the night.
  overnight: number
  endsOf: (dayIndex: number) => DayEnds
}

// Returns the value at the beginning of a slot; 0 is the open. Caches the last walk, because the next price is usually
// that of a nearby slot, which shares most of the path.
export function slotWalker(tree: SlotTree): (dayIndex: number, slot: number) => number {
  const { slotLevels } = tree.rhythm
  const trail = emptyTrail(slotLevels + 1)
  return (dayIndex, slot) => {
    if (trail.dayIndex !== dayIndex) {
      startDay(tree, trail, dayIndex)
      trail.dayIndex = dayIndex
      trail.level = 0
    } else {
      const sharedLevels = slotLevels - 32 + Math.clz32(trail.slot ^ slot)
      trail.level = Math.min(trail.level, sharedLevels)
    }
    trail.slot = slot
    while (firstSlot(trail, slotLevels) !== slot) descend(tree, trail)
    return at(trail.starts, trail.level)
  }
}

// The spans on the path to a slot, from the whole session (level 0) down to the slot.
const emptyTrail = (length: number) => ({
  dayIndex: NaN,
  slot: 0,
  level: 0,
  starts: new Float64Array(length),
  ends: new Float64Array(length),
  variances: new Float64Array(length),
})
type Trail = ReturnType<typeof emptyTrail>

function startDay({ dice, rhythm, overnight, endsOf }: SlotTree, trail: Trail, day: number): void {
  const { lastClose, close, variance, earningsVariance } = endsOf(day)
  trail.starts[0] = lastClose
  trail.ends[0] = close
  trail.variances[0] = variance + earningsVariance
  if (!rhythm.hasNights) return
  const night = overnight * variance + earningsVariance
  const session = (1 - overnight) * variance
  dice.roll(levels.night, day, 0)
  trail.starts[0] = midpoint(lastClose, close, night, session, dice.normal(0))
  trail.variances[0] = session
}

function firstSlot({ slot, level }: Trail, slotLevels: number): number {
  const height = slotLevels - level
  return (slot >> height) << height
}

// How unevenly the halves of a session share its variance, beyond the usual curve of the day. A uniform random number
// suffices, because the fat tails come from the day tree.
const unevenness = 0.19

// Halves the current span and continues in the half that contains the slot.
function descend({ dice, rhythm }: SlotTree, trail: Trail): void {
  const { level, slot } = trail
  const height = rhythm.slotLevels - level
  const node = slot >> height
  const first = node << height
  const middle = first + (1 << (height - 1))
  const last = first + (1 << height)
  const second = level & 1
  dice.roll(levels.slots + level - second, trail.dayIndex, node >> second)
  // The first pair of numbers belongs to a node, the next two to its halves.
  const pair = second * (2 + 2 * (node & 1))
  const tilt = unevenness * (2 * dice.uniform(pair + 1) - 1)
  const usual = rhythm.varianceUpTo(middle)
  const weightBefore = (1 + tilt) * (usual - rhythm.varianceUpTo(first))
  const weightAfter = (1 - tilt) * (rhythm.varianceUpTo(last) - usual)
  const scale = at(trail.variances, level) / (weightBefore + weightAfter)
  const start = at(trail.starts, level)
  const end = at(trail.ends, level)
  const before = scale * weightBefore
  const after = scale * weightAfter
  const value = midpoint(start, end, before, after, dice.normal(pair))
  const isBefore = slot < middle
  trail.level = level + 1
  trail.starts[level + 1] = isBefore ? start : value
  trail.ends[level + 1] = isBefore ? value : end
  trail.variances[level + 1] = isBefore ? before : after
}
