// Changes the password or the email of a signed-in person. Requires the password, because a session may be stolen.
import { parseEmail } from '@tengrand/core/email.ts'

import { refused, tooMany } from '../../http/refusals.ts'
import type { Refused } from '../../http/route.ts'
import { isAllowed } from '../admission.ts'
import type { PasswordCheck } from '../identity.ts'
import type { Session } from '../session-store.ts'
import { addEmailLink, linkEndsAt, pendingEmailOf } from './email-store.ts'
import { whyUnfit } from './password-rules.ts'
import { isFitPassword } from './password.ts'
import { endLinksOf } from './reset-store.ts'
import { enter, type ClientInfo, type ProviderDeps, type SignedIn } from './sign-in.ts'
import { credentialsWithId, lockWithPassword, replacePassword, type Credentials } from './store.ts'

export async function readOwnAccount({ db, now }: ProviderDeps, { subject }: Session) {
  const person = await credentialsWithId(db, subject)
  if (person === null) return refused('unauthorized')
  return {
    email: person.email,
    hasPassword: person.password !== null,
    pendingEmail: await pendingEmailOf(db, subject, new Date(now())),
  }
}

/** Ends all sessions and begins a new one, so that a stolen session secret becomes useless. */
export async function changePassword(
  deps: ProviderDeps,
  session: Session,
  given: { readonly password: string; readonly newPassword: string },
  from: ClientInfo,
): Promise<SignedIn | Refused> {
  const { db, passwords, sessions } = deps
  const owner = await ownerOf(deps, session)
  if ('refusal' in owner) return owner
  const unfit = await whyUnfit(given.newPassword, owner.email)
  if (unfit !== null) return { refusal: unfit }
  const refusal = await verifyPassword(deps, owner, given.password, session.id)
  if (refusal !== null) return refusal
  if (given.newPassword === given.password) return refused('same_password')
  const next = await passwords.hash(given.newPassword, { account: owner.email })
  const changed = await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, { ...owner, next }))) return null
    await endLinksOf(tx, owner.id)
    const signedIn = await enter(deps, tx, { ...owner, password: next }, from)
    const ended = await sessions.endAllOf(tx, owner.id, signedIn.created.session.id)
    return { signedIn, ended }
  })
  if (changed === null) return refused('wrong_password')
  sessions.ended(changed.ended)
  return changed.signedIn
}

/** Answers before any query for the new email, so that the answer does not reveal whether an account has it. */
export async function changeEmail(
  deps: ProviderDeps,
  session: Session,
  given: { readonly email: string; readonly password: string },
  address: string,
): Promise<{ pendingEmail: string } | Refused> {
  const { db, now, admission, attempts, emailMessages } = deps
  const email = parseEmail(given.email)
  if (email === null) return refused('invalid_email')
  if (!isAllowed(admission, email)) return refused('domain_not_allowed')
  const owner = await ownerOf(deps, session)
  if ('refusal' in owner) return owner
  if (owner.email === email) return refused('same_email')
  const refusal = await verifyPassword(deps, owner, given.password, session.id)
  if (refusal !== null) return refusal
  const limited = await attempts.sendEmailChange(owner.id, address)
  if (limited !== null) return tooMany(limited)
  for (const reserved of [
    await attempts.writeToNewEmail(email),
    await attempts.writeTo(owner.email, 'notices'),
  ]) {
    if ('retryAfterSeconds' in reserved) return tooMany(reserved)
  }
  const { id: personId } = owner
  const link = { personId, purpose: 'change', email, sessionId: session.id } as const
  const isAdded = await db.transaction(async (tx) => {
    const isOwner = await lockWithPassword(tx, owner)
    if (isOwner) await addEmailLink(tx, { ...link, expiresAt: linkEndsAt(now()) })
    return isOwner
  })
  if (!isAdded) return refused('wrong_password')
  // The notice goes first, so that no link is sent without a notice to the old address.
  await emailMessages.notifyOfChange({ from: owner.email, to: email })
  return (await emailMessages.add(link)) ? { pendingEmail: email } : refused('unavailable')
}

/** For actions outside of this folder, such as the deletion of the account. */
export async function checkPassword(
  deps: ProviderDeps,
  { subject, sessionId, password = '' }: PasswordCheck,
): Promise<Refused | 'right' | 'none'> {
  const owner = await ownerOf(deps, { subject })
  if ('refusal' in owner) return owner.refusal.code === 'no_password' ? 'none' : owner
  return (await verifyPassword(deps, owner, password, sessionId)) ?? 'right'
}

interface Owner extends Credentials {
  readonly password: string
}

async function ownerOf({ db }: ProviderDeps, { subject }: Pick<Session, 'subject'>) {
  const person = await credentialsWithId(db, subject)
  if (person === null) return refused('unauthorized')
  const { password } = person
  return password === null ? refused('no_password') : { ...person, password }
}

/**
 * Wrong passwords are counted by session only: the thief of a session has few guesses, and strangers, who have no
 * session, cannot block the owner's correct password.
 */
async function verifyPassword(
  { attempts, passwords }: ProviderDeps,
  owner: Owner,
  given: string,
  sessionId: string,
): Promise<Refused | null> {
  if (!isFitPassword(given)) return refused('wrong_password')
  const guessing = await attempts.guessInSession(owner.email, sessionId)
  if ('retryAfterSeconds' in guessing) return tooMany(guessing)
  const matches = await passwords
    // With `account`, this hash goes before those of strangers, whose guesses could fill the queue of hashes.
    .matches(given, owner.password, { account: owner.email })
    .catch(async (error: unknown) => {
      await guessing.cancelled()
      throw error
    })
  if (!matches) return refused('wrong_password')
  await guessing.succeeded()
  return null
}
