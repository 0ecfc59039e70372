// The routes of leagues: create, read, change and end them, and join by code.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import { optionalRoute } from '../http/optional-route.ts'
import { invalidKey, tooMany } from '../http/refusals.ts'
import { Repeated, signedInRoutes } from '../http/route.ts'
import { createThrottle, limitOf, type Throttle } from '../http/throttle.ts'
import { isLiveLesson } from '../lessons/live.ts'
import type { Market } from '../market/market.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { createBoards } from './board.ts'
import { change, deleteLeague, endEarly } from './change.ts'
import { createLeague, readCreationTime, renewCode } from './create.ts'
import { startLeagueJob, storeOpening, type LeagueJobDeps } from './end-job.ts'
import { findInvited, join, parseOrganiserName } from './join.ts'
import { addLessonRoutes, changeLesson, type LessonRouteDeps } from './lesson-routes.ts'
import { openRooms } from './lesson-rooms.ts'
import { changeOwnLeague, onOwnLeague } from './locked.ts'
import { addLeagueMemberRoutes, memberRoutes } from './member-routes.ts'
import {
  guestRulesOf,
  infoOnWire,
  isInTime,
  leagueOnWire,
  readFormerLeagues,
  readOwnLeagues,
} from './store.ts'
import { endsWithSession, parseWish } from './wish.ts'

export interface LeagueDeps extends LeagueJobDeps, LessonRouteDeps {
  readonly market: Market
  readonly keyFor: KeyFor
  readonly clock: Clock
  readonly onTick: Metrics['onTick']
}

export function addLeagues(app: FastifyInstance, deps: LeagueDeps) {
  const throttle = createThrottle({ ...deps, key: deps.keyFor('throttle') })
  addLeagueRoutes(app, deps, throttle)
  addOneLeagueRoutes(app, deps)
  addJoinRoutes(app, deps, throttle)
  const boards = createBoards(deps)
  const rooms = openRooms({ ...deps, boards })
  const showMembers = (contestId: number): void => {
    boards.forget(contestId)
    rooms.refresh(contestId)
  }
  addLeagueMemberRoutes(app, { ...deps, boards, onChange: showMembers })
  addLessonRoutes(app, deps, rooms)
  startLeagueJob(app, deps)
  return { showMembers }
}

/** Each takes memory of a node for some minutes, also one that is deleted. */
const newLessons = { most: 60, seconds: 3_600 }

function addLeagueRoutes(app: FastifyInstance, deps: LeagueDeps, throttle: Throttle): void {
  const { db, market, now } = deps
  const { leagues: limits } = deps.config
  const add = signedInRoutes(app, deps.identify)
  add(api.createLeague, async ({ caller, body }, request) => {
    const { accountId } = caller
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    // A retry is checked as of the creation: its start may have passed since.
    const at = (await readCreationTime(db, accountId, key)) ?? now()
    const wish = parseWish(body, { limits, market, now: at })
    if ('refusal' in wish) return wish
    if (wish.kind === 'lesson') {
      const limit = limitOf('new lessons', String(accountId), newLessons)
      const reserved = await throttle.reserve(limit)
      if ('retryAfterSeconds' in reserved) return tooMany(reserved)
    }
    const made = await createLeague(db, limits, { accountId, key, wish, now: at })
    if ('refusal' in made) return made
    if (made.kind === 'league' && made.startsAt <= now()) await storeOpening(deps, made.id)
    return leagueOnWire(deps, made)
  })

  add(api.leagues, async ({ caller }) => {
    const own = await readOwnLeagues(db, caller.accountId, now())
    const leagues = []
    for (const league of own) leagues.push(await leagueOnWire(deps, league))
    return { leagues, former: await readFormerLeagues(db, caller.accountId) }
  })
}

function addOneLeagueRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { market, config } = deps
  const add = memberRoutes(app, deps)
  add(api.oneLeague, ({ league }) => leagueOnWire(deps, league))

  add(api.changeLeague, ({ league: known, body }) =>
    changeOwnLeague(deps, known, (tx, league, decide) =>
      change(tx, league, body, { market, limits: config.leagues, decide }),
    ),
  )

  add(api.endLeague, ({ league: known }) =>
    known.kind === 'lesson'
      ? changeLesson(deps, known, 'end')
      : changeOwnLeague(deps, known, async (tx, league, decide) =>
          endEarly(tx, league, (await decide()).at, endsWithSession(market)),
        ),
  )

  add(api.renewCode, ({ league: known }) =>
    changeOwnLeague(deps, known, (tx, league) => renewCode(tx, league.id)),
  )

  add(api.deleteLeague, ({ league }) => onOwnLeague(deps, league, deleteLeague))
}

function addJoinRoutes(app: FastifyInstance, deps: LeagueDeps, throttle: Throttle): void {
  const { identify, config, marketOf } = deps
  const joining = { ...deps, throttle }
  optionalRoute(app, identify, api.invitation, async ({ caller, params }, request) => {
    const joiner = { accountId: caller?.accountId ?? null, address: request.ip }
    const found = await findInvited(joining, joiner, params.code)
    if ('refusal' in found) return found
    const of = await marketOf({ contestId: found.id })
    const now = of.now()
    const { generated_names, guests } = guestRulesOf(found)
    return {
      ...infoOnWire(found, now),
      generated_names,
      guests: guests && config.leagues.guests,
      would_be_ranked: isInTime(now, found),
      league: found.isMember ? found.publicId : null,
      ...(isLiveLesson(of) && { span: of.terms.span, minutes: of.terms.minutes }),
    }
  })

  signedInRoutes(app, identify)(api.joinLeague, async ({ caller, params, body }, request) => {
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
