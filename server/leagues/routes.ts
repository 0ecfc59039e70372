// The routes of leagues: create, read, change and end them, and join by code.
import { api } from '@tengrand/contract/api.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { LessonTerms } from '@tengrand/core/lesson.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { optionalRoute } from '../http/optional-route.ts'
import { invalidKey } from '../http/refusals.ts'
import { Repeated, signedInRoute, type Identify } from '../http/route.ts'
import { createThrottle, type Throttle } from '../http/throttle.ts'
import { isLiveLesson } from '../lessons/live.ts'
import type { Market } from '../market/market.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { createBoards } from './board.ts'
import { change, deleteLeague, endEarly, type Decide } from './change.ts'
import { addClockRoutes, changeLesson, type ClockRouteDeps } from './clock-routes.ts'
import { createLeague, readCreationTime, renewCode } from './create.ts'
import { startLeagueJob, storeOpening, type LeagueJobDeps } from './end-job.ts'
import { findInvited, join, parseOrganiserName, type FoundLeague } from './join.ts'
import { addLessonRoutes } from './lesson-routes.ts'
import { openRooms } from './lesson-rooms.ts'
import { addLeagueMemberRoutes } from './member-routes.ts'
import {
  findLeague,
  guestRulesOf,
  isInTime,
  leagueOnWire,
  lockOwnedLeague,
  readFormerLeagues,
  readOwnLeagues,
  rulesOnWire,
  type OwnLeague,
} from './store.ts'
import { endsWithSession, parseWish } from './wish.ts'

export interface LeagueDeps extends LeagueJobDeps, ClockRouteDeps {
  readonly market: Market
  readonly identify: Identify
  readonly keyFor: KeyFor
  readonly clock: Clock
  readonly onTick: Metrics['onTick']
}

export function addLeagues(app: FastifyInstance, deps: LeagueDeps) {
  const { db, now, log } = deps
  const throttle = createThrottle({ db, key: deps.keyFor('throttle'), now, log })
  addLeagueRoutes(app, deps, throttle)
  addOwnerRoutes(app, deps)
  addClockRoutes(app, deps)
  addJoinRoutes(app, deps, throttle)
  const boards = createBoards(deps)
  const rooms = openRooms({ ...deps, boards })
  const showMembers = (contestId: number): void => {
    boards.forget(contestId)
    rooms.refresh(contestId)
  }
  addLeagueMemberRoutes(app, { ...deps, boards, showMembers })
  addLessonRoutes(app, { ...deps, rooms })
  startLeagueJob(app, deps)
  return { showMembers }
}

/** Each takes memory of a node for some minutes, also one that is deleted. */
const newLessonsPerHour = 60

function addLeagueRoutes(app: FastifyInstance, deps: LeagueDeps, throttle: Throttle): void {
  const { db, market, identify, now, config } = deps
  const { leagues: limits } = config
  signedInRoute(app, identify, api.createLeague, async ({ caller, body }, request) => {
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    // A retry is checked as of the creation: its start may have passed since.
    const at = (await readCreationTime(db, caller.accountId, key)) ?? now()
    const wish = parseWish(body, { ...limits, market, now: at })
    if ('refusal' in wish) return wish
    const limit = {
      what: 'new lessons',
      parts: [String(caller.accountId)],
      most: newLessonsPerHour,
      seconds: 3_600,
    }
    const reserved = wish.kind === 'lesson' ? await throttle.reserve(limit) : null
    if (reserved && 'retryAfterSeconds' in reserved) {
      const { retryAfterSeconds } = reserved
      return { refusal: { code: 'too_many_requests', retryAfterSeconds } }
    }
    const made = await createLeague(db, limits, { accountId: caller.accountId, key, wish, now: at })
    if ('refusal' in made) return made
    if (made.kind === 'league' && made.startsAt <= now()) await storeOpening(deps, made.id)
    return leagueOnWire(deps, made)
  })

  signedInRoute(app, identify, api.leagues, async ({ caller }) => {
    const own = await readOwnLeagues(db, caller.accountId, now())
    const leagues = []
    for (const league of own) leagues.push(await leagueOnWire(deps, league))
    return { leagues, former: await readFormerLeagues(db, caller.accountId) }
  })

  signedInRoute(app, identify, api.oneLeague, async ({ caller, params }) => {
    const found = await findLeague(db, caller.accountId, params.league)
    return 'refusal' in found ? found : leagueOnWire(deps, found)
  })
}

function addOwnerRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { db, market, identify, config } = deps
  const { minutesMin, guests } = config.leagues
  const withSession = endsWithSession(market)
  /** Changes a league of the caller, and answers with what it is then. */
  const changing = async (
    accountId: number,
    id: string,
    work: (tx: Tx, league: OwnLeague, decide: Decide) => Promise<{ refusal: object } | null | void>,
  ) => {
    const found = await findLeague(db, accountId, id)
    if ('refusal' in found) return found
    const decided = (await deps.marketOf({ contestId: found.id })).deciding()
    const changed = await db.transaction(async (tx) => {
      const league = await lockOwnedLeague(tx, accountId, id)
      if ('refusal' in league) return league
      const decide = async () => (await decided(tx))?.at ?? null
      const refused = (await work(tx, league, decide)) ?? null
      return refused === null ? findLeague(tx, accountId, id) : (refused as never)
    })
    return 'refusal' in changed ? changed : leagueOnWire(deps, changed)
  }

  signedInRoute(app, identify, api.changeLeague, ({ caller, params, body }) =>
    changing(caller.accountId, params.league, (tx, league, decide) =>
      change(tx, league, body, { market, minutesMin, guests, decide }),
    ),
  )

  signedInRoute(app, identify, api.endLeague, async ({ caller, params }) => {
    const lesson = await changeLesson(deps, caller.accountId, params.league, 'end')
    if (lesson !== null) return lesson
    return changing(caller.accountId, params.league, (tx, league, decide) =>
      endEarly(tx, league, { decide, withSession }),
    )
  })

  signedInRoute(app, identify, api.renewCode, ({ caller, params }) =>
    changing(caller.accountId, params.league, (tx, league) => renewCode(tx, league.id)),
  )

  signedInRoute(app, identify, api.deleteLeague, ({ caller, params }) =>
    db.transaction(async (tx) => {
      const league = await lockOwnedLeague(tx, caller.accountId, params.league)
      if ('refusal' in league) return league
      return (await deleteLeague(tx, league)) ?? undefined
    }),
  )
}

function addJoinRoutes(app: FastifyInstance, deps: LeagueDeps, throttle: Throttle): void {
  const { identify, config, marketOf } = deps
  const joining = { ...deps, throttle, limits: config.leagues }
  optionalRoute(app, identify, api.invitation, async ({ caller, params }, request) => {
    const joiner = { accountId: caller?.accountId ?? null, address: request.ip }
    const found = await findInvited(joining, joiner, params.code)
    if ('refusal' in found) return found
    const of = await marketOf({ contestId: found.id })
    const guests = found.guests === true && config.leagues.guests
    return {
      ...invitationOnWire(found, of.now()),
      guests,
      ...(isLiveLesson(of) && lengthOf(of.terms)),
    }
  })

  signedInRoute(app, identify, api.joinLeague, async ({ caller, params, body }, request) => {
    const name = parseOrganiserName(body.organiser_name)
    if ('refusal' in name) return name
    const { accountId } = caller
    const league = await findInvited(joining, { accountId, address: request.ip }, params.code)
    if ('refusal' in league) return league
    const joined = await join(joining, accountId, league, name.organiserName)
    if ('refusal' in joined) return joined
    const answer = await leagueOnWire(deps, joined.own)
    return joined.isNew ? answer : new Repeated(answer)
  })
}

const lengthOf = ({ span, minutes }: LessonTerms) => ({ span, minutes })

/** `now` is market time. */
const invitationOnWire = (league: FoundLeague, now: number) => ({
  kind: league.kind,
  ...guestRulesOf(league),
  name: league.name,
  owner: league.ownerName,
  members: league.members,
  state: leagueStateAt(league, now),
  ...rulesOnWire(league),
  would_be_ranked: isInTime(now, league),
  league: league.isMember ? league.publicId : null,
})
