// Moves a guest, with the portfolio and the place on the board, to the account of the person who signed up or in.
import { leagueStateAt } from '@tengrand/core/league.ts'

import { findGuest, findGuestId, removeGuestAccount } from '../account/guest-accounts.ts'
import type { Db, Tx } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import { lockSessionsOf } from '../identity/session-store.ts'
import { findLeague } from '../leagues/store.ts'
import type { MarketOf } from '../market/markets.ts'
import { parseUuid } from '../uuid.ts'

interface KeepDeps {
  readonly db: Db
  readonly marketOf: MarketOf
}

interface Keeping {
  readonly accountId: number
  /** Its public id. */
  readonly league: string
  /** Of the guest; undefined where the browser has none in the lesson. */
  readonly subject: string | undefined
}

export async function keepGuest(
  { db, marketOf }: KeepDeps,
  { accountId, league, subject }: Keeping,
) {
  const id = parseUuid(league)
  const guestId = subject === undefined ? null : await findGuestId(db, subject)
  if (id === null || subject === undefined || guestId === null) return refused('no_guest')
  const own = await findLeague(db, guestId, id)
  if ('refusal' in own) return refused('no_guest')
  // Before any lock: clearing a lobby locks the lesson first and the guests then. None is cleared after the end.
  const now = (await marketOf({ contestId: own.id })).now()
  if (leagueStateAt(own, now) !== 'over') return refused('not_over_yet')
  return db.transaction(async (tx) => {
    await lockSessionsOf(tx, subject)
    await lockAccounts(tx, accountId, guestId)
    const guest = await findGuest(tx, guestId)
    if (guest === null || guest.isRemoved || guest.league !== id) return refused('no_guest')
    await tx.query('select from contest where id = $1 for no key update', [own.id])
    if (await isMember(tx, own.id, accountId)) return refused('already_member')
    await move(tx, own.id, guestId, accountId)
    await removeGuestAccount(tx, guestId, subject)
    return findLeague(tx, accountId, id)
  })
}

/** Against the deletion of one of them. */
async function lockAccounts(tx: Tx, accountId: number, guestId: number): Promise<void> {
  const locked = await tx.query<{ id: number }>(
    'select id from account where id = any($1::bigint[]) order by id for no key update',
    [[accountId, guestId]],
  )
  if (!locked.some(({ id }) => id === accountId)) throw new AccountGone()
}

/** Also one who has left or was removed. */
async function isMember(tx: Tx, contestId: number, accountId: number): Promise<boolean> {
  const found = await tx.query('select from membership where contest_id = $1 and account_id = $2', [
    contestId,
    accountId,
  ])
  return found.length > 0
}

async function move(tx: Tx, contestId: number, from: number, to: number): Promise<void> {
  const both = [contestId, from, to]
  await tx.query(
    `select from portfolio where contest_id = $1 and account_id = $2 order by id for update`,
    [contestId, from],
  )
  await tx.query(
    `update portfolio set account_id = $3, email_verified = (
       select email_verified from account where id = $3
     ) where contest_id = $1 and account_id = $2`,
    both,
  )
  await tx.query(
    `update membership set account_id = $3, name = null, name_key = null
     where contest_id = $1 and account_id = $2`,
    both,
  )
  await tx.query(
    'update final_place set account_id = $3 where contest_id = $1 and account_id = $2',
    both,
  )
}
