// What the provider does for people with a password: signing up and signing in.
import { parseEmail } from '@tengrand/core/email.ts'

import type { Db, Tx } from '../../db/handle.ts'
import type { Refused } from '../../http/route.ts'
import type { LimitReached, Throttle } from '../../http/throttle.ts'
import { whyUnwelcome, type Admission } from '../admission.ts'
import { lockSessionsOf } from '../session-store.ts'
import type { Begun, Sessions } from '../sessions.ts'
import type { Attempts } from './attempts.ts'
import type { EmailMessages } from './email-messages.ts'
import { addEmailLink, linkEndsAt } from './email-store.ts'
import type { KnownDevices } from './known-devices.ts'
import { whyUnfit } from './password-rules.ts'
import { isFitPassword, type Passwords } from './password.ts'
import {
  addPerson,
  credentialsOf,
  lockWithPassword,
  type Credentials,
  type Person,
} from './store.ts'

export interface ProviderDeps {
  readonly db: Db
  readonly now: () => number
  readonly admission: Admission
  readonly throttle: Throttle
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly devices: KnownDevices
  readonly sessions: Sessions
  /** The messages that are due to an email that waits to be confirmed. */
  readonly emailMessages: EmailMessages
  /** The email is known to be the person's own. */
  readonly confirmAccount: (tx: Tx, person: Person) => Promise<unknown>
  /** Whether operators have locked the account, or the one that the person had before. */
  readonly isLockedOut: (tx: Tx, person: Person) => Promise<boolean>
  /** Whether somebody with this email has deleted an account lately. */
  readonly hasDeparted: (tx: Tx, email: string) => Promise<boolean>
  readonly publicIdOf: (personId: string) => Promise<string | null>
}

export interface Arrival {
  readonly address: string
  /** The header as it came. */
  readonly cookies: string | undefined
  /** The secret of the session that the browser has, which the new one replaces. */
  readonly replaced: string | null
}

export interface SignedIn {
  readonly begun: Begun
  /** The cookie by which the device is known from now on. */
  readonly deviceCookie: string
}

type EmailAndPassword = Readonly<Record<'email' | 'password', string>>

export async function signUp(
  deps: ProviderDeps,
  given: EmailAndPassword,
  arrival: Arrival,
): Promise<SignedIn | Refused> {
  const { db, now, admission, attempts, passwords } = deps
  const email = parseEmail(given.email)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  const unwelcome = whyUnwelcome(admission, email)
  if (unwelcome !== null) return { refusal: { code: unwelcome } }
  const unfit = await whyUnfit(given.password, email)
  if (unfit !== null) return { refusal: unfit }
  const place = await attempts.signUp(arrival.address)
  if ('retryAfterSeconds' in place) return tooMany(place)
  if ((await credentialsOf(db, email)) !== null) return emailInUse
  if (await deps.isLockedOut(db, { id: '', email })) return accountLocked
  // Before the transaction: no connection waits for this.
  const password = await passwords.hash(given.password).catch(async (error: unknown) => {
    await place.release()
    throw error
  })
  const entered = await db.transaction(async (tx) => {
    const person = await addPerson(tx, { email, password, at: new Date(now()) })
    if (person === null) return emailInUse
    const link = { personId: person.id, purpose: 'confirm', email } as const
    if (admission.verifyEmail) await addEmailLink(tx, { ...link, expiresAt: linkEndsAt(now()) })
    return { signedIn: await enter(deps, tx, { ...person, password }, arrival), link }
  })
  if ('refusal' in entered) return entered
  if (admission.verifyEmail) await sendFirstConfirmation(deps, entered.link)
  return entered.signedIn
}

/** Where the mailbox or the queue has too many messages, the person can ask for another one. */
async function sendFirstConfirmation(
  { attempts, emailMessages }: ProviderDeps,
  link: Parameters<EmailMessages['add']>[0],
): Promise<void> {
  const place = await attempts.writeTo(link.email, 'confirmations')
  if ('release' in place) await emailMessages.add(link)
}

/** The same steps for everybody, whether there is such an account or not. */
export async function signIn(
  deps: ProviderDeps,
  given: EmailAndPassword,
  arrival: Arrival,
): Promise<SignedIn | Refused> {
  const { db, attempts, passwords, devices } = deps
  const { address, cookies } = arrival
  const email = parseEmail(given.email)
  // Only for a device that has been in is anything looked up before the try is counted: to all others the time of
  // refusals, of which they can have any number, would tell in the end whether there is such an account.
  const owner =
    email !== null && devices.hasBeenIn(cookies, email) ? await credentialsOf(db, email) : null
  const device = owner === null ? null : devices.find(cookies, owner)
  const place = await attempts.signIn(address, device === null ? null : email)
  if ('retryAfterSeconds' in place) return tooMany(place)
  if (email === null || !isFitPassword(given.password)) return invalidCredentials
  const known = owner ?? (await credentialsOf(db, email))
  const guessing = await attempts.guess({ email, address, device })
  if ('retryAfterSeconds' in guessing) return tooMany(guessing)
  const password = known?.password ?? null
  const matches = await passwords
    // A burst of strangers must not make the people wait who have been in here before.
    .matches(given.password, password, device === null ? null : { account: email })
    .catch(async (error: unknown) => {
      await guessing.cancelled()
      throw error
    })
  if (!matches || known === null || password === null) return invalidCredentials
  const signedIn = await db.transaction(async (tx) => {
    if (!(await lockWithPassword(tx, { id: known.id, password }))) return null
    await lockSessionsOf(tx, known.id)
    return (await deps.isLockedOut(tx, known)) ? accountLocked : enter(deps, tx, known, arrival)
  })
  if (signedIn === null) return invalidCredentials
  await guessing.succeeded()
  return signedIn
}

/** However somebody has shown who they are, a session begins, and the device is a known one from now on. */
export async function enter(
  { sessions, devices }: ProviderDeps,
  tx: Tx,
  person: Credentials,
  { cookies, replaced }: Arrival,
): Promise<SignedIn> {
  const { id: subject, email } = person
  return {
    begun: await sessions.begin(tx, { subject, email }, replaced),
    deviceCookie: devices.remember(cookies, person),
  }
}

export const tooMany = ({ retryAfterSeconds }: LimitReached): Refused => ({
  refusal: { code: 'too_many_requests', retryAfterSeconds },
})

const accountLocked: Refused = { refusal: { code: 'account_locked' } }
const emailInUse: Refused = { refusal: { code: 'email_in_use' } }
const invalidCredentials: Refused = { refusal: { code: 'invalid_credentials' } }
