// Finds the day and the slot of an instant in the trees of the simulated market. Pure arithmetic on the day, so no
// answer depends on earlier calls.
import { addDays, asDay, dayMs, dayOf, type Day } from '@tengrand/core/day.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { isSession, nextOpen, type Session } from '@tengrand/core/session.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'
import { memoize } from '../../bounded-map.ts'
import { anchorDay } from './parameters.ts'
import { rhythms } from './rhythm.ts'

// The price at an instant is the one at the beginning of its slot, or the close after the last slot, so it never
// depends on a later instant.
export interface Position {
  dayIndex: number
  slot: number
}

export function calendarOf(hours: MarketHours) {
  const slots = 1 << rhythms[hours].slotLevels
  const { numberOf, dayOfNumber } = hours === 'nyse' ? weekdays : calendarDays
  const anchorNumber = numberOf(anchorDay)
  const indexOf = (day: Day) => numberOf(day) - anchorNumber - 1
  // The cache serves 16 stocks, which all need the same few days.
  const sessionOf = memoize(512, (day: Day) => sessionOn(day, hours))
  const isOpenOn = (day: Day) => hours === 'always' || isSession(day)
  const closeOn = (day: Day): Position => ({ dayIndex: indexOf(day), slot: slots })

  function openDayBefore(day: Day): Day | null {
    let earlier = day
    while (earlier > firstDay) {
      earlier = addDays(earlier, -1)
      if (isOpenOn(earlier)) return earlier
    }
    return null
  }

  // Before the first session there is no close, so its open is used.
  function closeBefore(day: Day): Position {
    const earlier = openDayBefore(day)
    return earlier ? closeOn(earlier) : { dayIndex: indexOf(firstSession), slot: 0 }
  }

  return {
    indexOf,
    // The first day with a session on which the move of a numbered day can be seen.
    dayNumbered: (dayIndex: number): Day =>
      firstDayFrom(dayOfNumber(anchorNumber + 1 + dayIndex), isOpenOn),
    positionAt: memoize(1024, (instantMs: number): Position => {
      const day = dayOf(instantMs)
      const session = sessionOf(day)
      if (!session || instantMs < session.open) return closeBefore(day)
      return { dayIndex: indexOf(day), slot: slotAt(session, slots, instantMs) }
    }),
    closeOf: (day: Day): Position | null => (isOpenOn(day) ? closeOn(day) : null),
    // The last day that is over at an instant; null before the end of the first one.
    lastClosedDay: (instantMs: number): Day | null => {
      const day = dayOf(instantMs)
      const session = sessionOf(day)
      return session && session.close <= instantMs ? day : openDayBefore(day)
    },
    isTrading: (instantMs: number): boolean => {
      const session = sessionOf(dayOf(instantMs))
      return session !== null && session.open <= instantMs && instantMs <= session.close
    },
    nextChangeAt: (instantMs: number): number => {
      const session = sessionOf(dayOf(instantMs))
      if (!session || instantMs >= session.close) return nextOpen(instantMs)
      if (instantMs < session.open) return session.open
      // The first whole millisecond of the next slot.
      const next = slotAt(session, slots, instantMs) + 1
      return session.open + Math.ceil((next * (session.close - session.open)) / slots)
    },
  }
}

function firstDayFrom(day: Day, isOpenOn: (day: Day) => boolean): Day {
  let open = day
  while (!isOpenOn(open)) open = addDays(open, 1)
  return open
}

const firstDay = asDay('1990-01-01')
const firstSession = asDay('1990-01-02')

const calendarDays = {
  numberOf: (day: Day): number => Date.parse(day) / dayMs,
  dayOfNumber: (number: number): Day => dayAt(number),
}

const dayAt = (daysSince1970: number): Day =>
  asDay(new Date(daysSince1970 * dayMs).toISOString().slice(0, 10))

// Counts Mondays to Fridays. A holiday has a number too, and its move shows at the next open.
const weekdays = {
  numberOf: (day: Day): number => {
    const daysSinceMonday = Date.parse(day) / dayMs + daysToMonday
    const week = Math.floor(daysSinceMonday / 7)
    return 5 * week + (daysSinceMonday - 7 * week)
  },
  dayOfNumber: (number: number): Day => {
    const week = Math.floor(number / 5)
    return dayAt(7 * week + (number - 5 * week) - daysToMonday)
  },
}

// The first day of 1970 was a Thursday.
const daysToMonday = 3

const slotAt = ({ open, close }: Session, slots: number, instantMs: number): number =>
  Math.min(slots, Math.floor(((instantMs - open) * slots) / (close - open)))
