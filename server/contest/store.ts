// Reads rankings from the database: the top ten, the rank of an account, its history, and the accounts left out.
import { departureMs } from '@tengrand/core/chapter.ts'
import { addDays, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { rankDaysMax, topCount, type LatestRanking } from '@tengrand/core/ranking.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'

interface Contest {
  readonly contestId: number
  /** Whether accounts without a confirmed email are left out. */
  readonly verifiedOnly?: boolean
  readonly at: number
}

/** Accounts that are always left out of rankings. There are few of them, found by their own index. */
export async function readUnranked(tx: Tx, at: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from account where (unranked_at is not null or departed_at is not null)
       and (unranked_at is not null or departed_at > $1) order by id`,
    [new Date(at - departureMs)],
  )
  return rows.map(({ id }) => id)
}

/** The state that decides whether a ranking is due. Contestants are queried only while the latest ranking is empty. */
export async function readState(tx: Tx, contest: Contest) {
  const latest = await readLatest(tx)
  const isEmpty = latest?.accounts === 0
  return { latest, hasContestants: isEmpty && (await hasContestants(tx, contest)) }
}

/** Skips accounts that a ranking would leave out, because the next ranking would be empty again. */
async function hasContestants(
  tx: Tx,
  { contestId, verifiedOnly = false, at }: Contest,
): Promise<boolean> {
  const unranked = await readUnranked(tx, at)
  const found = await tx.query(
    `select from portfolio
     where contest_id = $3 and closed_at is null
       and first_trade_at is not null and (email_verified or not $1)
       and splits_through >= (select coalesce(max(id), 0) from split)
       and account_id <> all ($2::bigint[]) limit 1`,
    [verifiedOnly, unranked, contestId],
  )
  return found.length > 0
}

async function readLatest(tx: Tx) {
  const [row] = await tx.query<LatestRanking & { readonly id: number }>(
    `select id, ${msOf('at')} as at, accounts from ranking order by id desc limit 1`,
  )
  return row ?? null
}

export interface Standing {
  readonly chapter: number
  readonly startingCash: Cents
  readonly cash: Cents
  readonly value: Cents
}

/** The ids are null if the account was deleted after the ranking. */
interface TopRow extends Standing {
  readonly accountId: number | null
  readonly publicId: string | null
}

export type Top = NonNullable<Awaited<ReturnType<typeof readTop>>>

/** Null before the first ranking. Names are read separately, because they may change at any time. */
export async function readTop(tx: Tx, contestId: number) {
  const latest = await readLatest(tx)
  if (latest === null) return null
  const places = await tx.query<TopRow>(
    `select a.id as "accountId", a.public_id as "publicId", coalesce(p.chapter, 1) as chapter,
       coalesce(p.starting_cents, contest.starting_cents) as "startingCash",
       place.cash_cents as cash, place.value_cents as value
     from ranking_place place join contest on contest.id = $2
     left join portfolio p on p.id = portfolio_id left join account a on a.id = account_id
     where place.ranking_id = $1 and place.rank <= ${topCount} order by place.rank`,
    [latest.id, contestId],
  )
  return { rankingId: latest.id, at: latest.at, places }
}

/** An account in a contest. */
interface Contestant {
  readonly accountId: number
  readonly contestId: number
}

export interface BoardView {
  /** The id of the latest ranking, which may be newer than that of `top`. */
  readonly latestId: number | null
  /** The present names of the accounts of `top`; null for deleted accounts. */
  readonly names: readonly (string | null)[]
  readonly name: string
  readonly publicId: string
  readonly emailVerified: boolean
  readonly isUnranked: boolean
  /** When an earlier account of the same person was deleted. */
  readonly departedAt: Date | null
  /** The rank of the open chapter; null while the ranking still has the chapter before it. */
  readonly own: (Standing & { readonly rank: number }) | null
}

/** Reads the parts that differ for each learner. With the ranking's id, it reads only one partition. */
export async function readBoardFor(
  tx: Tx,
  { accountId, contestId, top }: Contestant & { readonly top: Top | null },
): Promise<BoardView> {
  const [row] = await tx.query<BoardRow>(
    `select (select max(id) from ranking) as "latestId",
       array(
         select display_name from unnest($3::bigint[]) with ordinality as top (id, place)
         left join account using (id) order by place
       ) as names,
       me.display_name as name, me.public_id as "publicId", me.email_verified as "emailVerified",
       me.unranked_at is not null as "isUnranked", me.departed_at as "departedAt",
       own.rank, p.chapter, p.starting_cents as "startingCash", own.cash_cents as cash, own.value_cents as value
     from account me
     join portfolio p on p.account_id = me.id and p.contest_id = $4 and p.closed_at is null
     left join ranking_place own on own.ranking_id = $2 and own.portfolio_id = p.id
     where me.id = $1`,
    [accountId, top?.rankingId ?? 0, top?.places.map((place) => place.accountId) ?? [], contestId],
  )
  if (row === undefined) throw new AccountGone()
  const { rank, chapter, startingCash, cash, value, ...view } = row
  const isRanked = rank !== null && cash !== null && value !== null
  return { ...view, own: isRanked ? { rank, chapter, startingCash, cash, value } : null }
}

interface BoardRow extends Omit<BoardView, 'own'>, Pick<Standing, 'chapter' | 'startingCash'> {
  readonly rank: number | null
  readonly cash: Cents | null
  readonly value: Cents | null
}

interface RankRow extends Pick<Standing, 'startingCash' | 'value'> {
  readonly day: string
  readonly rank: number
  /** The number of ranked accounts. */
  readonly accounts: number
}

/** The ranks of the open chapter, oldest first, one for each stored day: from the last ranking of that day. */
export const readRanks = (
  tx: Tx,
  { accountId, contestId }: Contestant,
  today: Day,
): Promise<RankRow[]> =>
  tx.query(
    `select distinct on (r.day) r.day, place.rank, r.accounts, p.starting_cents as "startingCash",
       place.value_cents as value
     from portfolio p join ranking_place place on place.portfolio_id = p.id
     join ranking r on r.id = place.ranking_id
     where p.account_id = $1 and p.contest_id = $4 and p.closed_at is null
       and r.day between $2 and $3
     order by r.day, r.id desc`,
    [accountId, addDays(today, 1 - rankDaysMax), today, contestId],
  )
