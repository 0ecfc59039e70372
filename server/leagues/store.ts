// Reads leagues as a member sees them, and writes them as the API does.
import type { league } from '@tengrand/contract/leagues.ts'
import {
  isJoinedInTime,
  leagueStateAt,
  type LeagueHoldings,
  type LeagueOrders,
} from '@tengrand/core/league.ts'
import { doorClosesAtTick } from '@tengrand/core/lesson.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type * as z from 'zod/mini'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { isoOf, lessonOnWire } from '../lessons/on-wire.ts'
import { isLiveLesson } from '../lessons/live.ts'
import type { MarketOf } from '../market/markets.ts'
import { endsAtSql, plannedEndsAtSql, startsAtSql, tickTimeSql } from '../ledger/contest-times.ts'
import { parseUuid } from '../uuid.ts'

export type LeagueOnWire = z.infer<typeof league>

/** The columns of `contest c`. */
export const leagueColumns = `c.id, c.public_id as "publicId", c.kind, c.name, c.owner_id as "ownerId",
  c.starting_cents as "startingCash", ${startsAtSql} as "startsAt", ${endsAtSql} as "endsAt",
  ${plannedEndsAtSql} as "plannedEndsAt", c.orders, c.holdings, c.guests, c.generated_names as "generatedNames", c.code, c.is_door_open as "isDoorOpen",
  case when not c.is_door_reopened then ${tickTimeSql(`minutes * ${doorClosesAtTick({ minutes: 1 })}`)} end as "doorClosesAt", c.settled_at as "settledAt", c.market_cents as "marketValue",
  (select display_name from account where id = c.owner_id) as "ownerName",
  (select count(*)::int from membership
   where contest_id = c.id and left_at is null and removed_at is null
     and (c.kind = 'league' or account_id is distinct from c.owner_id)) as members`

/** Its times are those of its market. */
export interface League {
  readonly id: number
  readonly publicId: string
  readonly kind: 'league' | 'lesson'
  readonly name: string
  readonly ownerId: number | null
  readonly startingCash: Cents
  readonly startsAt: number
  readonly endsAt: number
  readonly plannedEndsAt: number
  readonly orders: LeagueOrders
  readonly holdings: LeagueHoldings
  /** Of a lesson, as is the next; null in leagues. Whether guests may join, if the server allows it. */
  readonly guests: boolean | null
  readonly generatedNames: boolean | null
  readonly code: string
  readonly isDoorOpen: boolean
  /** When the door of a lesson closes by itself; null in leagues, and once the organiser has opened it again. */
  readonly doorClosesAt: number | null
  readonly settledAt: Date | null
  readonly marketValue: Cents | null
  /** Null once the owner's account is deleted. */
  readonly ownerName: string | null
  /** Without the organiser of a lesson. */
  readonly members: number
}

/** A league with what concerns one member. */
export interface OwnLeague extends League {
  readonly accountId: number
  readonly portfolio: string
  readonly joinedAt: number
}

/** Those that the account is in, which include those that it owns. */
const ownStatement = (rest: string): string => `
  select ${leagueColumns}, m.account_id as "accountId", p.public_id as portfolio,
    coalesce(${tickTimeSql('m.joined_tick')}, ${msOf('m.joined_at')}) as "joinedAt"
  from membership m join contest c on c.id = m.contest_id join portfolio p on p.id = m.portfolio_id
  where m.account_id = $1 and m.left_at is null and m.removed_at is null ${rest}`

const listedMax = 100

/** Open leagues first, then those to come, then those that are over; the newest first. */
export function readOwnLeagues(tx: Tx, accountId: number, now: number): Promise<OwnLeague[]> {
  const order = 'coalesce(c.ends_at <= $2, false), coalesce(c.starts_at > $2, true), c.id desc'
  const statement = ownStatement(`order by ${order} limit ${listedMax}`)
  return tx.query(statement, [accountId, new Date(now)])
}

export const readFormerLeagues = (tx: Tx, accountId: number) =>
  tx.query<{ name: string; portfolio: string; removed: boolean }>(
    `select c.name, p.public_id as portfolio, m.removed_at is not null as removed
     from membership m join contest c on c.id = m.contest_id join portfolio p on p.id = m.portfolio_id
     where m.account_id = $1 and coalesce(m.left_at, m.removed_at) is not null
     order by coalesce(m.left_at, m.removed_at) desc limit ${listedMax}`,
    [accountId],
  )

const findStatement = { name: 'find league', text: ownStatement('and c.public_id = $2') }

export const notOwner = refused('not_owner')

/** For everybody else a league is unknown, whether it exists or not. */
export async function findLeague(tx: Tx, accountId: number, publicId: string) {
  const id = parseUuid(publicId)
  const [own] = id === null ? [] : await tx.query<OwnLeague>(findStatement, [accountId, id])
  return own ?? refused('unknown_league')
}

/** So that rules, members and the end change one after the other. */
export const lockContest = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('select from contest where id = $1 for no key update', [id])

export function rulesOnWire(league: League) {
  const timeOf = (at: number) => (league.kind === 'lesson' ? null : isoOf(at))
  return {
    starting_cash: toDollars(league.startingCash),
    starts_at: timeOf(league.startsAt),
    ends_at: timeOf(league.endsAt),
    planned_ends_at: timeOf(league.plannedEndsAt),
    orders: league.orders,
    holdings: league.holdings,
  }
}

/** Without portfolios, and locked. */
export async function deleteContests(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const table of ['final_place', 'membership', 'contest_pause'])
    await tx.query(`delete from ${table} where contest_id = any($1::integer[])`, [ids])
  await tx.query(
    `with gone as (delete from contest where id = any($1::integer[]) returning market_id)
     delete from market using gone where market.id = market_id and market_id <> 1`,
    [ids],
  )
}

/** Whether the code lets people in at an instant of market time. */
export const isDoorOpenAt = ({ isDoorOpen, doorClosesAt }: League, at: number): boolean =>
  isDoorOpen && (doorClosesAt === null || at < doorClosesAt)

export const isInTime = (joinedAt: number, { startsAt, plannedEndsAt }: League): boolean =>
  isJoinedInTime(joinedAt, { startsAt, endsAt: plannedEndsAt })

export const guestRulesOf = ({ guests, generatedNames }: League) => ({
  guests: guests === true,
  generated_names: generatedNames === true,
})

/** What everybody who has the code may know. */
export const infoOnWire = (league: League, now: number) => ({
  kind: league.kind,
  name: league.name,
  owner: league.ownerName,
  members: league.members,
  state: leagueStateAt(league, now),
  ...rulesOnWire(league),
})

export interface WireDeps {
  readonly db: Tx
  readonly marketOf: MarketOf
}

export async function leagueOnWire({ db, marketOf }: WireDeps, own: OwnLeague) {
  const of = await marketOf({ contestId: own.id })
  const now = of.now()
  const isOwner = own.ownerId === own.accountId
  const isLesson = own.kind === 'lesson'
  return {
    ...infoOnWire(own, now),
    id: own.publicId,
    role: isOwner ? 'owner' : 'member',
    portfolio: own.portfolio,
    ranked: isInTime(own.joinedAt, own) && !(isLesson && isOwner),
    door: isDoorOpenAt(own, now) ? 'open' : 'closed',
    ...(isLesson && guestRulesOf(own)),
    ...(isOwner && { code: own.code }),
    ...(isLiveLesson(of) && { market: await lessonOnWire(db, of) }),
  } satisfies LeagueOnWire
}
