// Lets guests into a lesson with its code and a name, and back in from the same browser.
import { parseCode } from '@tengrand/core/league.ts'

import {
  createGuestAccount,
  findGuest,
  findGuestByCode,
  holdGuest,
  type Guest,
} from '../account/guest-accounts.ts'
import { groupAddress } from '../http/address.ts'
import { refused, tooMany } from '../http/refusals.ts'
import { limitOf, reserveAll } from '../http/throttle.ts'
import type { GuestSession, GuestSessions } from '../identity/identity.ts'
import { lockSessionsOf } from '../identity/session-store.ts'
import { addMember } from '../leagues/create.ts'
import {
  findByCode,
  findInvited,
  refusalOfJoin,
  type FoundLeague,
  type JoinDeps,
} from '../leagues/join.ts'
import { lockContest } from '../leagues/store.ts'
import { freeName, readName } from './names.ts'
import { usePass } from './pass.ts'

export interface GuestDeps extends JoinDeps {
  readonly guests: GuestSessions
}

interface GuestRequest {
  readonly code: string
  readonly name?: string | undefined
  readonly address: string
  /** Of the new guest, if there is none of this request yet. */
  readonly subject: string
  /** The guests of the browser. */
  readonly known: readonly string[]
}

export interface Entered {
  readonly guest: Guest
  readonly isNew: boolean
  readonly session: GuestSession
}

export async function joinAsGuest(deps: GuestDeps, request: GuestRequest) {
  const { db, config, throttle } = deps
  const limits = config.leagues
  const { code, address, name: wished } = request
  const found = await findGuestByCode(db, [...request.known, request.subject], parseCode(code))
  if (found !== null) return found.isRemoved ? refused('removed') : enter(deps, found)
  const league = await findInvited(deps, { accountId: null, address }, code)
  if ('refusal' in league) return league
  if (!limits.guests || league.guests !== true) return refused('guests_not_allowed')
  // Made up when the guest joins, if the request has none.
  const name =
    wished === undefined ? { name: null } : readName(wished, league.generatedNames === true)
  if ('refusal' in name) return name
  const { guestsPerMinuteAndAddress: perMinute, guestsPerHourAndAddress: perHour } = limits
  const group = groupAddress(address)
  const reserved = await reserveAll(throttle, [
    limitOf('guests of an address in a minute', group, { most: perMinute, seconds: 60 }),
    limitOf('guests of an address in an hour', group, { most: perHour, seconds: 3_600 }),
  ])
  if ('retryAfterSeconds' in reserved)
    return { refusal: { code: 'too_many_requests', of: 'guests', ...reserved } } as const
  const made = await create(deps, league, request.subject, name.name)
  if (!('isNew' in made)) await reserved.release()
  return 'subject' in made ? enter(deps, made) : made
}

/** The guest alone, if the same request was sent twice and the other one was first. */
async function create(
  deps: GuestDeps,
  league: FoundLeague,
  subject: string,
  wished: string | null,
) {
  const { db, config, marketOf, guests } = deps
  const decide = (await marketOf({ contestId: league.id })).deciding()
  return db.transaction(async (tx) => {
    await lockContest(tx, league.id)
    const found = await findByCode(tx, league.code, null)
    if ('refusal' in found) return found
    const before = await findGuestByCode(tx, [subject], league.code)
    if (before !== null) return before
    const decided = await decide(tx)
    if (decided === null) return refused('unavailable')
    if (found.guests !== true) return refused('guests_not_allowed')
    const refusal = refusalOfJoin(config.leagues, found, decided.at)
    if (refusal !== null) return refusal
    const name = await freeName(tx, found.id, wished)
    if ('refusal' in name) return name
    const accountId = await createGuestAccount(tx, subject, decided.realAt)
    await addMember(tx, { contestId: found.id, accountId, ...decided, ...name })
    const guest = await findGuest(tx, accountId)
    if (guest === null) throw new Error('A guest was not inserted.')
    return { guest, isNew: true, session: await guests.create(tx, subject) } satisfies Entered
  })
}

/** Enough for a page that is reloaded again and again. */
const sessionsOfGuest = { most: 20, seconds: 60 }

/** A new session of a guest. The code that lets the guest back in, if one was used, is used up only if there is a session. */
export async function enter(deps: GuestDeps, guest: Guest, pass?: string) {
  const { db, guests, throttle } = deps
  const { accountId, subject } = guest
  const reserved = await throttle.reserve(limitOf('sessions of a guest', subject, sessionsOfGuest))
  if ('retryAfterSeconds' in reserved) return tooMany(reserved)
  return db.transaction(async (tx) => {
    await lockSessionsOf(tx, subject)
    // The guest may be removed at the same moment, or the code used.
    const isIn = await holdGuest(tx, accountId)
    if (!isIn) return refused(pass === undefined ? 'removed' : 'expired_pass')
    if (pass !== undefined && !(await usePass(tx, pass))) return refused('expired_pass')
    return { guest, isNew: false, session: await guests.create(tx, subject) } satisfies Entered
  })
}
