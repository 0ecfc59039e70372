// Confirms an email by the link of a message: the present one of an account, or its new one.
import { isUniqueViolation } from '../../db/failures.ts'
import { refused, tooMany } from '../../http/refusals.ts'
import type { Refused } from '../../http/route.ts'
import { isAllowed } from '../admission.ts'
import { setSessionEmail, type Session } from '../session-store.ts'
import { addEmailLink, linkEndsAt, replaceEmail, useEmailLink } from './email-store.ts'
import type { ProviderDeps } from './sign-in.ts'
import { credentialsWithId, type Credentials } from './store.ts'

/** Sends the message again and answers the email; earlier links stop working. */
export async function sendConfirmation(
  deps: ProviderDeps,
  session: Session,
  address: string,
): Promise<{ email: string } | Refused> {
  const { db, now, admission, attempts, emailMessages } = deps
  if (!admission.verifyEmail) return refused('not_found')
  const person = await credentialsWithId(db, session.subject)
  if (person === null) return refused('unauthorized')
  const { id: personId, email } = person
  const limited = await attempts.sendConfirmation(personId, address)
  if (limited !== null) return tooMany(limited)
  const reserved = await attempts.writeTo(email, 'confirmations')
  if ('retryAfterSeconds' in reserved) return tooMany(reserved)
  const link = { personId, purpose: 'confirm', email } as const
  await addEmailLink(db, { ...link, expiresAt: linkEndsAt(now()) })
  return (await emailMessages.add(link)) ? { email } : refused('unavailable')
}

export interface Confirmed {
  readonly email: string
  /** Set for a change of the email: the person, and the session that requested it. */
  readonly changed: { readonly person: Credentials; readonly sessionId: string | null } | null
}

export async function confirmEmail(
  deps: ProviderDeps,
  token: string,
): Promise<Confirmed | Refused> {
  const { db, now, admission, sessions, confirmAccount } = deps
  const confirmed = await db
    .transaction(async (tx) => {
      const link = await useEmailLink(tx, { token, at: new Date(now()) })
      if (link === null) return refused('expired_link')
      const { personId, purpose, email, sessionId } = link
      if (await deps.isLockedOut(tx, { id: personId, email })) return refused('account_locked')
      if (purpose === 'confirm') {
        await confirmAccount(tx, { id: personId, email })
        return { email, changed: null, ended: [] }
      }
      if (!isAllowed(admission, email)) return refused('domain_not_allowed')
      // Otherwise a person could delete an account and return unrecognized by changing the email of another account.
      if (await deps.isEmailOfDeleted(tx, email)) return refused('email_departed')
      const person = await replaceEmail(tx, link)
      if (person === null) return refused('email_in_use')
      if (sessionId !== null) await setSessionEmail(tx, sessionId, email)
      await confirmAccount(tx, person)
      const ended = await sessions.endAllOf(tx, personId, sessionId)
      return { email, changed: { person, sessionId }, ended }
    })
    .catch((error: unknown) => {
      // A sign-up with this email was committed at the same time.
      if (isUniqueViolation(error)) return refused('email_in_use')
      throw error
    })
  if ('refusal' in confirmed) return confirmed
  sessions.ended(confirmed.ended)
  return confirmed
}
