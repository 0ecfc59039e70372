// Rankings as they are read: every answer is a few rows, found by their keys.
import { addDays, type Day } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { rankDaysMax, topCount, type LatestRanking } from '@tengrand/core/ranking.ts'

import type { Tx } from '../db/handle.ts'

interface StoredRanking extends LatestRanking {
  readonly id: number
}

export interface State {
  readonly latest: StoredRanking | null
  /** Looked for only while nobody is ranked. */
  readonly hasContestants: boolean
}

/** What decides whether another one is due. */
export async function readState(tx: Tx, verifiedOnly: boolean): Promise<State> {
  const latest = await readLatest(tx)
  const isEmpty = latest?.accounts === 0
  return { latest, hasContestants: isEmpty && (await hasContestants(tx, verifiedOnly)) }
}

/** Whom a ranking would leave out does not count: it would be as empty as the one before. */
async function hasContestants(tx: Tx, verifiedOnly: boolean): Promise<boolean> {
  const found = await tx.query(
    `select from account where first_trade_at is not null and (email_verified or not $1)
       and splits_through >= (select coalesce(max(id), 0) from split) limit 1`,
    [verifiedOnly],
  )
  return found.length > 0
}

async function readLatest(tx: Tx): Promise<StoredRanking | null> {
  const [row] = await tx.query<{ id: number; at: Date; accounts: number }>(
    'select id, at, accounts from ranking order by id desc limit 1',
  )
  return row === undefined ? null : { ...row, at: row.at.getTime() }
}

/** Somebody at the top, but for the name, which may change at any time. */
interface TopPlace {
  readonly accountId: number
  readonly publicId: string
  readonly cash: Cents
  readonly value: Cents
}

export interface Top {
  readonly rankingId: number
  readonly at: number
  readonly places: readonly TopPlace[]
}

/** Null before the first ranking. */
export async function readTop(tx: Tx): Promise<Top | null> {
  const latest = await readLatest(tx)
  if (latest === null) return null
  const rows = await tx.query<{
    accountId: number
    publicId: string
    cash: number
    value: number
  }>(
    `select p.account_id as "accountId", a.public_id as "publicId", p.cash_cents as cash,
       p.value_cents as value
     from ranking_place p join account a on a.id = p.account_id
     where p.ranking_id = $1 and p.rank <= ${topCount} order by p.rank`,
    [latest.id],
  )
  const places = rows.map(({ accountId, publicId, cash, value }) => ({
    accountId,
    publicId,
    cash: cents(cash),
    value: cents(value),
  }))
  return { rankingId: latest.id, at: latest.at, places }
}

export interface BoardView {
  /** Of the latest ranking, which may be another by now than the one that was asked about. */
  readonly latestId: number | null
  /** As those at the top are called now. */
  readonly names: readonly string[]
  readonly name: string
  readonly publicId: string
  readonly emailVerified: boolean
  readonly own: { readonly rank: number; readonly cash: Cents; readonly value: Cents } | null
}

/** All that must be read anew for each learner. The number of the ranking is given, so that only its table is looked at. */
export async function readBoardFor(
  tx: Tx,
  { accountId, top }: { readonly accountId: number; readonly top: Top | null },
): Promise<BoardView> {
  const [row] = await tx.query<{
    latestId: number | null
    names: string[]
    name: string
    publicId: string
    emailVerified: boolean
    rank: number | null
    cash: number | null
    value: number | null
  }>(
    `select (select max(id) from ranking) as "latestId",
       array(
         select display_name from unnest($3::bigint[]) with ordinality as top (id, place)
         join account using (id) order by place
       ) as names,
       me.display_name as name, me.public_id as "publicId", me.email_verified as "emailVerified",
       own.rank, own.cash_cents as cash, own.value_cents as value
     from account me left join ranking_place own on own.ranking_id = $2 and own.account_id = $1
     where me.id = $1`,
    [accountId, top?.rankingId ?? 0, top?.places.map((place) => place.accountId) ?? []],
  )
  if (row === undefined) throw new Error('An account that was just found is gone.')
  const { rank, cash, value } = row
  const isRanked = rank !== null && cash !== null && value !== null
  return { ...row, own: isRanked ? { rank, cash: cents(cash), value: cents(value) } : null }
}

export interface RankOfDay {
  readonly day: string
  readonly rank: number
  /** How many were ranked. */
  readonly accounts: number
  readonly value: Cents
}

/** Of the days that are kept, up to today, oldest first; of two rankings of one day the later one counts. */
export async function readRanks(tx: Tx, accountId: number, today: Day): Promise<RankOfDay[]> {
  const rows = await tx.query<{ day: string; rank: number; accounts: number; value: number }>(
    `select distinct on (r.day) r.day, p.rank, r.accounts, p.value_cents as value
     from ranking r join ranking_place p on p.ranking_id = r.id
     where p.account_id = $1 and r.day between $2 and $3
     order by r.day, r.id desc`,
    [accountId, addDays(today, 1 - rankDaysMax), today],
  )
  return rows.map(({ day, rank, accounts, value }) => ({
    day,
    rank,
    accounts,
    value: cents(value),
  }))
}
