// Sign-up and sign-in with a password.
import { parseEmail } from '@tengrand/core/email.ts'

import type { Db, Tx } from '../../db/handle.ts'
import { refused, tooMany } from '../../http/refusals.ts'
import type { Refused } from '../../http/route.ts'
import type { Throttle } from '../../http/throttle.ts'
import { whyUnwelcome, type Admission } from '../admission.ts'
import { lockSessionsOf } from '../session-store.ts'
import type { CreatedSession, Sessions } from '../sessions.ts'
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
  readonly emailMessages: EmailMessages
  /** Opens the account of a person whose email is verified. */
  readonly confirmAccount: (tx: Tx, person: Person) => Promise<unknown>
  /** Operators have locked the account, or the account that the person has deleted lately. */
  readonly isLockedOut: (tx: Tx, person: Person) => Promise<boolean>
  /** An account with this email was deleted lately. */
  readonly isEmailOfDeleted: (tx: Tx, email: string) => Promise<boolean>
  readonly publicIdOf: (personId: string) => Promise<string | null>
}

/** The browser that signs in. */
export interface ClientInfo {
  readonly address: string
  /** The header of the request. */
  readonly cookies: string | undefined
  /** The secret of its present session, which the new one replaces. */
  readonly replaced: string | null
}

export interface SignedIn {
  readonly created: CreatedSession
  /** Makes the device a known one. */
  readonly deviceCookie: string
}

type EmailAndPassword = Readonly<Record<'email' | 'password', string>>

export async function signUp(
  deps: ProviderDeps,
  given: EmailAndPassword,
  from: ClientInfo,
): Promise<SignedIn | Refused> {
  const { db, now, admission, attempts, passwords, emailMessages } = deps
  const email = parseEmail(given.email)
  if (email === null) return refused('invalid_email')
  const unwelcome = whyUnwelcome(admission, email)
  if (unwelcome !== null) return refused(unwelcome)
  const unfit = await whyUnfit(given.password, email)
  if (unfit !== null) return { refusal: unfit }
  const reserved = await attempts.signUp(from.address)
  if ('retryAfterSeconds' in reserved) return tooMany(reserved)
  if ((await credentialsOf(db, email)) !== null) return refused('email_in_use')
  if (await deps.isLockedOut(db, { id: '', email })) return refused('account_locked')
  // The hash is computed before the transaction, so that no connection waits for it.
  const password = await passwords.hash(given.password).catch(async (error: unknown) => {
    await reserved.release()
    throw error
  })
  const entered = await db.transaction(async (tx) => {
    const person = await addPerson(tx, { email, password, at: new Date(now()) })
    if (person === null) return refused('email_in_use')
    const link = { personId: person.id, purpose: 'confirm', email } as const
    if (admission.verifyEmail) await addEmailLink(tx, { ...link, expiresAt: linkEndsAt(now()) })
    return { signedIn: await enter(deps, tx, { ...person, password }, from), link }
  })
  if ('refusal' in entered) return entered
  // No message is sent where the mailbox or the outbox has too many: the person can request another one.
  if (admission.verifyEmail && 'release' in (await attempts.writeTo(email, 'confirmations'))) {
    await emailMessages.add(entered.link)
  }
  return entered.signedIn
}

/** Takes the same steps with and without an account, so that the time reveals nothing. */
export async function signIn(
  deps: ProviderDeps,
  given: EmailAndPassword,
  from: ClientInfo,
): Promise<SignedIn | Refused> {
  const { db, attempts, passwords, devices } = deps
  const { address, cookies } = from
  const email = parseEmail(given.email)
  // Only a known device gets a query before the try is counted: strangers could measure any number of refusals until the
  // times reveal whether there is such an account.
  const owner =
    email !== null && devices.hasBeenIn(cookies, email) ? await credentialsOf(db, email) : null
  const device = owner === null ? null : devices.find(cookies, owner)
  const reserved = await attempts.signIn(address, device === null ? null : email)
  if ('retryAfterSeconds' in reserved) return tooMany(reserved)
  if (email === null || !isFitPassword(given.password)) return refused('invalid_credentials')
  const known = owner ?? (await credentialsOf(db, email))
  const guessing = await attempts.guess({ email, address, device })
  if ('retryAfterSeconds' in guessing) return tooMany(guessing)
  const password = known?.password ?? null
  const matches = await passwords
    // Known devices go before strangers, so that a burst of guesses does not delay them.
    .matches(given.password, password, device === null ? null : { account: email })
    .catch(async (error: unknown) => {
      await guessing.cancelled()
      throw error
    })
  if (!matches || known === null || password === null) return refused('invalid_credentials')
  const signedIn = await db.transaction(async (tx) => {
    if (!(await lockWithPassword(tx, { id: known.id, password }))) return null
    await lockSessionsOf(tx, known.id)
    const isLocked = await deps.isLockedOut(tx, known)
    return isLocked ? refused('account_locked') : enter(deps, tx, known, from)
  })
  if (signedIn === null) return refused('invalid_credentials')
  await guessing.succeeded()
  return signedIn
}

/** The last step of every sign-in: creates the session and makes the device a known one. */
export async function enter(
  { sessions, devices }: ProviderDeps,
  tx: Tx,
  person: Credentials,
  { cookies, replaced }: ClientInfo,
): Promise<SignedIn> {
  const { id: subject, email } = person
  return {
    created: await sessions.create(tx, { subject, email }, replaced),
    deviceCookie: devices.remember(cookies, person),
  }
}
