// The times of a league in words: how long it still runs, and when exactly, in the reader's time zone.
import type { Answer } from '@tengrand/contract/call.ts'
import type { oneLeague } from '@tengrand/contract/leagues.ts'
import { dayMs, hourMs, minuteMs } from '@tengrand/core/day.ts'

import { instantNow, toTheMinute } from '../ui/instant.ts'

type Times = Pick<Answer<typeof oneLeague>, 'state' | 'starts_at' | 'ends_at' | 'market'>

/** What has times by its rules. A lesson has none: its organiser starts and ends it. */
export type Timed<T> = T & Readonly<Record<'starts_at' | 'ends_at' | 'planned_ends_at', string>>

export const isTimed = <T extends Omit<Times, 'market'>>(league: T): league is Timed<T> =>
  league.starts_at !== null && league.ends_at !== null

/** The instant at which the state changes next; null once the league is over, and for a lesson. */
const nextChange = (league: Times): number | null =>
  league.state === 'over' || league.market || !isTimed(league)
    ? null
    : Date.parse(league.state === 'before' ? league.starts_at : league.ends_at)

/** 'Starts in 3 hours', '12 days left', 'Over'. */
export function countdown(league: Times, now = instantNow()): string {
  const { market } = league
  if (market) return lessonWords(market)
  const at = nextChange(league)
  if (at === null) return 'Over'
  const rest = lengthInWords(at - now)
  return league.state === 'before' ? `Starts in ${rest}` : `${rest} left`
}

/** How far a lesson is. */
function lessonWords({ state, ticks_left }: NonNullable<Times['market']>): string {
  if (state === 'running') return `${lengthInWords(1_000 * ticks_left)} left`
  return { lobby: 'Not started yet', countdown: 'About to start', paused: 'Paused', over: 'Over' }[
    state
  ]
}

/** The largest unit alone, rounded down, so that nobody comes too late. */
function lengthInWords(ms: number): string {
  if (ms < minuteMs) return 'less than a minute'
  const unit = ms >= dayMs ? 'day' : ms >= hourMs ? 'hour' : 'minute'
  const count = Math.floor(ms / { day: dayMs, hour: hourMs, minute: minuteMs }[unit])
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const exact = new Intl.DateTimeFormat('en-US', { ...toTheMinute, year: 'numeric' })

/** 'Nov 19, 2026, 3:00 PM GMT+1'. */
export const exactTime = (instant: string): string => exact.format(Date.parse(instant))

/** Until the next start or end of these leagues in ms, for a refetch; false where none is to come. */
export function nextChangeIn(leagues: readonly Times[]): number | false {
  const next = leagues.flatMap((league) => nextChange(league) ?? [])
  if (next.length === 0) return false
  return Math.min(timerMsMax, Math.max(againMs, Math.min(...next) - instantNow()))
}

/** A later time overflows the timer of a browser. */
const timerMsMax = dayMs
/** The pause where the clock of the browser is ahead of the server's. */
const againMs = 5_000
