// Moves a guest, with the portfolio and the place on the board, to the account of the person who signed up or in.
import { leagueStateAt } from '@tengrand/core/league.ts'

import { findGuest, findGuestBySubject, removeGuestAccount } from '../account/guest-accounts.ts'
import type { Tx } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import { lockSessionsOf } from '../identity/session-store.ts'
import type { LockDeps } from '../leagues/locked.ts'
import { findLeague, lockContest } from '../leagues/store.ts'

interface Keeping {
  readonly accountId: number
  /** The public id of the lesson. */
  readonly league: string
  /** Of the guest. */
  readonly subject: string
}

export async function keepGuest({ db, marketOf }: LockDeps, keeping: Keeping) {
  const { accountId, league, subject } = keeping
  const known = await findGuestBySubject(db, subject)
  const own = known && (await findLeague(db, known.accountId, league))
  if (own === null || 'refusal' in own) return refused('no_guest')
  const { id, publicId, accountId: guestId } = own
  // Before any lock: clearing a lobby locks the lesson first and the guests then. None is cleared after the end.
  const now = (await marketOf({ contestId: id })).now()
  if (leagueStateAt(own, now) !== 'over') return refused('not_over_yet')
  return db.transaction(async (tx) => {
    await lockSessionsOf(tx, subject)
    // Against the deletion of one of them.
    const locked = await tx.query<{ id: number }>(
      'select id from account where id = any($1::bigint[]) order by id for no key update',
      [[accountId, guestId]],
    )
    if (!locked.some((account) => account.id === accountId)) throw new AccountGone()
    const guest = await findGuest(tx, guestId)
    if (guest === null || guest.isRemoved || guest.league !== publicId) return refused('no_guest')
    await lockContest(tx, id)
    // Also one who has left or was removed.
    const members = await tx.query(
      'select from membership where contest_id = $1 and account_id = $2',
      [id, accountId],
    )
    if (members.length > 0) return refused('already_member')
    await move(tx, id, guestId, accountId)
    await removeGuestAccount(tx, guestId, subject)
    return findLeague(tx, accountId, publicId)
  })
}

async function move(tx: Tx, contestId: number, from: number, to: number): Promise<void> {
  const both = [contestId, from, to]
  await tx.query(
    'select from portfolio where contest_id = $1 and account_id = $2 order by id for update',
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
