// A world with a clock that the test sets, a teacher, and leagues as the API answers them.
import { randomUUID } from 'node:crypto'

import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueBoard } from '@tengrand/contract/league-members.ts'
import { dayMs, hourMs } from '@tengrand/core/day.ts'

import { createLog } from '../../log.ts'
import { readDepsOf } from '../../ledger/testing/read-deps.ts'
import { signUp, type Learner } from '../../testing/learner.ts'
import { createScriptedMarket } from '../../testing/scripted-market.ts'
import { createWorld, type WorldOptions } from '../../testing/world.ts'
import { runLeagues } from '../end-job.ts'
import type { LeagueOnWire } from '../store.ts'

export const morning = Date.parse('2026-11-13T15:30:00Z')

type Board = Answer<typeof leagueBoard>

/** At prices that the test sets, unless it wants the simulated ones. */
export async function createSchool(
  options: WorldOptions & { readonly isSimulated?: boolean; readonly at?: number } = {},
) {
  const clock = { at: options.at ?? morning }
  const now = () => clock.at
  const { isSimulated = false, at: _at, ...given } = options
  const scripted = createScriptedMarket({ now, priceCents: 100_00 })
  const world = await createWorld({ now, ...(isSimulated ? {} : { market: scripted }), ...given })
  const signUpHere = async () => signedInFor(await signUp(world.app), now)
  const teacher = await signUpHere()
  const log = createLog('silent')
  return {
    ...world,
    clock,
    scripted,
    teacher,
    signUp: signUpHere,
    pass: (ms: number) => void (clock.at += ms),
    /** One run of the job of leagues. */
    runJob: (isEnough?: () => boolean) =>
      runLeagues({ ...readDepsOf(world.db, world.market, now), log, now }, isEnough),
  }
}

/** The same learner, with a new token once the clock has moved: tokens expire within the hour. */
function signedInFor(learner: Learner, now: () => number): Learner {
  let [current, since] = [learner, now()]
  const own = async (): Promise<Learner> => {
    if (now() > since + 60_000) [current, since] = [await current.renew(), now()]
    return current
  }
  return {
    ...learner,
    get: async (url) => (await own()).get(url),
    post: async (...call) => (await own()).post(...call),
    put: async (...call) => (await own()).put(...call),
    patch: async (...call) => (await own()).patch(...call),
    delete: async (url) => (await own()).delete(url),
  }
}

export type School = Awaited<ReturnType<typeof createSchool>>

export const rules = (changes: object = {}) => ({
  name: 'Class 9b',
  starting_cash: 10_000,
  starts_at: null,
  ends_at: new Date(morning + 10 * dayMs).toISOString(),
  orders: 'all',
  holdings: 'never',
  ...changes,
})

export const startsIn = (hours: number) => new Date(morning + hours * hourMs).toISOString()

export async function createLeague(owner: Learner, changes: object = {}): Promise<LeagueOnWire> {
  const key = { 'idempotency-key': randomUUID() }
  const answer = await owner.post('/api/leagues', rules(changes), key)
  if (answer.statusCode !== 201) throw new Error(`No league was created: ${answer.body}`)
  return answer.json()
}

export async function join(learner: Learner, league: LeagueOnWire): Promise<LeagueOnWire> {
  const answer = await learner.post(`/api/join/${league.code}`, {})
  if (answer.statusCode !== 201) throw new Error(`Could not join: ${answer.body}`)
  return answer.json()
}

export const buy = (
  learner: Learner,
  { portfolio }: { readonly portfolio: string },
  { ticker = 'AAPL', quantity = 10, price = 100, key = randomUUID() } = {},
) => learner.post('/api/buy', { ticker, quantity, price, portfolio }, { 'idempotency-key': key })

export const codeOf = (answer: { json: () => { code: string } }): string => answer.json().code

export async function boardOf(learner: Learner, { id }: { readonly id: string }): Promise<Board> {
  const answer = await learner.get(`/api/leagues/${id}/board`)
  if (answer.statusCode !== 200) throw new Error(`No board: ${answer.body}`)
  return answer.json()
}

export const userIdOf = async (learner: Learner): Promise<string> =>
  (await learner.get('/api/account')).json().user_id
