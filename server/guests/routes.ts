// The routes of guests: joining a lesson without an account, coming back, keeping the result, and the organiser's tools.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../http/address.ts'
import { invalidKey, tooMany } from '../http/refusals.ts'
import { Repeated, sameOriginRoute, signedInRoute, type Identify } from '../http/route.ts'
import { createThrottle } from '../http/throttle.ts'
import type { Identity, GuestSessions } from '../identity/identity.ts'
import type { LeaguesConfig } from '../leagues/config.ts'
import { leagueOnWire, type WireDeps } from '../leagues/store.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { clearGuestCookie, readGuestCookies, subjectOf, writeGuestCookie } from './cookie.ts'
import { startGuestDeletion, type DeletionDeps } from './delete-job.ts'
import { enter, joinAsGuest, type Entered } from './join.ts'
import { keepGuest } from './keep.ts'
import { clearLobby, passForGuest, renameGuest, type OrganiserDeps } from './organiser.ts'
import { findByPass } from './pass.ts'

export interface GuestRouteDeps extends OrganiserDeps, DeletionDeps, WireDeps {
  readonly db: OrganiserDeps['db']
  readonly identify: Identify
  readonly identity: Pick<Identity, 'guests'>
  readonly config: { readonly leagues: LeaguesConfig; readonly publicUrl: URL | null }
  readonly keyFor: KeyFor
  readonly log: FastifyBaseLogger
}

export function addGuests(app: FastifyInstance, deps: GuestRouteDeps): void {
  const { guests } = deps.identity
  if (guests !== null) {
    addEntryRoutes(app, deps, guests)
    addKeepRoute(app, deps, guests)
  }
  addOrganiserRoutes(app, deps)
  startGuestDeletion(app, deps)
}

const passesPerMinute = 120

function addEntryRoutes(app: FastifyInstance, deps: GuestRouteDeps, guests: GuestSessions): void {
  const { db, config, now, log } = deps
  const { publicUrl, leagues: limits } = config
  const throttle = createThrottle({ db, key: deps.keyFor('throttle'), now, log })
  const joining = { ...deps, guests, throttle, limits }
  const answer = async (entered: Entered, reply: FastifyReply) => {
    const { guest, session, isNew } = entered
    const { token, setCookies } = await session.issueToken()
    const cookie = writeGuestCookie(guests, guest.league, guest.subject)
    void reply.header('set-cookie', [...setCookies, cookie])
    const { league, portfolio, name } = guest
    if (portfolio === null || name === null) throw new Error('A guest has no portfolio.')
    const answered = { token, league, portfolio, name }
    return isNew ? answered : new Repeated(answered)
  }

  sameOriginRoute(app, publicUrl, api.joinAsGuest, async ({ params, body }, request, reply) => {
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    const entered = await joinAsGuest(joining, {
      code: params.code,
      name: body.name,
      address: request.ip,
      subject: subjectOf(guests, key, params.code),
      known: readGuestCookies(guests, request.headers.cookie),
    })
    return 'refusal' in entered ? entered : answer(entered, reply)
  })

  sameOriginRoute(app, publicUrl, api.returnAsGuest, async ({ body }, { ip }, reply) => {
    const limit = {
      what: 'passes of an address',
      parts: [groupAddress(ip)],
      most: passesPerMinute,
      seconds: 60,
    }
    const reserved = await throttle.reserve(limit)
    if ('retryAfterSeconds' in reserved) return tooMany(reserved)
    const guest = await findByPass(db, body.pass, now())
    if ('refusal' in guest) return guest
    const entered = await enter(joining, guest, { gone: 'expired_pass', pass: body.pass })
    return 'refusal' in entered ? entered : answer(entered, reply)
  })
}

function addKeepRoute(app: FastifyInstance, deps: GuestRouteDeps, guests: GuestSessions): void {
  signedInRoute(app, deps.identify, api.keepGuest, async ({ caller, body }, request, reply) => {
    const [subject] = readGuestCookies(guests, cookiesOf(request), body.league)
    const { accountId } = caller
    const kept = await keepGuest(deps, { accountId, league: body.league, subject })
    if ('refusal' in kept) return kept
    void reply.header('set-cookie', clearGuestCookie(guests, body.league))
    return leagueOnWire(deps, kept)
  })
}

const cookiesOf = ({ headers }: FastifyRequest): string | undefined => headers.cookie

function addOrganiserRoutes(app: FastifyInstance, deps: GuestRouteDeps): void {
  const { identify } = deps
  signedInRoute(app, identify, api.renameGuest, ({ caller, params, body }) =>
    renameGuest(deps, {
      accountId: caller.accountId,
      league: params.league,
      userId: params.user_id,
      name: body.name,
    }),
  )

  signedInRoute(app, identify, api.passForGuest, ({ caller, params }) =>
    passForGuest(deps, {
      accountId: caller.accountId,
      league: params.league,
      userId: params.user_id,
    }),
  )

  signedInRoute(app, identify, api.clearLobby, async ({ caller, params }) => {
    const asked = { accountId: caller.accountId, league: params.league }
    const cleared = await clearLobby(deps, asked)
    return 'refusal' in cleared ? cleared : leagueOnWire(deps, cleared)
  })
}
