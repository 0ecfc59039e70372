// The routes about the members of a league: the board, the owner's table, holdings, and removal.
import { api } from '@tengrand/contract/api.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { FastifyInstance } from 'fastify'

import { refused } from '../http/refusals.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { signedInRoute, type Caller, type Identify } from '../http/route.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { showsHoldings, type Boards } from './board.ts'
import { findMember, removeMember } from './leave.ts'
import { membersCsv, readHoldings, readMembers } from './members.ts'
import { findLeague, notOwner } from './store.ts'

interface MemberDeps extends ContestEndDeps {
  readonly identify: Identify
  readonly boards: Boards
  /** Shows a change of the members at once, on this node. */
  readonly showMembers: (contestId: number) => void
}

export function addLeagueMemberRoutes(app: FastifyInstance, deps: MemberDeps): void {
  const { db, identify, marketOf, boards, showMembers } = deps
  const membersOf = async ({ accountId }: Caller, id: string) => {
    const league = await findLeague(db, accountId, id)
    if ('refusal' in league) return league
    return league.ownerId === accountId ? readMembers(deps, league) : notOwner
  }

  signedInRoute(app, identify, api.leagueBoard, async ({ caller, params }) => {
    const league = await findLeague(db, caller.accountId, params.league)
    return 'refusal' in league ? league : boards.read(league, caller.accountId)
  })

  signedInRoute(app, identify, api.leagueMembers, ({ caller, params }) =>
    membersOf(caller, params.league),
  )

  signedInDownload(app, identify, api.leagueMembersCsv, async ({ caller, params }) => {
    const members = await membersOf(caller, params.league)
    if ('refusal' in members) return members
    const league = await findLeague(db, caller.accountId, params.league)
    if ('refusal' in league) return league
    return { text: membersCsv(members, league.kind === 'lesson'), filename: 'tengrand-league.csv' }
  })

  signedInRoute(app, identify, api.memberHoldings, async ({ caller, params }) => {
    const league = await findLeague(db, caller.accountId, params.league)
    if ('refusal' in league) return league
    const member = await findMember(db, league.id, params.user_id)
    if (member === null) return refused('not_found')
    const isOwn = member.accountId === caller.accountId
    const now = (await marketOf({ contestId: league.id })).now()
    if (!isOwn && !showsHoldings(league, leagueStateAt(league, now))) return refused('hidden')
    return readHoldings(deps, league, member.portfolioId)
  })

  signedInRoute(
    app,
    identify,
    api.removeMember,
    async ({ caller: { accountId }, params: { league, user_id: userId } }) => {
      const found = await findLeague(db, accountId, league)
      if ('refusal' in found) return found
      const refusal = await removeMember(deps, { accountId, league, userId })
      if (refusal === null) showMembers(found.id)
      return refusal ?? undefined
    },
  )
}
