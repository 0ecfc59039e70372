// Confirming an email by a message: the one that somebody has, or the one that is to take its place.
import { isUniqueViolation } from '../../db/handle.ts'
import type { Refused } from '../../http/route.ts'
import { isAllowed } from '../admission.ts'
import { showEmail, type Session } from '../session-store.ts'
import { addEmailLink, linkEndsAt, replaceEmail, useEmailLink } from './email-store.ts'
import { tooMany, type ProviderDeps } from './sign-in.ts'
import { credentialsWithId, type Credentials } from './store.ts'

/** The message once more, to the email that is answered; links of earlier ones stop working. */
export async function sendConfirmation(
  deps: ProviderDeps,
  session: Session,
  address: string,
): Promise<{ email: string } | Refused> {
  const { db, now, admission, attempts, emailMessages } = deps
  if (!admission.verifyEmail) return { refusal: { code: 'not_found' } }
  const person = await credentialsWithId(db, session.subject)
  if (person === null) return { refusal: { code: 'unauthorized' } }
  const { id: personId, email } = person
  const limited = await attempts.sendConfirmation(personId, address)
  if (limited !== null) return tooMany(limited)
  const place = await attempts.writeTo(email, 'confirmations')
  if ('retryAfterSeconds' in place) return tooMany(place)
  const link = { personId, purpose: 'confirm', email } as const
  await addEmailLink(db, { ...link, expiresAt: linkEndsAt(now()) })
  return (await emailMessages.add(link)) ? { email } : { refusal: { code: 'unavailable' } }
}

export interface Confirmed {
  readonly email: string
  /** Of a change: whose email it is now, and the session that asked for it. */
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
      if (link === null) return expired
      const { personId, purpose, email, sessionId } = link
      if (await deps.isLockedOut(tx, { id: personId, email })) return accountLocked
      if (purpose === 'confirm') {
        await confirmAccount(tx, { id: personId, email })
        return { email, changed: null, ended: [] }
      }
      if (!isAllowed(admission, email)) return domainNotAllowed
      // Or an account that was never deleted could take the place of one that was.
      if (await deps.hasDeparted(tx, email)) return departed
      const person = await replaceEmail(tx, link)
      if (person === null) return emailInUse
      if (sessionId !== null) await showEmail(tx, sessionId, email)
      await confirmAccount(tx, person)
      const ended = await sessions.endAllOf(tx, personId, sessionId)
      return { email, changed: { person, sessionId }, ended }
    })
    .catch((error: unknown) => {
      // Somebody has signed up with it at the same moment.
      if (isUniqueViolation(error)) return emailInUse
      throw error
    })
  if ('refusal' in confirmed) return confirmed
  sessions.ended(confirmed.ended)
  return confirmed
}

const expired: Refused = { refusal: { code: 'expired_link' } }
const accountLocked: Refused = { refusal: { code: 'account_locked' } }
const departed: Refused = { refusal: { code: 'email_departed' } }
const emailInUse: Refused = { refusal: { code: 'email_in_use' } }
const domainNotAllowed: Refused = { refusal: { code: 'domain_not_allowed' } }
