// The routes of guests: joining a lesson without an account, coming back, keeping the result, and the organiser's tools.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'

import { groupAddress } from '../http/address.ts'
import { invalidKey, refused, tooMany } from '../http/refusals.ts'
import { Repeated, sameOriginRoute, signedInRoute, type Identify } from '../http/route.ts'
import { createThrottle, limitOf } from '../http/throttle.ts'
import type { Identity, GuestSessions } from '../identity/identity.ts'
import type { LeaguesConfig } from '../leagues/config.ts'
import { memberRoutes } from '../leagues/member-routes.ts'
import { findLeague, leagueOnWire, type WireDeps } from '../leagues/store.ts'
import type { KeyFor } from '../secret.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { clearGuestCookie, readGuestCookies, subjectOf, writeGuestCookie } from './cookie.ts'
import { startGuestDeletion, type DeletionDeps } from './delete-job.ts'
import { enter, joinAsGuest, type Entered } from './join.ts'
import { keepGuest } from './keep.ts'
import { clearLobby, passForGuest, renameGuest } from './organiser.ts'
import { readName } from './names.ts'
import { findByPass } from './pass.ts'

export interface GuestRouteDeps extends DeletionDeps, Pick<WireDeps, 'marketOf'> {
  readonly identify: Identify
  readonly identity: Pick<Identity, 'guests'>
  readonly config: { readonly leagues: LeaguesConfig; readonly publicUrl: URL | null }
  readonly keyFor: KeyFor
  readonly log: FastifyBaseLogger
  /** Shows a change of the members at once, on this node. */
  readonly showMembers: (contestId: number) => void
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

const passesOfAddress = { most: 120, seconds: 60 }

function addEntryRoutes(app: FastifyInstance, deps: GuestRouteDeps, guests: GuestSessions): void {
  const { db, now } = deps
  const { publicUrl } = deps.config
  const throttle = createThrottle({ ...deps, key: deps.keyFor('throttle') })
  const joining = { ...deps, guests, throttle }
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
      ...params,
      ...body,
      address: request.ip,
      subject: subjectOf(guests, key, params.code),
      known: readGuestCookies(guests, request.headers.cookie),
    })
    return 'refusal' in entered ? entered : answer(entered, reply)
  })

  sameOriginRoute(app, publicUrl, api.returnAsGuest, async ({ body }, { ip }, reply) => {
    const limit = limitOf('passes of an address', groupAddress(ip), passesOfAddress)
    const reserved = await throttle.reserve(limit)
    if ('retryAfterSeconds' in reserved) return tooMany(reserved)
    const guest = await findByPass(db, body.pass, now())
    if ('refusal' in guest) return guest
    const entered = await enter(joining, guest, body.pass)
    return 'refusal' in entered ? entered : answer(entered, reply)
  })
}

function addKeepRoute(app: FastifyInstance, deps: GuestRouteDeps, guests: GuestSessions): void {
  signedInRoute(app, deps.identify, api.keepGuest, async ({ caller, body }, request, reply) => {
    const [subject] = readGuestCookies(guests, request.headers.cookie, body.league)
    if (subject === undefined) return refused('no_guest')
    const kept = await keepGuest(deps, { ...caller, ...body, subject })
    if ('refusal' in kept) return kept
    void reply.header('set-cookie', clearGuestCookie(guests, body.league))
    return leagueOnWire(deps, kept)
  })
}

function addOrganiserRoutes(app: FastifyInstance, deps: GuestRouteDeps): void {
  const showing = { ...deps, onChange: deps.showMembers }
  const add = memberRoutes(app, deps)
  add(api.passForGuest, ({ league, params }) => passForGuest(deps, league, params.user_id))
  add(api.clearLobby, ({ league }) => clearLobby(showing, league))

  signedInRoute(app, deps.identify, api.renameGuest, async ({ caller, params, body }) => {
    // The organiser may choose any name, also where guests must take one that is offered.
    const parsed = readName(body.name, false)
    if ('refusal' in parsed) return parsed
    const league = await findLeague(deps.db, caller.accountId, params.league)
    return 'refusal' in league ? league : renameGuest(showing, league, params.user_id, parsed.name)
  })
}
