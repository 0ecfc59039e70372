// A new password by mail: the link is sent to whoever reads the mailbox, and works once.
import { randomBytes } from 'node:crypto'

import { parseEmail } from '@tengrand/core/email.ts'

import type { Refused } from '../../http/route.ts'
import type { Message } from '../../mail/message.ts'
import { passwordResetMessage } from '../../mail/message-texts.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { whyUnfit } from './password-rules.ts'
import { openResetBacklog, type BacklogDeps } from './reset-backlog.ts'
import { addLink, linkMinutes, ownerOfLink, useLink } from './reset-store.ts'
import type { ProviderDeps } from './sign-in.ts'
import { credentialsOf, type Credentials } from './store.ts'

type ResetDeps = Pick<ProviderDeps, 'db' | 'now' | 'attempts'> & Pick<BacklogDeps, 'log'>

export interface Resets {
  /** False when too many are waiting. Beyond the limit of its address a request is not stored before the answer. */
  readonly add: (email: string, isBeyondLimit: boolean) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** The origin is where people reach this server; it is never taken from a request. */
export function openResets(deps: ResetDeps, outbox: Outbox, origin: () => string): Resets {
  const addMessage = outbox.kind(
    'password reset',
    (email, isFirstTry) => writeResetMessage(deps, { origin: origin(), email, isFirstTry }),
    // Accounts can cause many other messages, which must not hold up the way back into an account.
    { isUrgent: true, waitingMax: 20_000 },
  )
  const backlog = openResetBacklog({ ...deps, addMessage })
  return {
    add: async (email, isBeyondLimit) => (isBeyondLimit ? backlog.add(email) : addMessage(email)),
    close: backlog.close,
  }
}

/** The answer is given before anything has looked whether there is such an account. */
export async function askForReset(
  { attempts }: ProviderDeps,
  resets: Resets,
  given: string,
  address: string,
): Promise<Refused | null> {
  const email = parseEmail(given)
  if (email === null) return { refusal: { code: 'invalid_email' } }
  const place = await attempts.askForReset(address)
  const isAdded = await resets.add(email, 'retryAfterSeconds' in place)
  return isAdded ? null : { refusal: { code: 'unavailable' } }
}

interface Wanted {
  readonly origin: string
  readonly email: string
  readonly isFirstTry: boolean
}

/** Each try has a link of its own, which is good for an hour from then. */
async function writeResetMessage(
  { db, now, attempts }: ResetDeps,
  { origin, email, isFirstTry }: Wanted,
): Promise<Message | null> {
  const person = await credentialsOf(db, email)
  if (person === null) return null
  const token = randomBytes(32).toString('base64url')
  const place = isFirstTry ? await attempts.sendReset(email) : null
  if (place !== null && 'retryAfterSeconds' in place) return null
  if (!(await addLink(db, { token, person, at: new Date(now()), isRetry: !isFirstTry }))) {
    await place?.release()
    return null
  }
  // Behind the number sign, where neither logs nor other sites get to see it.
  const address = `${origin}/reset-password#token=${token}`
  return passwordResetMessage({ to: person.email, link: address, minutes: linkMinutes })
}

/** The person, with the new password as it is kept. */
export async function confirmReset(
  { db, now, passwords, sessions, throttle, confirmAccount }: ProviderDeps,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Credentials | Refused> {
  // Looked at first, so that only a good link costs the work of a hash; and kept, should there be no room for that work.
  const email = await ownerOfLink(db, token, new Date(now()))
  if (email === null) return expired
  const unfit = await whyUnfit(newPassword, email)
  if (unfit !== null) return { refusal: unfit }
  const password = await passwords.hash(newPassword, { link: email })
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
