// The routes about the members of a league: the board, the owner's table, holdings, and removal.
import { api } from '@tengrand/contract/api.ts'
import type { Call, Given } from '@tengrand/contract/call.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { signedInRoute, type Caller, type Handler, type Identify } from '../http/route.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { showsHoldings, type Boards } from './board.ts'
import { findMember, removeMember } from './leave.ts'
import type { LockDeps } from './locked.ts'
import { membersCsv, readHoldings, readMembers } from './members.ts'
import { findLeague, notOwner, type OwnLeague } from './store.ts'

interface MemberDeps extends ContestEndDeps, LockDeps {
  readonly identify: Identify
  readonly boards: Boards
}

export function addLeagueMemberRoutes(app: FastifyInstance, deps: MemberDeps): void {
  const { db, identify, marketOf, boards } = deps
  const add = memberRoutes(app, deps)
  const membersOf = async (league: OwnLeague) =>
    league.ownerId === league.accountId ? readMembers(deps, league) : notOwner

  add(api.leagueBoard, ({ league }) => boards.read(league, league.accountId))

  add(api.leagueMembers, ({ league }) => membersOf(league))

  signedInDownload(app, identify, api.leagueMembersCsv, async ({ caller, params }) => {
    const league = await findLeague(db, caller.accountId, params.league)
    if ('refusal' in league) return league
    const members = await membersOf(league)
    if ('refusal' in members) return members
    return { text: membersCsv(members, league.kind === 'lesson'), filename: 'tengrand-league.csv' }
  })

  add(api.memberHoldings, async ({ league, params }) => {
    const member = await findMember(db, league.id, params.user_id)
    if (member === null) return refused('not_found')
    const isOwn = member.accountId === league.accountId
    const now = (await marketOf({ contestId: league.id })).now()
    if (!isOwn && !showsHoldings(league, leagueStateAt(league, now))) return refused('hidden')
    return readHoldings(deps, league, member.portfolioId)
  })

  add(api.removeMember, ({ league, params }) => removeMember(deps, league, params.user_id))
}

type MemberHandler<C extends Call> = (
  given: Given<C> & { readonly caller: Caller; readonly league: OwnLeague },
  reply: FastifyReply,
) => ReturnType<Handler<C>>

/** `signedInRoutes` for calls of members: the league of a call is found first. */
export const memberRoutes =
  (app: FastifyInstance, { db, identify }: { readonly db: Tx; readonly identify: Identify }) =>
  <C extends Call & { readonly path: `/api/leagues/:league${string}` }>(
    call: C,
    handler: MemberHandler<C>,
  ): void =>
    signedInRoute(app, identify, call, async (given, request, reply) => {
      const { league: id } = request.params as { readonly league: string }
      const league = await findLeague(db, given.caller.accountId, id)
      return 'refusal' in league ? league : handler({ ...given, league }, reply)
    })
