// Confirming an e-mail by a letter: the one that somebody has, or the one that is to take its place.
import { randomBytes } from 'node:crypto'

import { confirmationLetter, emailChangeLetters, emailTakenLetter } from '../../mail/emails.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Refused } from '../../route.ts'
import { isAllowed } from '../admission.ts'
import { showEmail, type Session } from '../session-store.ts'
import {
  addEmailLink,
  armLink,
  lettersDue,
  linkEndsAt,
  linkHours,
  replaceEmail,
  useEmailLink,
} from './email-store.ts'
import { tooMany, type ProviderDoors } from './sign-in.ts'
import { credentialsOf, credentialsWithId, type Credentials } from './store.ts'

/** The letter once more, to the e-mail that is answered; links of earlier ones stop working. */
export async function sendConfirmation(
  doors: ProviderDoors,
  session: Session,
  address: string,
): Promise<{ email: string } | Refused> {
  const { db, now, admission, attempts, emailLetters } = doors
  if (!admission.verifyEmail) return { refusal: { code: 'not_found' } }
  const person = await credentialsWithId(db, session.subject)
  if (person === null) return { refusal: { code: 'unauthorized' } }
  const { id: personId, email } = person
  for (const reserve of [
    () => attempts.askForConfirmation(address),
    () => attempts.sendLetter(email),
  ]) {
    const place = await reserve()
    if ('retryAfterSeconds' in place) return tooMany(place)
  }
  await addEmailLink(db, { personId, purpose: 'confirm', email, expiresAt: linkEndsAt(now()) })
  return emailLetters.add(email) ? { email } : { refusal: { code: 'unavailable' } }
}

interface LetterDeps extends Pick<ProviderDoors, 'db' | 'now'> {
  readonly mailer: Mailer
}

/** The origin is where people reach this server; it is never taken from a request. */
export async function writeEmailLetters(
  { db, now, mailer }: LetterDeps,
  origin: string,
  email: string,
): Promise<void> {
  for (const { personId, purpose, ownEmail } of await lettersDue(db, email)) {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = linkEndsAt(now())
    if (!(await armLink(db, { personId, purpose, email, token, expiresAt }))) continue
    // Behind the number sign, where neither logs nor other sites get to see it.
    const letter = { to: email, link: `${origin}/confirm-email#token=${token}`, hours: linkHours }
    if (purpose === 'confirm') {
      await mailer.send(confirmationLetter(letter))
      continue
    }
    // Also where it is taken: who asks for a change must not learn that from their own mailbox.
    const { toNew, toOld } = emailChangeLetters({ ...letter, old: ownEmail, origin })
    const isTaken = (await credentialsOf(db, email)) !== null
    await Promise.all([mailer.send(isTaken ? emailTakenLetter(email) : toNew), mailer.send(toOld)])
  }
}

export interface Confirmed {
  readonly email: string
  /** Of a change: whose e-mail it is now, and the session that asked for it. */
  readonly changed: { readonly person: Credentials; readonly sessionId: string | null } | null
}

export async function confirmEmail(
  doors: ProviderDoors,
  token: string,
): Promise<Confirmed | Refused> {
  const { db, now, admission, sessions, confirmAccount } = doors
  const confirmed = await db
    .transaction(async (tx) => {
      const link = await useEmailLink(tx, { token, at: new Date(now()) })
      if (link === null) return expired
      const { personId, purpose, email, sessionId } = link
      if (purpose === 'confirm') {
        await confirmAccount(tx, personId)
        return { email, changed: null, ended: [] }
      }
      if (!isAllowed(admission, email)) return domainNotAllowed
      const person = await replaceEmail(tx, link)
      if (person === null) return emailInUse
      if (sessionId !== null) await showEmail(tx, sessionId, email)
      await confirmAccount(tx, personId)
      const ended = await sessions.endAllOf(tx, personId, sessionId)
      return { email, changed: { person, sessionId }, ended }
    })
    .catch((error: unknown) => {
      // Somebody has signed up with it at the same moment.
      if (isDouble(error)) return emailInUse
      throw error
    })
  if ('refusal' in confirmed) return confirmed
  sessions.ended(confirmed.ended)
  return confirmed
}

const expired: Refused = { refusal: { code: 'expired_link' } }
const emailInUse: Refused = { refusal: { code: 'email_in_use' } }
const domainNotAllowed: Refused = { refusal: { code: 'domain_not_allowed' } }

const uniqueViolation = '23505'

const isDouble = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation
