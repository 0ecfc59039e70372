// What the provider does for people: signing up, in and out, a session that lasts, tokens for the API.
import type { Refusal } from '@tengrand/contract/refusals.ts'

import type { Db, Tx } from '../../db.ts'
import type { Attempts } from './attempts.ts'
import { isFitPassword, parseEmail } from './input.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Passwords } from './password.ts'
import type { Sessions } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'
import {
  addSession,
  addUser,
  credentialsOf,
  endSession,
  makeRoomFor,
  passwordOf,
  prolongSession,
  sessionOf,
  userByEmail,
  type NewSession,
  type Session,
  type User,
} from './store.ts'
import type { Full, Throttle } from './throttle.ts'

export interface ProviderDoors {
  readonly db: Db
  readonly now: () => number
  readonly throttle: Throttle
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly devices: KnownDevices
  readonly sessions: Sessions
  readonly keys: SigningKeys
  readonly sessionMs: number
  readonly tokenSeconds: number
}

export interface Visitor {
  readonly address: string
  /** The header as it came. */
  readonly cookies: string | undefined
}

export interface Arrival extends Visitor {
  /** The secret of the session that the browser has, which the new one replaces. */
  readonly replaced: string | null
}

export interface Refused {
  readonly refusal: Refusal
}

export interface SignedIn {
  readonly user: User
  /** The secret of the new session. */
  readonly token: string
  /** The cookie by which the device is known from now on. */
  readonly deviceCookie: string
}

interface EmailAndPassword {
  readonly email: string
  readonly password: string
}

/** Not the address of this server: people stay who they are when it moves to another. */
export const issuer = 'tengrand:embedded'
export const audience = 'tengrand-api'

const dayMs = 86_400_000

export async function signUp(
  doors: ProviderDoors,
  given: EmailAndPassword,
  arrival: Arrival,
): Promise<SignedIn | Refused> {
  const { db, now, attempts, passwords, devices } = doors
  const email = parseEmail(given.email)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  if (!isFitPassword(given.password)) return { refusal: { code: 'weak_password' } }
  const place = await attempts.signUp(arrival.address)
  if ('retryAfterSeconds' in place) return tooMany(place)
  if ((await userByEmail(db, email)) !== null) return emailInUse
  // Before the transaction: no connection waits for this.
  const password = await passwords.hash(given.password).catch(async (error: unknown) => {
    await place.giveBack()
    throw error
  })
  const life = lifeOf(doors, now())
  const made = await db.transaction(async (tx) => {
    const user = await addUser(tx, { email, password, at: life.at })
    if (user === null) return null
    const begun = await begin(tx, { userId: user.id, password, ...life }, arrival)
    if (begun === null) throw new Error('A new account has no session.')
    return { user, ...begun }
  })
  if (made === null) return emailInUse
  const { user, token, ended } = made
  endAll(doors, ended)
  return { user, token, deviceCookie: devices.remember(arrival.cookies, { ...user, password }) }
}

async function begin(tx: Tx, session: NewSession, { replaced }: Arrival) {
  const token = await addSession(tx, session)
  if (token === null) return null
  return { token, ended: await makeRoomFor(tx, { userId: session.userId, token, replaced }) }
}

/** The same steps for everybody, whether there is such an account or not. */
export async function signIn(
  doors: ProviderDoors,
  given: EmailAndPassword,
  arrival: Arrival,
): Promise<SignedIn | Refused> {
  const { db, now, attempts, passwords, devices } = doors
  const { address, cookies } = arrival
  const email = parseEmail(given.email)
  // Only for a device that has been in is anything looked up before the try is counted: to all others the time of
  // refusals, of which they can have any number, would tell in the end whether there is such an account.
  const owner =
    email !== null && devices.hasBeenIn(cookies, email) ? await credentialsOf(db, email) : null
  const device = owner === null ? null : devices.find(cookies, owner)
  const place = await attempts.signIn({ address, device })
  if ('retryAfterSeconds' in place) return tooMany(place)
  if (email === null || !isFitPassword(given.password)) return invalidCredentials
  const known = owner ?? (await credentialsOf(db, email))
  const guessing = await attempts.guess({ email, address, device })
  if ('retryAfterSeconds' in guessing) return tooMany(guessing)
  const stored = known?.password ?? null
  const matches = await passwords.matches(given.password, stored).catch(async (error: unknown) => {
    await guessing.cancelled()
    throw error
  })
  if (!matches || known === null || stored === null) return invalidCredentials
  const session = { userId: known.id, password: stored, ...lifeOf(doors, now()) }
  const begun = await db.transaction((tx) => begin(tx, session, arrival))
  if (begun === null) return invalidCredentials
  endAll(doors, begun.ended)
  await guessing.succeeded()
  return {
    user: { id: known.id, email: known.email },
    token: begun.token,
    deviceCookie: devices.remember(cookies, known),
  }
}

/** What a session that Google has begun brings along: others end for it, and the device is a known one. */
export async function welcome(
  doors: ProviderDoors,
  token: string,
  { cookies, replaced }: Omit<Arrival, 'address'>,
): Promise<{ deviceCookie: string } | null> {
  const { db, now } = doors
  const session = await sessionOf(db, token, new Date(now()))
  if (session === null) return null
  endAll(doors, await makeRoomFor(db, { userId: session.userId, token, replaced }))
  const user = { id: session.userId, email: session.email }
  return { deviceCookie: await rememberDevice(doors, cookies, user) }
}

/** The cookie of a device whose user has shown in another way than by the password who they are. */
export async function rememberDevice(
  { db, devices }: ProviderDoors,
  cookies: string | undefined,
  user: User,
): Promise<string> {
  return devices.remember(cookies, { ...user, password: await passwordOf(db, user.id) })
}

export async function signOut(doors: ProviderDoors, token: string): Promise<void> {
  endAll(doors, await endSession(doors.db, token))
}

function endAll({ sessions }: ProviderDoors, ids: readonly string[]): void {
  for (const id of ids) sessions.end(id)
}

export interface Current {
  readonly session: Session
  /** The cookies have to last longer as well. */
  readonly isProlonged: boolean
}

/** A session that is in use does not end; it is written down once a day that it is. */
export async function currentSession(doors: ProviderDoors, token: string): Promise<Current | null> {
  const { db, now } = doors
  const { at, expiresAt } = lifeOf(doors, now())
  const session = await sessionOf(db, token, at)
  if (session === null) return null
  const isProlonged = at.getTime() - session.updatedAt.getTime() >= dayMs
  if (isProlonged) await prolongSession(db, { id: session.id, at, expiresAt })
  return { session, isProlonged }
}

export async function issueToken(
  { keys, now, tokenSeconds }: ProviderDoors,
  { id, userId, email }: Session,
): Promise<string> {
  const iat = Math.floor(now() / 1000)
  const exp = iat + tokenSeconds
  return keys.sign({ iss: issuer, aud: audience, sub: userId, email, sid: id, iat, exp })
}

export const tooMany = ({ retryAfterSeconds }: Full): Refused => ({
  refusal: { code: 'too_many_requests', retryAfterSeconds },
})

const lifeOf = ({ sessionMs }: ProviderDoors, at: number) => ({
  at: new Date(at),
  expiresAt: new Date(at + sessionMs),
})

const emailInUse: Refused = { refusal: { code: 'email_in_use' } }
const invalidCredentials: Refused = { refusal: { code: 'invalid_credentials' } }
