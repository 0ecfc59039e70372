// Counts accounts, trades, leagues and waiting messages in the database, at most once a minute.
import type { Tx } from '../db/handle.ts'
import { guestIssuer } from '../identity/issuers.ts'
import type { Totals } from './metrics.ts'

const readEveryMs = 60_000
/** Counting millions of rows takes seconds; above this number the estimate of the database is used. */
const countedMax = 100_000

export interface TotalsDeps {
  readonly db: Tx
  readonly now: () => number
  readonly monotonic: () => number
}

export function createTotals({ db, now, monotonic }: TotalsDeps): () => Promise<Totals> {
  let cached: Promise<Totals> | null = null
  let readAt = -Infinity
  return () => {
    if (cached !== null && monotonic() - readAt < readEveryMs) return cached
    readAt = monotonic()
    const reading = readTotals(db, now)
    cached = reading
    // A failure is not cached.
    reading.catch(() => (cached = cached === reading ? null : cached))
    return reading
  }
}

async function readTotals(db: Tx, now: () => number): Promise<Totals> {
  const accounts = await totalOf(db, 'account', `issuer <> '${guestIssuer}'`)
  const trades = await totalOf(db, 'trade', 'true')
  const [mail] = await db.query<{ messages: number; since: Date | null }>(
    'select count(*) as messages, min(since) as since from letter',
  )
  const at = now()
  const [leagues] = await db.query<
    Pick<Totals, 'openLeagues' | 'leagueMembers' | 'runningLessons'>
  >(
    `select count(*) as "openLeagues", coalesce(sum(members.count), 0)::int as "leagueMembers", (
       select count(*)::int from contest
       where kind = 'lesson' and starts_at is not null and ends_at is null
     ) as "runningLessons"
     from contest, lateral (
       select count(*) as count from membership
       where contest_id = contest.id and left_at is null and removed_at is null
     ) members
     where kind = 'league' and starts_at <= $1 and ends_at > $1`,
    [new Date(at)],
  )
  const since = mail?.since?.getTime() ?? at
  return {
    accounts,
    trades,
    openLeagues: leagues?.openLeagues ?? 0,
    leagueMembers: leagues?.leagueMembers ?? 0,
    runningLessons: leagues?.runningLessons ?? 0,
    messages: mail?.messages ?? 0,
    oldestMessageSeconds: Math.max(0, at - since) / 1000,
  }
}

/** The estimate includes the few rows that do not meet the condition. */
async function totalOf(db: Tx, table: 'account' | 'trade', condition: string): Promise<number> {
  const [row] = await db.query<{ counted: number; estimated: number }>(
    `select count(*) as counted,
       (select reltuples::float8 from pg_class where oid = '${table}'::regclass) as estimated
     from (select from ${table} where ${condition} limit $1) as first`,
    [countedMax + 1],
  )
  const { counted = 0, estimated = 0 } = row ?? {}
  return counted > countedMax ? Math.max(counted, estimated) : counted
}
