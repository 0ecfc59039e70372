// What somebody who is signed in changes about the way they sign in. It takes the password: a session alone may be stolen.
import { parseEmail } from '@tengrand/core/email.ts'

import type { Refused } from '../../http/route.ts'
import { isAllowed } from '../admission.ts'
import type { PasswordCheck } from '../identity.ts'
import type { Session } from '../session-store.ts'
import { addEmailLink, linkEndsAt, pendingEmailOf } from './email-store.ts'
import { whyUnfit } from './password-rules.ts'
import { isFitPassword } from './password.ts'
import { endLinksOf } from './reset-store.ts'
import { enter, tooMany, type Arrival, type ProviderDeps, type SignedIn } from './sign-in.ts'
import { credentialsWithId, lockWithPassword, replacePassword, type Credentials } from './store.ts'

export interface OwnAccount {
  readonly email: string
  readonly hasPassword: boolean
  readonly pendingEmail: string | null
}

export async function readOwnAccount(
  { db, now }: ProviderDeps,
  { subject }: Session,
): Promise<OwnAccount | Refused> {
  const person = await credentialsWithId(db, subject)
  if (person === null) return unauthorized
  return {
    email: person.email,
    hasPassword: person.password !== null,
    pendingEmail: await pendingEmailOf(db, subject, new Date(now())),
  }
}

/** The session goes on as another one, so that a copy of its secret ends with all the others. */
export async function changePassword(
  deps: ProviderDeps,
  session: Session,
  given: { readonly password: string; readonly newPassword: string },
  arrival: Arrival,
): Promise<SignedIn | Refused> {
  const { db, passwords, sessions } = deps
  const owner = await ownerOf(deps, session)
  if ('refusal' in owner) return owner
  const unfit = await whyUnfit(given.newPassword, owner.email)
  if (unfit !== null) return { refusal: unfit }
  const refused = await showPassword(deps, owner, given.password, session.id)
  if (refused !== null) return refused
  if (given.newPassword === given.password) return { refusal: { code: 'same_password' } }
  const next = await passwords.hash(given.newPassword, { account: owner.email })
  const changed = await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, { ...owner, next }))) return null
    await endLinksOf(tx, owner.id)
    const signedIn = await enter(deps, tx, { ...owner, password: next }, arrival)
    const ended = await sessions.endAllOf(tx, owner.id, signedIn.begun.session.id)
    return { signedIn, ended }
  })
  if (changed === null) return wrongPassword
  sessions.ended(changed.ended)
  return changed.signedIn
}

/** Nobody has looked whether the new email is free when the answer is given. */
export async function changeEmail(
  deps: ProviderDeps,
  session: Session,
  given: { readonly email: string; readonly password: string },
  arrival: Arrival,
): Promise<{ pendingEmail: string } | Refused> {
  const { db, now, admission, attempts, emailMessages } = deps
  const email = parseEmail(given.email)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  if (!isAllowed(admission, email)) return { refusal: { code: 'domain_not_allowed' } }
  const owner = await ownerOf(deps, session)
  if ('refusal' in owner) return owner
  if (owner.email === email) return { refusal: { code: 'same_email' } }
  const refused = await showPassword(deps, owner, given.password, session.id)
  if (refused !== null) return refused
  const limited = await attempts.sendEmailChange(owner.id, arrival.address)
  if (limited !== null) return tooMany(limited)
  for (const place of [
    await attempts.writeToNewEmail(email),
    await attempts.writeTo(owner.email, 'notices'),
  ]) {
    if ('retryAfterSeconds' in place) return tooMany(place)
  }
  const expiresAt = linkEndsAt(now())
  const link = {
    personId: owner.id,
    purpose: 'change',
    email,
    sessionId: session.id,
    expiresAt,
  } as const
  const isAdded = await db.transaction(async (tx) => {
    const isOwner = await lockWithPassword(tx, owner)
    if (isOwner) await addEmailLink(tx, link)
    return isOwner
  })
  if (!isAdded) return wrongPassword
  // Told first: no link is under way that the old address has not heard of.
  await emailMessages.tellOfChange({ from: owner.email, to: email })
  if (!(await emailMessages.add(link))) return { refusal: { code: 'unavailable' } }
  return { pendingEmail: email }
}

/** For what is not about the sign-in itself, and takes the password all the same. */
export async function checkPassword(
  deps: ProviderDeps,
  { subject, sessionId, password: given = '' }: PasswordCheck,
): Promise<Refused | 'right' | 'none'> {
  const person = await credentialsWithId(deps.db, subject)
  if (person === null) return unauthorized
  const { password } = person
  if (password === null) return 'none'
  const owner = { ...person, password }
  return (await showPassword(deps, owner, given, sessionId)) ?? 'right'
}

interface Owner extends Credentials {
  readonly password: string
}

async function ownerOf({ db }: ProviderDeps, { subject }: Session): Promise<Owner | Refused> {
  const person = await credentialsWithId(db, subject)
  if (person === null) return unauthorized
  const { password } = person
  return password === null ? { refusal: { code: 'no_password' } } : { ...person, password }
}

/**
 * Wrong passwords are counted by the session alone. The thief of a session has few guesses, and strangers, who have no
 * session, cannot make the owner's right password be refused.
 */
async function showPassword(
  { attempts, passwords }: ProviderDeps,
  owner: Owner,
  given: string,
  sessionId: string,
): Promise<Refused | null> {
  if (!isFitPassword(given)) return wrongPassword
  const guessing = await attempts.guessInSession({ email: owner.email, sessionId })
  if ('retryAfterSeconds' in guessing) return tooMany(guessing)
  const matches = await passwords
    // Before strangers, whose guesses could fill the queue of the hashes.
    .matches(given, owner.password, { account: owner.email })
    .catch(async (error: unknown) => {
      await guessing.cancelled()
      throw error
    })
  if (!matches) return wrongPassword
  await guessing.succeeded()
  return null
}

const unauthorized: Refused = { refusal: { code: 'unauthorized' } }
const wrongPassword: Refused = { refusal: { code: 'wrong_password' } }
