// What the organiser of a lesson does for guests: rename one, let one back in, and clear the lobby.
import { leagueStateAt } from '@tengrand/core/league.ts'
import { guestNameKey } from '@tengrand/core/guest-name.ts'

import { removeGuestAccount } from '../account/guest-accounts.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import type { Refused } from '../http/route.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { renewCode } from '../leagues/create.ts'
import { findMember } from '../leagues/leave.ts'
import { changeOwnLeague, onOwnLeague, type LockDeps } from '../leagues/locked.ts'
import type { OwnLeague } from '../leagues/store.ts'
import { isNameTaken } from './names.ts'
import { makePass } from './pass.ts'

/** Works on a guest of a lesson of the caller, which is locked. */
const onGuest = <Done extends object>(
  deps: LockDeps,
  known: OwnLeague,
  userId: string,
  work: (tx: Tx, guestId: number) => Promise<Done | Refused>,
) =>
  onOwnLeague<Done>(deps, known, async (tx, league) => {
    if (league.kind !== 'lesson') return refused('not_a_lesson')
    const member = await findMember(tx, league.id, userId)
    if (member === null) return refused('not_found')
    return member.issuer === guestIssuer ? work(tx, member.accountId) : refused('not_a_guest')
  })

export const renameGuest = (deps: LockDeps, known: OwnLeague, userId: string, name: string) =>
  onGuest(deps, known, userId, async (tx, guestId) => {
    if (await isNameTaken(tx, known.id, name, guestId)) return refused('name_taken')
    await tx.query(
      'update membership set name = $3, name_key = $4 where contest_id = $1 and account_id = $2',
      [known.id, guestId, name, guestNameKey(name)],
    )
    return { name }
  })

export const passForGuest = (
  deps: LockDeps & { readonly now: () => number },
  known: OwnLeague,
  userId: string,
) => onGuest(deps, known, userId, (tx, guestId) => makePass(tx, guestId, deps.now()))

/** Those with a trade stay: they have a result. */
export const clearLobby = (deps: LockDeps, known: OwnLeague) =>
  changeOwnLeague(deps, known, async (tx, league) => {
    if (league.kind !== 'lesson') return refused('not_a_lesson')
    const now = (await deps.marketOf({ contestId: league.id })).now()
    if (leagueStateAt(league, now) === 'over') return refused('contest_over')
    await removeIdleGuests(tx, league.id)
    return renewCode(tx, league.id)
  })

/** Locks the portfolios in the order of ids, as orders do: an order in progress is executed first, or finds no portfolio. */
async function removeIdleGuests(tx: Tx, contestId: number): Promise<void> {
  const locked = await tx.query<{
    id: number
    accountId: number
    subject: string
    isIdle: boolean
  }>(
    `select p.id, a.id as "accountId", subject, first_trade_at is null as "isIdle"
     from portfolio p join account a on a.id = p.account_id join membership m on m.portfolio_id = p.id
     where p.contest_id = $1 and issuer = $2 and m.left_at is null and m.removed_at is null
     order by p.id for update of p`,
    [contestId, guestIssuer],
  )
  const idle = locked.filter(({ isIdle }) => isIdle)
  const ids = idle.map(({ id }) => id)
  await tx.query('delete from membership where portfolio_id = any($1::bigint[])', [ids])
  await deletePortfolios(tx, ids)
  for (const { accountId, subject } of idle) await removeGuestAccount(tx, accountId, subject)
}
