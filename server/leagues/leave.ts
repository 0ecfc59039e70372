// Takes members off a league: the owner removes them, or they leave.
import { leagueStateAt } from '@tengrand/core/league.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { closeNow, lockOne } from '../ledger/close.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import type { PersonKey } from '../identity/identity.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { endSessionsOf } from '../identity/session-store.ts'
import { deletePortfolios } from '../ledger/portfolios.ts'
import { parseUuid } from '../uuid.ts'
import { onLeague, type LockDeps } from './locked.ts'
import { notOwner, type OwnLeague } from './store.ts'

/**
 * Leaving without a trade leaves nothing behind. Otherwise the portfolio stays, closed; before the start there is
 * nothing in it to keep.
 */
export const removeMember = (deps: ContestEndDeps & LockDeps, known: OwnLeague, userId: string) =>
  onLeague<null>(deps, known, async (tx, league, decide) => {
    const member = await findMember(tx, league.id, userId)
    const isSelf = member?.accountId === league.accountId
    if (!isSelf && league.ownerId !== league.accountId) return notOwner
    if (member === null) return refused('not_found')
    if (member.accountId === league.ownerId) return refused('owner_stays')
    const locked = await lockOne(tx, member.portfolioId)
    const { at, realAt } = await decide()
    if (leagueStateAt(league, at) === 'over') return refused('contest_over')
    const place = [league.id, member.accountId]
    if (isSelf && locked.lastTradeAt === 0) {
      await tx.query('delete from membership where contest_id = $1 and account_id = $2', place)
      await deletePortfolios(tx, [locked.id])
      return null
    }
    const hasBegun = at >= league.startsAt
    const { market } = await deps.marketOf(locked)
    const closing = { market, log: deps.log, locked, at, key: null }
    const closed = hasBegun && (await closeNow(tx, closing))
    if (closed && 'refusal' in closed) return closed
    await tx.query(
      `update membership set ${isSelf ? 'left_at' : 'removed_at'} = $3, organiser_name = null, name = null, name_key = null,
         portfolio_id = case when $4 then portfolio_id end
       where contest_id = $1 and account_id = $2`,
      [...place, new Date(realAt), hasBegun],
    )
    if (!hasBegun) await deletePortfolios(tx, [locked.id])
    // A guest is in no other league.
    if (member.issuer === guestIssuer) await endSessionsOf(tx, member)
    return null
  })

/** Null if the account is not in the league. */
export async function findMember(tx: Tx, contestId: number, userId: string) {
  const id = parseUuid(userId)
  if (id === null) return null
  const [row] = await tx.query<PersonKey & { accountId: number; portfolioId: number }>(
    `select account_id as "accountId", portfolio_id as "portfolioId", issuer, subject
     from membership join account on account.id = account_id
     where contest_id = $1 and public_id = $2 and left_at is null and removed_at is null`,
    [contestId, id],
  )
  return row ?? null
}
