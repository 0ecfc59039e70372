// Creates a league once per key, with its owner as the first member.
import { randomInt } from 'node:crypto'

import { makeCode } from '@tengrand/core/league.ts'

import type { Db, Tx } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import { quotedPrices } from '../market/store.ts'
import type { LeaguesConfig } from './config.ts'
import { findLeague, leagueColumns, type League } from './store.ts'
import type { Wish } from './wish.ts'

interface Creation {
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
    const [created] = await tx.query<League>(
      `select ${leagueColumns} from contest c where owner_id = $1 and creation_key = $2`,
      [accountId, key],
    )
    if (created !== undefined) {
      return isSame(created, wish)
        ? findLeague(tx, accountId, created.publicId)
        : refused('key_reused')
    }
    const owned = await tx.query('select from contest where owner_id = $1 and ends_at > $2', [
      accountId,
      new Date(now),
    ])
    if (owned.length >= ownedMax) return tooManyLeagues('owned', ownedMax)
    const { id, publicId } = await insertLeague(tx, creation)
    await addMember(tx, { contestId: id, accountId, joinedAt: now, organiserName: null })
    return findLeague(tx, accountId, publicId)
  })
}

/** Also keeps the account from being deleted until the end of the transaction. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  const locked = await tx.query('select from account where id = $1 for no key update', [id])
  if (locked.length === 0) throw new AccountGone()
}

export const tooManyLeagues = (of: 'owned' | 'joined', most: number) =>
  ({ refusal: { code: 'too_many_leagues', of, most } }) as const

/** Without the times: a retry of 'now' comes later. */
const isSame = (league: League, wish: Wish): boolean =>
  (['name', 'startingCash', 'orders', 'holdings'] as const).every(
    (rule) => league[rule] === wish[rule],
  )

const pick = (n: number): number => randomInt(n)

async function insertLeague(tx: Tx, { accountId, key, wish, now }: Creation) {
  const { name, startingCash, startsAt, endsAt, orders, holdings } = wish
  const [made] = await tx.query<{ id: number; publicId: string }>(
    `insert into contest (kind, name, starting_cents, starts_at, ends_at, planned_ends_at, owner_id, creation_key,
       created_at, code, is_door_open, orders, holdings)
     values ('league', $1, $2, $3, $4, $4, $5, $6, $7, $8, true, $9, $10)
     returning id, public_id as "publicId"`,
    [
      name,
      startingCash,
      new Date(startsAt),
      new Date(endsAt),
      accountId,
      key,
      new Date(now),
      makeCode(pick),
      orders,
      holdings,
    ],
  )
  if (made === undefined) throw new Error('A league was not inserted.')
  return made
}

interface NewMember {
  readonly contestId: number
  readonly accountId: number
  readonly joinedAt: number
  readonly organiserName: string | null
}

/** With a portfolio, which opens at the start for those who join before it. The contest is locked, or just created. */
export async function addMember(
  tx: Tx,
  { contestId, accountId, joinedAt, organiserName }: NewMember,
): Promise<void> {
  await tx.query(
    `with opened as (
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
         opening_prices, splits_through, email_verified)
       select account.id, contest.id, 1, starting_cents, starting_cents, greatest(starts_at, $3),
         case when starts_at <= $3 then ${quotedPrices} end, (select coalesce(max(id), 0) from split),
         email_verified
       from account, contest where account.id = $2 and contest.id = $1 returning id
     )
     insert into membership (contest_id, account_id, portfolio_id, joined_at, organiser_name)
     select $1, $2, id, $3, $4 from opened`,
    [contestId, accountId, new Date(joinedAt), organiserName],
  )
}

export async function renewCode(tx: Tx, contestId: number): Promise<void> {
  await tx.query('update contest set code = $2 where id = $1', [contestId, makeCode(pick)])
}
