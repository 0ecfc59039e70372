// The organiser's clock of a lesson: start, pause, resume and end.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import { refused } from '../http/refusals.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import { changeClock, type ClockChange, type ClockDeps } from '../lessons/clock.ts'
import type { LeaguesConfig } from './config.ts'
import { findLeague, leagueOnWire, notOwner, type WireDeps } from './store.ts'

export interface ClockRouteDeps extends ClockDeps, WireDeps {
  readonly db: ClockDeps['db']
  readonly identify: Identify
  readonly config: { readonly leagues: LeaguesConfig }
  /** Reads the clock of a lesson again, so that the answer has the change. */
  readonly refreshLesson: (contestId: number) => Promise<void>
}

export function addClockRoutes(app: FastifyInstance, deps: ClockRouteDeps): void {
  for (const [call, change] of [
    [api.startLesson, 'start'],
    [api.pauseLesson, 'pause'],
    [api.resumeLesson, 'resume'],
  ] as const) {
    signedInRoute(app, deps.identify, call, async ({ caller, params }) => {
      const changed = await changeLesson(deps, caller.accountId, params.league, change)
      return changed ?? refused('not_a_lesson')
    })
  }
}

/** Null if the league is not a lesson. */
export async function changeLesson(
  deps: ClockRouteDeps,
  accountId: number,
  id: string,
  change: ClockChange,
) {
  const league = await findLeague(deps.db, accountId, id)
  if ('refusal' in league) return league
  if (league.kind !== 'lesson') return null
  if (league.ownerId !== accountId) return notOwner
  const { lessonsRunningMax } = deps.config.leagues
  const refusal = await changeClock(deps, league.id, change, lessonsRunningMax)
  if (refusal !== null) return refused(refusal)
  await deps.refreshLesson(league.id)
  return leagueOnWire(deps, league)
}
