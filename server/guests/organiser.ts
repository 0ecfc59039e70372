// What the organiser of a lesson does for guests: rename one, let one back in, and clear the lobby.
import { leagueStateAt } from '@tengrand/core/league.ts'
import { guestNameKey } from '@tengrand/core/guest-name.ts'

import { removeGuestAccount } from '../account/guest-accounts.ts'
import type { Db, Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { renewCode } from '../leagues/create.ts'
import { findMember } from '../leagues/leave.ts'
import { findLeague, lockOwnedLeague, type OwnLeague } from '../leagues/store.ts'
import type { MarketOf } from '../market/markets.ts'
import { isNameTaken, readName } from './names.ts'
import { makePass } from './pass.ts'

export interface OrganiserDeps {
  readonly db: Db
  readonly marketOf: MarketOf
  readonly now: () => number
  /** Shows a change of the members at once, on this node. */
  readonly showMembers: (contestId: number) => void
}

interface Asked {
  /** Of the organiser. */
  readonly accountId: number
  readonly league: string
}

interface AskedForGuest extends Asked {
  /** The public id of the account. */
  readonly userId: string
}

async function lockLesson(tx: Tx, { accountId, league: id }: Asked) {
  const league = await lockOwnedLeague(tx, accountId, id)
  if ('refusal' in league) return league
  return league.kind === 'lesson' ? league : refused('not_a_lesson')
}

/** Works on a guest of a lesson of the caller, which is locked. */
const withGuest = <T extends object>(
  db: Db,
  asked: AskedForGuest,
  work: (tx: Tx, league: OwnLeague, guestId: number) => Promise<T>,
) =>
  db.transaction(async (tx) => {
    const league = await lockLesson(tx, asked)
    if ('refusal' in league) return league
    const member = await findMember(tx, league.id, asked.userId)
    if (member === null) return refused('not_found')
    const guests = await tx.query('select from account where id = $1 and issuer = $2', [
      member.accountId,
      guestIssuer,
    ])
    return guests.length === 0 ? refused('not_a_guest') : work(tx, league, member.accountId)
  })

/** The organiser may choose any name, also where guests must take one that is offered. */
export async function renameGuest(
  { db, showMembers }: OrganiserDeps,
  { name: text, ...asked }: AskedForGuest & { readonly name: string },
) {
  const parsed = readName(text, false)
  if ('refusal' in parsed) return parsed
  const name = parsed.name ?? text
  const renamed = await withGuest(db, asked, async (tx, league, guestId) => {
    if (await isNameTaken(tx, league.id, name, guestId)) return refused('name_taken')
    await tx.query(
      'update membership set name = $3, name_key = $4 where contest_id = $1 and account_id = $2',
      [league.id, guestId, name, guestNameKey(name)],
    )
    return { name, contestId: league.id }
  })
  if ('contestId' in renamed) showMembers(renamed.contestId)
  return renamed
}

export const passForGuest = ({ db, now }: OrganiserDeps, asked: AskedForGuest) =>
  withGuest(db, asked, (tx, _league, guestId) => makePass(tx, guestId, now()))

/** Those with a trade stay: they have a result. */
export async function clearLobby({ db, marketOf, showMembers }: OrganiserDeps, asked: Asked) {
  const cleared = await db.transaction(async (tx) => {
    const league = await lockLesson(tx, asked)
    if ('refusal' in league) return league
    const now = (await marketOf({ contestId: league.id })).now()
    if (leagueStateAt(league, now) === 'over') return refused('contest_over')
    await removeIdleGuests(tx, league.id)
    await renewCode(tx, league.id)
    return findLeague(tx, asked.accountId, asked.league)
  })
  if ('id' in cleared) showMembers(cleared.id)
  return cleared
}

interface LockedGuest {
  /** Of the portfolio. */
  readonly id: number
  readonly accountId: number
  readonly subject: string
  readonly isIdle: boolean
}

/** Locks the portfolios in the order of ids, as orders do: an order in progress is executed first, or finds no portfolio. */
async function removeIdleGuests(tx: Tx, contestId: number): Promise<void> {
  const locked = await tx.query<LockedGuest>(
    `select p.id, a.id as "accountId", subject, first_trade_at is null as "isIdle" from portfolio p join account a on a.id = p.account_id
       join membership m on m.portfolio_id = p.id
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
