// Creates a league once per key, with its owner as the first member.
import { randomInt } from 'node:crypto'

import { guestNameKey } from '@tengrand/core/guest-name.ts'
import { makeCode } from '@tengrand/core/league.ts'

import type { Db, Tx } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import { noSplits } from '../ledger/splits.ts'
import { createLessonMarket } from '../lessons/create.ts'
import type { Decided } from '../market/markets.ts'
import { quotedPrices } from '../market/store.ts'
import type { LeaguesConfig } from './config.ts'
import { findLeague, leagueColumns, type League } from './store.ts'
import type { Wish } from './wish.ts'

export interface Creation {
  readonly accountId: number
  readonly key: string
  readonly wish: Wish
  readonly now: number
}

export function createLeague(db: Db, { ownedMax }: LeaguesConfig, creation: Creation) {
  const { accountId, key, wish, now } = creation
  return db.transaction(async (tx) => {
    // Serializes the creations of an account, which are counted.
    await lockAccount(tx, accountId)
    const [created] = await tx.query<Created>(
      `select ${leagueColumns}, span, minutes from contest c join market on market.id = c.market_id
       where owner_id = $1 and creation_key = $2`,
      [accountId, key],
    )
    if (created !== undefined && !isSame(created, wish)) return refused('key_reused')
    if (created !== undefined) return findLeague(tx, accountId, created.publicId)
    const owned = await tx.query(
      'select from contest where owner_id = $1 and coalesce(ends_at > $2, true)',
      [accountId, new Date(now)],
    )
    if (owned.length >= ownedMax) return tooManyLeagues('owned', ownedMax)
    const { id, publicId, at } = await insert(tx, creation)
    await addMember(tx, { contestId: id, accountId, at, realAt: now })
    return findLeague(tx, accountId, publicId)
  })
}

/** Null if nothing was created with the key. */
export async function readCreationTime(tx: Tx, accountId: number, key: string) {
  const [created] = await tx.query<{ at: Date }>(
    'select created_at as at from contest where owner_id = $1 and creation_key = $2',
    [accountId, key],
  )
  return created?.at.getTime() ?? null
}

/** Also keeps the account from being deleted until the end of the transaction. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  const locked = await tx.query('select from account where id = $1 for no key update', [id])
  if (locked.length === 0) throw new AccountGone()
}

export const tooManyLeagues = (of: 'owned' | 'joined', most: number) =>
  ({ refusal: { code: 'too_many_leagues', of, most } }) as const

type Created = League & Pick<Wish, 'span' | 'minutes'>

/** Without the times: a retry of 'now' comes later. */
const isSame = (created: Created, { startsAt: _start, endsAt: _end, ...rules }: Wish): boolean =>
  Object.entries(rules).every(([rule, value]) => created[rule as keyof typeof rules] === value)

const pick = (n: number): number => randomInt(n)

/** With the market instant at which its portfolios open. */
async function insert(tx: Tx, { accountId, key, wish, now }: Creation) {
  const timeOf = (at?: number) => (at === undefined ? null : new Date(at))
  const { span, minutes } = wish
  const lesson = span && minutes ? await createLessonMarket(tx, { span, minutes }, now) : null
  const [made] = await tx.query<{ id: number; publicId: string }>(
    `insert into contest (kind, name, starting_cents, starts_at, ends_at, planned_ends_at, owner_id, creation_key,
       created_at, code, is_door_open, orders, holdings, market_id, opening_prices, guests, generated_names)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, true, $10, $11, $12, $13, $14, $15)
     returning id, public_id as "publicId"`,
    [
      wish.kind,
      wish.name,
      wish.startingCash,
      timeOf(wish.startsAt),
      timeOf(wish.endsAt),
      accountId,
      key,
      new Date(now),
      makeCode(pick),
      wish.orders,
      wish.holdings,
      lesson?.id ?? 1,
      lesson?.startingPrices,
      wish.guests,
      wish.generatedNames,
    ],
  )
  if (made === undefined) throw new Error('A league was not inserted.')
  return { ...made, at: lesson?.opensAt ?? now }
}

interface NewMember extends Decided {
  readonly contestId: number
  readonly accountId: number
  readonly organiserName?: string | null
  /** Of a guest, who has no other. */
  readonly name?: string
}

/**
 * With a portfolio, which opens at the start for those who join before it, or in a lesson at the present tick. The contest
 * is locked, or just created.
 */
export async function addMember(tx: Tx, member: NewMember): Promise<void> {
  const { contestId, accountId, at, realAt, organiserName, name } = member
  const nameKey = name === undefined ? null : guestNameKey(name)
  await tx.query(
    `with opened as (
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
         opening_prices, splits_through, email_verified)
       select account.id, c.id, 1, starting_cents, starting_cents,
         case when kind = 'lesson' then $3 else greatest(starts_at, $3) end,
         case when kind = 'league' and starts_at <= $3 then ${quotedPrices} end,
         case when kind = 'lesson' then ${noSplits} else (select coalesce(max(id), 0) from split) end,
         email_verified
       from account, contest c where account.id = $2 and c.id = $1 returning id
     )
     insert into membership (contest_id, account_id, portfolio_id, joined_at, organiser_name, name, name_key, joined_tick)
     select $1, $2, id, $4, $5, $6, $7, (
       select round(extract(epoch from $3 - opens_at) * 1000 / step_ms) from market
       where market.id = (select market_id from contest where contest.id = $1)
     ) from opened`,
    [contestId, accountId, new Date(at), new Date(realAt), organiserName, name, nameKey],
  )
}

export async function renewCode(tx: Tx, contestId: number): Promise<null> {
  await tx.query('update contest set code = $2 where id = $1', [contestId, makeCode(pick)])
  return null
}
