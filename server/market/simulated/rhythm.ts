// The constants of the two kinds of market hours: days per year, slots per session, nights, and the usual variance
// curve.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { at } from './tree.ts'

export interface Rhythm {
  // Part of the address of every random number, so that the calendars have different numbers.
  domain: number
  // The days of the tree per year. The exchange's are weekdays, not sessions: a closure that is announced next year
  // must not renumber, and so re-price, the days after it.
  daysPerYear: number
  // A price lasts for one of 2 ** slotLevels parts of a session: 0.7 s in a market that is always open, 3 s on the
  // exchange.
  slotLevels: number
  // Whether part of a day's variance falls between the last close and the open.
  hasNights: boolean
  earningsEveryDays: number
  // The usual variance from the open up to a slot, in any unit.
  varianceUpTo(slot: number): number
}

const exchangeSlotLevels = 13

export const rhythms: Readonly<Record<MarketHours, Rhythm>> = {
  always: {
    domain: 0,
    daysPerYear: 365,
    slotLevels: 17,
    hasNights: false,
    earningsEveryDays: 91,
    varianceUpTo: (slot) => slot,
  },
  nyse: {
    domain: 1,
    daysPerYear: 261,
    slotLevels: exchangeSlotLevels,
    hasNights: true,
    earningsEveryDays: 65,
    varianceUpTo: exchangeCurve(1 << exchangeSlotLevels),
  },
}

function exchangeCurve(slots: number): (slot: number) => number {
  // Measured per half hour: high after the open, low at noon, higher toward the close.
  const halfHours = Float64Array.from([
    3.4, 1.6, 1.2, 1, 0.75, 0.65, 0.55, 0.55, 0.5, 0.5, 0.55, 0.65, 1,
  ])
  const sums = new Float64Array(slots + 1)
  for (let slot = 0; slot < slots; slot += 1) {
    const halfHour = Math.floor((slot * halfHours.length) / slots)
    sums[slot + 1] = at(sums, slot) + at(halfHours, halfHour)
  }
  return (slot) => at(sums, slot)
}
