// A new password by mail: the link is sent to whoever reads the mailbox, and works once.
import { randomBytes } from 'node:crypto'

import type { Mailer } from '../../mail/mailer.ts'
import { passwordResetLetter } from '../../mail/password-reset.ts'
import { isFitPassword, parseEmail } from './input.ts'
import type { Letters } from './letters.ts'
import { tooMany, type ProviderDoors, type Refused, type Visitor } from './provider.ts'
import { addLink, isLinkGood, useLink } from './reset-store.ts'
import { userByEmail, type User } from './store.ts'

const linkMinutes = 60

/** The answer is given before anybody has looked whether there is such an account. */
export async function askForReset(
  { attempts }: ProviderDoors,
  letters: Letters,
  given: { readonly email: string },
  { address }: Visitor,
): Promise<Refused | null> {
  const email = parseEmail(given.email)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  const place = await attempts.askForReset(address)
  if ('retryAfterSeconds' in place) return tooMany(place)
  return letters.add(email) ? null : { refusal: { code: 'unavailable' } }
}

export interface LetterParts extends Pick<ProviderDoors, 'db' | 'now' | 'attempts'> {
  readonly mailer: Mailer
  /** Where people reach this server; never taken from a request. */
  readonly origin: () => string
}

export async function writeResetLetter(
  { db, now, attempts, mailer, origin }: LetterParts,
  email: string,
): Promise<void> {
  // In this order for everybody: what is asked next must not be slower after a known e-mail than after another.
  const place = await attempts.sendLetter(email)
  const user = await userByEmail(db, email)
  if ('retryAfterSeconds' in place || user === null) return
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now() + linkMinutes * 60_000)
  await addLink(db, { token, userId: user.id, expiresAt })
  // Behind the number sign, where neither logs nor other sites get to see it.
  const link = `${origin()}/reset-password#token=${token}`
  await mailer.send(passwordResetLetter({ to: user.email, link, minutes: linkMinutes }))
}

export async function confirmReset(
  { db, now, passwords, sessions, throttle }: ProviderDoors,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<User | Refused> {
  if (!isFitPassword(newPassword)) return { refusal: { code: 'weak_password' } }
  // Looked at first, so that only a good link costs the work of a hash; and kept, should there be no room for that work.
  if (!(await isLinkGood(db, token, new Date(now())))) return expired
  const password = await passwords.hash(newPassword)
  const reset = await db.transaction(async (tx) => {
    const used = await useLink(tx, { token, password, at: new Date(now()) })
    if (used !== null) await throttle.forgetAccount(tx, used.user.email)
    return used
  })
  if (reset === null) return expired
  for (const id of reset.ended) sessions.end(id)
  return reset.user
}

const expired: Refused = { refusal: { code: 'expired_link' } }
