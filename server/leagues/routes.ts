// The routes of leagues: create, read, change and end them, and join by code.
import { api } from '@tengrand/contract/api.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { optionalRoute } from '../http/optional-route.ts'
import { invalidKey } from '../http/refusals.ts'
import { Repeated, signedInRoute, type Identify } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import type { Market } from '../market/market.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { change, deleteLeague, endEarly } from './change.ts'
import type { LeaguesConfig } from './config.ts'
import { createLeague, renewCode } from './create.ts'
import { startLeagueJob, storeOpening, type LeagueJobDeps } from './end-job.ts'
import { findInvited, join, parseOrganiserName, type FoundLeague } from './join.ts'
import { addLeagueMemberRoutes } from './member-routes.ts'
import {
  findLeague,
  isInTime,
  leagueOnWire,
  lockOwnedLeague,
  readOwnLeagues,
  rulesOnWire,
  type OwnLeague,
} from './store.ts'
import { endsWithSession, parseWish } from './wish.ts'

export interface LeagueDeps extends LeagueJobDeps {
  readonly market: Market
  readonly clock: Clock
  readonly identify: Identify
  readonly keyFor: KeyFor
  readonly config: { readonly leagues: LeaguesConfig }
}

export function addLeagues(app: FastifyInstance, deps: LeagueDeps): void {
  addLeagueRoutes(app, deps)
  addOwnerRoutes(app, deps)
  addJoinRoutes(app, deps)
  addLeagueMemberRoutes(app, deps)
  startLeagueJob(app, deps)
}

/** Open leagues first, then those to come, then those that are over; the newest first. */
const listOrder = ['open', 'before', 'over'] as const

function addLeagueRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { db, market, identify, now, config } = deps
  const { leagues: limits } = config
  signedInRoute(app, identify, api.createLeague, async ({ caller, body }, request) => {
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    const at = now()
    const wish = parseWish(body, { market, minutesMin: limits.minutesMin, now: at })
    if ('refusal' in wish) return wish
    const made = await createLeague(db, limits, { accountId: caller.accountId, key, wish, now: at })
    if ('refusal' in made) return made
    if (made.startsAt <= now()) await storeOpening(deps, made.id)
    return leagueOnWire(made, now())
  })

  signedInRoute(app, identify, api.leagues, async ({ caller }) => {
    const own = await readOwnLeagues(db, caller.accountId)
    const at = now()
    const placeOf = (league: OwnLeague) => listOrder.indexOf(leagueStateAt(league, at))
    return {
      leagues: own
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((league) => leagueOnWire(league, at)),
    }
  })

  signedInRoute(app, identify, api.oneLeague, async ({ caller, params }) => {
    const found = await findLeague(db, caller.accountId, params.league)
    return 'refusal' in found ? found : leagueOnWire(found, now())
  })
}

function addOwnerRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { db, market, identify, now, config } = deps
  /** Changes a league of the caller, and answers with what it is then. */
  const changing = (
    accountId: number,
    id: string,
    work: (tx: Tx, league: OwnLeague) => Promise<{ refusal: object } | null | void>,
  ) =>
    db.transaction(async (tx) => {
      const league = await lockOwnedLeague(tx, accountId, id)
      if ('refusal' in league) return league
      const refused = (await work(tx, league)) ?? null
      if (refused !== null) return refused as never
      const changed = await findLeague(tx, accountId, id)
      return 'refusal' in changed ? changed : leagueOnWire(changed, now())
    })

  signedInRoute(app, identify, api.changeLeague, ({ caller, params, body }) => {
    const wishDeps = { market, minutesMin: config.leagues.minutesMin, now: now() }
    return changing(caller.accountId, params.league, (tx, league) =>
      change(tx, league, body, wishDeps),
    )
  })

  signedInRoute(app, identify, api.endLeague, ({ caller, params }) => {
    const end = { now: now(), withSession: endsWithSession(market) }
    return changing(caller.accountId, params.league, (tx, league) => endEarly(tx, league, end))
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

function addJoinRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { db, identify, now, keyFor, log, config } = deps
  const throttle = createThrottle({ db, key: keyFor('throttle'), now, log })
  const joining = { ...deps, throttle, limits: config.leagues }
  optionalRoute(app, identify, api.invitation, async ({ caller, params }, request) => {
    const joiner = { accountId: caller?.accountId ?? null, address: request.ip }
    const found = await findInvited(joining, joiner, params.code)
    return 'refusal' in found ? found : invitationOnWire(found, now())
  })

  signedInRoute(app, identify, api.joinLeague, async ({ caller, params, body }, request) => {
    const named = parseOrganiserName(body.organiser_name)
    if ('refusal' in named) return named
    const { accountId } = caller
    const league = await findInvited(joining, { accountId, address: request.ip }, params.code)
    if ('refusal' in league) return league
    const joined = await join(joining, { accountId, league, ...named })
    if ('refusal' in joined) return joined
    const answer = leagueOnWire(joined.own, now())
    return joined.isNew ? answer : new Repeated(answer)
  })
}

const invitationOnWire = (league: FoundLeague, now: number) => ({
  kind: 'league' as const,
  guests: false,
  name: league.name,
  owner: league.ownerName,
  members: league.members,
  state: leagueStateAt(league, now),
  ...rulesOnWire(league),
  would_be_ranked: isInTime(now, league),
  league: league.isMember ? league.publicId : null,
})
