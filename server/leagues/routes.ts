// The routes of leagues: create, read, change and end them, and join by code.
import { api } from '@tengrand/contract/api.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import type { FastifyInstance } from 'fastify'

import { readDatabaseTime, type Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { optionalRoute } from '../http/optional-route.ts'
import { invalidKey } from '../http/refusals.ts'
import { Repeated, signedInRoute, type Identify } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import type { Market } from '../market/market.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { change, deleteLeague, endEarly, type Decide } from './change.ts'
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
  readFormerLeagues,
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
    const at = now()
    const own = await readOwnLeagues(db, caller.accountId, at)
    const former = await readFormerLeagues(db, caller.accountId)
    return { leagues: own.map((league) => leagueOnWire(league, at)), former }
  })

  signedInRoute(app, identify, api.oneLeague, async ({ caller, params }) => {
    const found = await findLeague(db, caller.accountId, params.league)
    return 'refusal' in found ? found : leagueOnWire(found, now())
  })
}

function addOwnerRoutes(app: FastifyInstance, deps: LeagueDeps): void {
  const { db, market, identify, now, clock, config } = deps
  const { minutesMin } = config.leagues
  const withSession = endsWithSession(market)
  /** Changes a league of the caller, and answers with what it is then. */
  const changing = (
    accountId: number,
    id: string,
    work: (tx: Tx, league: OwnLeague, decide: Decide) => Promise<{ refusal: object } | null | void>,
  ) => {
    const shownBefore = clock.shownUntil()
    return db.transaction(async (tx) => {
      const league = await lockOwnedLeague(tx, accountId, id)
      if ('refusal' in league) return league
      const decide = async () => clock.decidedAt(await readDatabaseTime(tx), shownBefore)
      const refused = (await work(tx, league, decide)) ?? null
      if (refused !== null) return refused as never
      const changed = await findLeague(tx, accountId, id)
      return 'refusal' in changed ? changed : leagueOnWire(changed, now())
    })
  }

  signedInRoute(app, identify, api.changeLeague, ({ caller, params, body }) =>
    changing(caller.accountId, params.league, (tx, league, decide) =>
      change(tx, league, body, { market, minutesMin, decide }),
    ),
  )

  signedInRoute(app, identify, api.endLeague, ({ caller, params }) =>
    changing(caller.accountId, params.league, (tx, league, decide) =>
      endEarly(tx, league, { decide, withSession }),
    ),
  )

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
    const name = parseOrganiserName(body.organiser_name)
    if ('refusal' in name) return name
    const { accountId } = caller
    const league = await findInvited(joining, { accountId, address: request.ip }, params.code)
    if ('refusal' in league) return league
    const joined = await join(joining, accountId, league, name.organiserName)
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
