// Confirming an e-mail by a letter: the one that somebody has, or the one that is to take its place.
import { randomBytes } from 'node:crypto'

import {
  confirmationLetter,
  emailChangeNotice,
  emailTakenLetter,
  newEmailLetter,
} from '../../mail/emails.ts'
import type { LetterQueue } from '../../mail/letters.ts'
import type { Letter } from '../../mail/mailer.ts'
import type { Refused } from '../../route.ts'
import { isAllowed } from '../admission.ts'
import { showEmail, type Session } from '../session-store.ts'
import {
  addEmailLink,
  armLink,
  linkEndsAt,
  linkHours,
  replaceEmail,
  useEmailLink,
  type EmailLink,
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
    () => attempts.sendConfirmation(personId),
  ]) {
    const place = await reserve()
    if ('retryAfterSeconds' in place) return tooMany(place)
  }
  const link = { personId, purpose: 'confirm' } as const
  await addEmailLink(db, { ...link, email, expiresAt: linkEndsAt(now()) })
  return (await emailLetters.add(link)) ? { email } : { refusal: { code: 'unavailable' } }
}

type LinkKey = Pick<EmailLink, 'personId' | 'purpose'>

export interface EmailLetters {
  /** To the e-mail that waits to be confirmed. False when too many letters are waiting. */
  readonly add: (link: LinkKey) => Promise<boolean>
  /** To the e-mail that is to be given up. */
  readonly tellOfChange: (change: { readonly from: string; readonly to: string }) => Promise<void>
}

/** The origin is where people reach this server; it is never taken from a request. */
export function createEmailLetters(
  deps: Pick<ProviderDoors, 'db' | 'now'>,
  queue: LetterQueue,
  origin: () => string,
): EmailLetters {
  const letters = queue.kind('e-mail to confirm', (about) => {
    const [personId = '', purpose] = about.split(' ')
    const key: LinkKey = { personId, purpose: purpose === 'change' ? 'change' : 'confirm' }
    return writeEmailLetter(deps, origin(), key)
  })
  return {
    add: ({ personId, purpose }) => letters.add(`${personId} ${purpose}`),
    tellOfChange: (change) => queue.send(emailChangeNotice({ ...change, origin: origin() })),
  }
}

/** Each try has a link of its own, good for a day from then; where nothing waits any more there is no letter. */
async function writeEmailLetter(
  { db, now }: Pick<ProviderDoors, 'db' | 'now'>,
  origin: string,
  key: LinkKey,
): Promise<Letter | null> {
  const token = randomBytes(32).toString('base64url')
  const email = await armLink(db, { ...key, token, expiresAt: linkEndsAt(now()) })
  if (email === null) return null
  // Behind the number sign, where neither logs nor other sites get to see it.
  const letter = { to: email, link: `${origin}/confirm-email#token=${token}`, hours: linkHours }
  if (key.purpose === 'confirm') return confirmationLetter(letter)
  // Also where it is taken: who asks for a change must not learn that from their own mailbox.
  const isTaken = (await credentialsOf(db, email)) !== null
  return isTaken ? emailTakenLetter(email) : newEmailLetter(letter)
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
