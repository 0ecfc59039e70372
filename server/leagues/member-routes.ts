// The routes about the members of a league: the board, the owner's table, holdings, and removal.
import { api } from '@tengrand/contract/api.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { FastifyInstance } from 'fastify'

import { refused } from '../http/refusals.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { signedInRoutes, type Identify } from '../http/route.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { showsHoldings, type Boards } from './board.ts'
import { findMember, removeMember } from './leave.ts'
import { membersCsv, readHoldings, readMembers } from './members.ts'
import { notOwner, ofMember, type OwnLeague } from './store.ts'

interface MemberDeps extends ContestEndDeps {
  readonly identify: Identify
  readonly boards: Boards
  /** Shows a change of the members at once, on this node. */
  readonly showMembers: (contestId: number) => void
}

export function addLeagueMemberRoutes(app: FastifyInstance, deps: MemberDeps): void {
  const { db, identify, marketOf, boards, showMembers } = deps
  const add = signedInRoutes(app, identify)
  const membersOf = async (league: OwnLeague) =>
    league.ownerId === league.accountId ? readMembers(deps, league) : notOwner
  const removing = { ...deps, onChange: showMembers }

  add(
    api.leagueBoard,
    ofMember(db, (league) => boards.read(league, league.accountId)),
  )

  add(api.leagueMembers, ofMember(db, membersOf))

  const download = ofMember(db, async (league) => {
    const members = await membersOf(league)
    if ('refusal' in members) return members
    return { text: membersCsv(members, league.kind === 'lesson'), filename: 'tengrand-league.csv' }
  })
  signedInDownload(app, identify, api.leagueMembersCsv, download)

  add(
    api.memberHoldings,
    ofMember(db, async (league, { params }) => {
      const member = await findMember(db, league.id, params.user_id)
      if (member === null) return refused('not_found')
      const isOwn = member.accountId === league.accountId
      const now = (await marketOf({ contestId: league.id })).now()
      if (!isOwn && !showsHoldings(league, leagueStateAt(league, now))) return refused('hidden')
      return readHoldings(deps, league, member.portfolioId)
    }),
  )

  add(
    api.removeMember,
    async ({ caller, params }) =>
      (await removeMember(removing, { ...caller, ...params })) ?? undefined,
  )
}
