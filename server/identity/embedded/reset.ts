// A new password by mail: the link is sent to whoever reads the mailbox, and works once.
import { randomBytes } from 'node:crypto'

import { parseEmail } from '@tengrand/core/email.ts'

import type { Refused } from '../../http/route.ts'
import type { Message } from '../../mail/message.ts'
import type { Messages } from '../../mail/messages.ts'
import { passwordResetMessage } from '../../mail/password-reset.ts'
import { whyUnfit } from './password-rules.ts'
import { addLink, ownerOfLink, useLink } from './reset-store.ts'
import { tooMany, type ProviderDeps } from './sign-in.ts'
import { credentialsOf, type Credentials } from './store.ts'

const linkMinutes = 60

/** The answer is given before anybody has looked whether there is such an account. */
export async function askForReset(
  { attempts }: ProviderDeps,
  messages: Messages,
  given: string,
  address: string,
): Promise<Refused | null> {
  const email = parseEmail(given)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  const place = await attempts.askForReset(address)
  if ('retryAfterSeconds' in place) return tooMany(place)
  // Kept before the answer, so that it is not lost with this process.
  return (await messages.add(email)) ? null : { refusal: { code: 'unavailable' } }
}

interface Wanted {
  /** Where people reach this server; it is never taken from a request. */
  readonly origin: string
  readonly email: string
  /** Further tries to send it are not counted as further messages. */
  readonly isFirstTry: boolean
}

/** Each try has a link of its own, which is good for an hour from then. */
export async function writeResetMessage(
  { db, now, attempts }: Pick<ProviderDeps, 'db' | 'now' | 'attempts'>,
  { origin, email, isFirstTry }: Wanted,
): Promise<Message | null> {
  // In this order for everybody: what is asked next must not be slower after a known email than after another.
  const place = isFirstTry ? await attempts.sendMessage(email) : null
  const person = await credentialsOf(db, email)
  if (person === null || (place !== null && 'retryAfterSeconds' in place)) return null
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now() + linkMinutes * 60_000)
  if (!(await addLink(db, { token, person, expiresAt }))) return null
  // Behind the number sign, where neither logs nor other sites get to see it.
  const link = `${origin}/reset-password#token=${token}`
  return passwordResetMessage({ to: person.email, link, minutes: linkMinutes })
}

/** The person, with the new password as it is kept. */
export async function confirmReset(
  { db, now, passwords, sessions, throttle, confirmAccount }: ProviderDeps,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Credentials | Refused> {
  // Looked at first, so that only a good link costs the work of a hash; and kept, should there be no room for that work.
  const email = await ownerOfLink(db, token, new Date(now()))
  const unfit = whyUnfit(newPassword, email)
  if (unfit !== null) return { refusal: { code: unfit } }
  if (email === null) return expired
  const password = await passwords.hash(newPassword, true)
  const reset = await db.transaction(async (tx) => {
    const person = await useLink(tx, { token, password, at: new Date(now()) })
    if (person === null) return null
    await throttle.forgetAccount(tx, person.email)
    // Whoever reads the mailbox has shown that it is theirs.
    await confirmAccount(tx, person)
    // After the password is set: a sign-in with the old one waits for that, and then finds it changed.
    return { person, ended: await sessions.endAllOf(tx, person.id) }
  })
  if (reset === null) return expired
  sessions.ended(reset.ended)
  return reset.person
}

const expired: Refused = { refusal: { code: 'expired_link' } }
