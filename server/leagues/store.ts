// Reads leagues as a member sees them, and writes them as the API does.
import type { league } from '@tengrand/contract/leagues.ts'
import {
  isJoinedInTime,
  leagueStateAt,
  type LeagueHoldings,
  type LeagueOrders,
} from '@tengrand/core/league.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type * as z from 'zod/mini'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { lessonOnWire } from '../lessons/on-wire.ts'
import { isLiveLesson } from '../lessons/live.ts'
import type { MarketOf } from '../market/markets.ts'
import { endsAtSql, plannedEndsAtSql, startsAtSql } from '../ledger/contest-times.ts'
import { parseUuid } from '../uuid.ts'

export type LeagueOnWire = z.infer<typeof league>

/** The columns of `contest c`. */
export const leagueColumns = `c.id, c.public_id as "publicId", c.kind, c.name, c.owner_id as "ownerId",
  c.starting_cents as "startingCash", ${startsAtSql} as "startsAt", ${endsAtSql} as "endsAt",
  ${plannedEndsAtSql} as "plannedEndsAt", c.orders, c.holdings, c.guests, c.generated_names as "generatedNames", c.code, c.is_door_open as "isDoorOpen", (
    select ${msOf('opens_at')} + ceil(minutes * 15)::float8 * step_ms from market
    where id = c.market_id and not c.is_door_reopened
  ) as "doorClosesAt", c.settled_at as "settledAt", c.market_cents as "marketValue",
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
  select ${leagueColumns}, m.account_id as "accountId", p.public_id as portfolio, coalesce((
    select ${msOf('opens_at')} + m.joined_tick::float8 * step_ms from market where id = c.market_id
  ), ${msOf('m.joined_at')}) as "joinedAt"
  from membership m join contest c on c.id = m.contest_id join portfolio p on p.id = m.portfolio_id
  where m.account_id = $1 and m.left_at is null and m.removed_at is null ${rest}`

const listedMax = 100
const listStatement = ownStatement(
  `order by coalesce(c.ends_at <= $2, false), coalesce(c.starts_at > $2, true), c.id desc limit ${listedMax}`,
)

/** Open leagues first, then those to come, then those that are over; the newest first. */
export const readOwnLeagues = (tx: Tx, accountId: number, now: number): Promise<OwnLeague[]> =>
  tx.query(listStatement, [accountId, new Date(now)])

export const readFormerLeagues = (tx: Tx, accountId: number) =>
  tx.query<{ name: string; portfolio: string; removed: boolean }>(
    `select c.name, p.public_id as portfolio, m.removed_at is not null as removed
     from membership m join contest c on c.id = m.contest_id join portfolio p on p.id = m.portfolio_id
     where m.account_id = $1 and coalesce(m.left_at, m.removed_at) is not null
     order by coalesce(m.left_at, m.removed_at) desc limit ${listedMax}`,
    [accountId],
  )

const findStatement = { name: 'find league', text: ownStatement('and c.public_id = $2') }

const unknownLeague = { refusal: { code: 'unknown_league' } } as const
export const notOwner = { refusal: { code: 'not_owner' } } as const

/** For everybody else a league is unknown, whether it exists or not. */
export async function findLeague(tx: Tx, accountId: number, publicId: string) {
  const id = parseUuid(publicId)
  const [own] = id === null ? [] : await tx.query<OwnLeague>(findStatement, [accountId, id])
  return own ?? unknownLeague
}

/** Locks the contest, so that rules, members and the end change one after the other. */
export async function lockLeague(tx: Tx, accountId: number, publicId: string) {
  const found = await findLeague(tx, accountId, publicId)
  if ('refusal' in found) return found
  await tx.query('select from contest where id = $1 for no key update', [found.id])
  return findLeague(tx, accountId, publicId)
}

/** The same, for the owner alone. */
export async function lockOwnedLeague(tx: Tx, accountId: number, publicId: string) {
  const found = await lockLeague(tx, accountId, publicId)
  return 'refusal' in found || found.ownerId === accountId ? found : notOwner
}

const isoOf = (at: number): string => new Date(at).toISOString()

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
  await tx.query('delete from final_place where contest_id = any($1::integer[])', [ids])
  await tx.query('delete from membership where contest_id = any($1::integer[])', [ids])
  await tx.query('delete from contest_pause where contest_id = any($1::integer[])', [ids])
  const gone = await tx.query<{ id: number }>(
    'delete from contest where id = any($1::integer[]) returning market_id as id',
    [ids],
  )
  const marketIds = gone.map(({ id }) => id)
  await tx.query('delete from market where id = any($1::integer[]) and id <> 1', [marketIds])
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

function onWire(own: OwnLeague, now: number, market: LeagueOnWire['market']): LeagueOnWire {
  const isOwner = own.ownerId === own.accountId
  return {
    id: own.publicId,
    kind: own.kind,
    name: own.name,
    state: leagueStateAt(own, now),
    role: isOwner ? 'owner' : 'member',
    owner: own.ownerName,
    ...rulesOnWire(own),
    members: own.members,
    portfolio: own.portfolio,
    ranked: isInTime(own.joinedAt, own) && !(own.kind === 'lesson' && isOwner),
    door: isDoorOpenAt(own, now) ? 'open' : 'closed',
    ...(own.kind === 'lesson' && guestRulesOf(own)),
    ...(isOwner && { code: own.code }),
    ...(market && { market }),
  }
}

export interface WireDeps {
  readonly db: Tx
  readonly marketOf: MarketOf
}

export async function leagueOnWire({ db, marketOf }: WireDeps, own: OwnLeague) {
  const of = await marketOf({ contestId: own.id })
  return onWire(own, of.now(), isLiveLesson(of) ? await lessonOnWire(db, own.id, of) : undefined)
}
