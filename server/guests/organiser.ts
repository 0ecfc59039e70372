// What the organiser of a lesson does for guests: rename one, let one back in, and clear the lobby.
import { leagueStateAt } from '@tengrand/core/league.ts'
import { guestNameKey } from '@tengrand/core/guest-name.ts'

import { removeGuestAccount, type Guest } from '../account/guest-accounts.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import type { Refused } from '../http/route.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { renewCode } from '../leagues/create.ts'
import { findMember } from '../leagues/leave.ts'
import { onOwnLeague, type Asked, type LockDeps, type Work } from '../leagues/locked.ts'
import { findLeague, type OwnLeague } from '../leagues/store.ts'
import { isNameTaken, readName } from './names.ts'
import { makePass } from './pass.ts'

export interface AskedForGuest extends Asked {
  /** The public id of the account. */
  readonly user_id: string
}

const onLesson = <Done extends object>(deps: LockDeps, asked: Asked, work: Work<Done>) =>
  onOwnLeague<Done>(deps, asked, async (tx, league, decide) =>
    league.kind === 'lesson' ? work(tx, league, decide) : refused('not_a_lesson'),
  )

/** Works on a guest of a lesson of the caller, which is locked. */
const onGuest = <Done extends object>(
  deps: LockDeps,
  asked: AskedForGuest,
  work: (tx: Tx, league: OwnLeague, guestId: number) => Promise<Done | Refused>,
) =>
  onLesson<Done>(deps, asked, async (tx, league) => {
    const member = await findMember(tx, league.id, asked.user_id)
    if (member === null) return refused('not_found')
    return member.isGuest ? work(tx, league, member.accountId) : refused('not_a_guest')
  })

/** The organiser may choose any name, also where guests must take one that is offered. */
export async function renameGuest(deps: LockDeps, asked: AskedForGuest, wished: string) {
  const parsed = readName(wished, false)
  if ('refusal' in parsed) return parsed
  const name = parsed.name ?? wished
  return onGuest(deps, asked, async (tx, league, guestId) => {
    if (await isNameTaken(tx, league.id, name, guestId)) return refused('name_taken')
    await tx.query(
      'update membership set name = $3, name_key = $4 where contest_id = $1 and account_id = $2',
      [league.id, guestId, name, guestNameKey(name)],
    )
    return { name }
  })
}

export const passForGuest = (deps: LockDeps, asked: AskedForGuest, now: () => number) =>
  onGuest(deps, asked, (tx, _league, guestId) => makePass(tx, guestId, now()))

/** Those with a trade stay: they have a result. */
export const clearLobby = (deps: LockDeps, asked: Asked) =>
  onLesson(deps, asked, async (tx, league) => {
    const now = (await deps.marketOf({ contestId: league.id })).now()
    if (leagueStateAt(league, now) === 'over') return refused('contest_over')
    await removeIdleGuests(tx, league.id)
    await renewCode(tx, league.id)
    return findLeague(tx, asked.accountId, asked.league)
  })

/** Locks the portfolios in the order of ids, as orders do: an order in progress is executed first, or finds no portfolio. */
async function removeIdleGuests(tx: Tx, contestId: number): Promise<void> {
  const locked = await tx.query<
    Pick<Guest, 'accountId' | 'subject'> & { id: number; isIdle: boolean }
  >(
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
