// The times of a contest as SQL, in the time of its market. A lesson takes orders from tick 1 until the tick of its end.
import { msOf } from '../clock.ts'

/** `c` is a row of contest: the instant of a tick of its lesson; null for a league. */
export const tickTimeSql = (tick: string): string => `(
    select ${msOf('opens_at')} + (${tick})::float8 * step_ms from market where id = c.market_id
  )`

const timeOf = (tick: string, column: string): string =>
  `coalesce(${tickTimeSql(tick)}, ${msOf(`c.${column}`)})`

export const startsAtSql = timeOf('1', 'starts_at')
export const endsAtSql = timeOf('end_tick', 'ends_at')
export const plannedEndsAtSql = timeOf('minutes * 60', 'planned_ends_at')
