// Where an instant lies in the trees of the simulated market: which day, and which slot of it. Pure
// arithmetic on the day, so no answer depends on what was asked before.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { addDays, asDay, dayOf, instantAt, startOfDay, type Day } from '@tengrand/core/day.ts'
import { isSession, nextOpen, sessionOf, type Session } from '@tengrand/core/session.ts'
import { remember } from './memo.ts'
import { anchorDay } from './parameters.ts'
import { rhythms } from './rhythm.ts'

// The price that stands at an instant is the one at the beginning of a slot, or the close after all
// of them: what is shown never depends on an instant to come.
export interface Position {
  dayIndex: number
  slot: number
}

export interface Calendar {
  positionAt(instantMs: number): Position
  closeOf(day: Day): Position | null
  // The last day that is over at an instant; none before the first one is.
  lastClosedDay(instantMs: number): Day | null
  isTrading(instantMs: number): boolean
  nextChangeAt(instantMs: number): number
}

export function calendarOf(hours: MarketHours): Calendar {
  const slots = 1 << rhythms[hours].slotLevels
  const { numberOf, isOpenOn, hoursOn } = calendars[hours]
  const anchorNumber = numberOf(anchorDay)
  const indexOf = (day: Day) => numberOf(day) - anchorNumber - 1
  const sessionOn = remember(daysMax, hoursOn)
  const closeOn = (day: Day) => ({ dayIndex: indexOf(day), slot: slots })

  // Before the very first session there is no close to show, so its open stands.
  function closeBefore(day: Day): Position {
    const earlier = openDayBefore(day, isOpenOn)
    return earlier ? closeOn(earlier) : { dayIndex: indexOf(firstSession), slot: 0 }
  }

  return {
    positionAt: remember(instantsMax, (instantMs) => {
      const day = dayOf(instantMs)
      const session = sessionOn(day)
      if (!session || instantMs < session.open) return closeBefore(day)
      return { dayIndex: indexOf(day), slot: slotAt(session, slots, instantMs) }
    }),
    closeOf: (day) => (isOpenOn(day) ? closeOn(day) : null),
    lastClosedDay: (instantMs) => {
      const day = dayOf(instantMs)
      const session = sessionOn(day)
      return session && session.close <= instantMs ? day : openDayBefore(day, isOpenOn)
    },
    isTrading: (instantMs) => {
      const session = sessionOn(dayOf(instantMs))
      return session !== null && session.open <= instantMs && instantMs <= session.close
    },
    nextChangeAt: (instantMs) => {
      const session = sessionOn(dayOf(instantMs))
      if (!session || instantMs >= session.close) return nextOpen(instantMs)
      if (instantMs < session.open) return session.open
      return slotStart(session, slots, slotAt(session, slots, instantMs) + 1)
    },
  }
}

// What the memory of a calendar may hold, so that 16 tickers do not ask core 16 times the same.
const daysMax = 512
const instantsMax = 1024

const firstDay = asDay('1990-01-01')
const firstSession = asDay('1990-01-02')
const dayMs = 86_400_000

interface DayRules {
  numberOf: (day: Day) => number
  isOpenOn: (day: Day) => boolean
  hoursOn: (day: Day) => Session | null
}

const calendars: Readonly<Record<MarketHours, DayRules>> = {
  always: {
    numberOf: (day) => Date.parse(day) / dayMs,
    isOpenOn: () => true,
    hoursOn: (day) => ({ open: startOfDay(day), close: instantAt(day, dayMs) }),
  },
  nyse: { numberOf: weekdayNumber, isOpenOn: isSession, hoursOn: sessionOf },
}

// Counts Mondays to Fridays; a holiday keeps its number, and its move shows at the next open.
function weekdayNumber(day: Day): number {
  const daysSinceMonday = Date.parse(day) / dayMs + 3
  const week = Math.floor(daysSinceMonday / 7)
  return 5 * week + (daysSinceMonday - 7 * week)
}

function openDayBefore(day: Day, isOpenOn: (day: Day) => boolean): Day | null {
  let earlier = day
  while (earlier > firstDay) {
    earlier = addDays(earlier, -1)
    if (isOpenOn(earlier)) return earlier
  }
  return null
}

function slotAt({ open, close }: Session, slots: number, instantMs: number): number {
  return Math.min(slots, Math.floor(((instantMs - open) * slots) / (close - open)))
}

// The first whole millisecond of a slot.
function slotStart({ open, close }: Session, slots: number, slot: number): number {
  return open + Math.ceil((slot * (close - open)) / slots)
}
