// Takes members off a league: the owner removes them, or they leave.
import { leagueStateAt } from '@tengrand/core/league.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { closeNow, lockOne } from '../ledger/close.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { endSessionsOf } from '../identity/session-store.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { Decided } from '../market/markets.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { parseUuid } from '../uuid.ts'
import { findLeague, lockLeague, notOwner, type OwnLeague } from './store.ts'

interface Removal {
  /** The account that asks. */
  readonly accountId: number
  readonly league: string
  /** The public id of the account that goes. */
  readonly userId: string
}

export async function removeMember(
  deps: ContestEndDeps,
  { accountId, league: id, userId }: Removal,
) {
  const known = await findLeague(deps.db, accountId, id)
  if ('refusal' in known) return known
  const decide = (await deps.marketOf({ contestId: known.id })).deciding()
  return deps.db.transaction(async (tx) => {
    const league = await lockLeague(tx, accountId, id)
    if ('refusal' in league) return league
    const member = await findMember(tx, league.id, userId)
    const isSelf = member?.accountId === accountId
    if (!isSelf && league.ownerId !== accountId) return notOwner
    if (member === null) return refused('not_found')
    if (member.accountId === league.ownerId) return refused('owner_stays')
    const locked = await lockOne(tx, member.portfolioId)
    const decided = await decide(tx)
    if (decided === null) return refused('unavailable')
    if (leagueStateAt(league, decided.at) === 'over') return refused('contest_over')
    return take(tx, deps, { league, locked, isSelf, ...decided })
  })
}

/** Null if the account is not in the league. */
export async function findMember(tx: Tx, contestId: number, userId: string) {
  const id = parseUuid(userId)
  if (id === null) return null
  const [row] = await tx.query<{ accountId: number; portfolioId: number }>(
    `select m.account_id as "accountId", m.portfolio_id as "portfolioId"
     from membership m join account on account.id = m.account_id
     where m.contest_id = $1 and account.public_id = $2 and m.left_at is null and m.removed_at is null`,
    [contestId, id],
  )
  return row ?? null
}

interface Leaving extends Decided {
  readonly league: OwnLeague
  readonly locked: PortfolioRow
  readonly isSelf: boolean
}

/**
 * Leaving without a trade leaves nothing behind. Otherwise the portfolio stays, closed; before the start there is
 * nothing in it to keep.
 */
async function take(tx: Tx, deps: ContestEndDeps, { league, locked, isSelf, at, realAt }: Leaving) {
  const place = [league.id, locked.accountId]
  const hasTraded = locked.lastTradeAt > 0
  if (isSelf && !hasTraded) {
    await tx.query('delete from membership where contest_id = $1 and account_id = $2', place)
    await deletePortfolios(tx, [locked.id])
    return null
  }
  const hasBegun = at >= league.startsAt
  const { market } = await deps.marketOf(locked)
  const closed = hasBegun && (await closeNow(tx, { market, log: deps.log, locked, at, key: null }))
  if (closed && 'refusal' in closed) return closed
  await tx.query(
    `update membership set ${isSelf ? 'left_at' : 'removed_at'} = $3, organiser_name = null, name = null, name_key = null,
       portfolio_id = case when $4 then portfolio_id end
     where contest_id = $1 and account_id = $2`,
    [...place, new Date(realAt), hasBegun],
  )
  if (!hasBegun) await deletePortfolios(tx, [locked.id])
  await endSessionsOfGuest(tx, locked.accountId)
  return null
}

/** A guest is in no other league. */
async function endSessionsOfGuest(tx: Tx, accountId: number): Promise<void> {
  const [guest] = await tx.query<{ subject: string }>(
    'select subject from account where id = $1 and issuer = $2',
    [accountId, guestIssuer],
  )
  if (guest !== undefined) await endSessionsOf(tx, { ...guest, issuer: guestIssuer })
}
