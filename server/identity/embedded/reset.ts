// Password reset by mail: sends a link that works once, and sets the new password.
import { randomBytes } from 'node:crypto'

import { parseEmail } from '@tengrand/core/email.ts'
import type { FastifyBaseLogger } from 'fastify'

import { errorName } from '../../errors.ts'
import { refused } from '../../http/refusals.ts'
import type { Refused } from '../../http/route.ts'
import { startJob } from '../../jobs.ts'
import type { Message } from '../../mail/message.ts'
import { passwordResetMessage } from '../../mail/message-texts.ts'
import type { AddMessage, Outbox } from '../../mail/outbox.ts'
import { whyUnfit } from './password-rules.ts'
import { addLink, linkMinutes, ownerOfLink, useLink } from './reset-store.ts'
import type { ProviderDeps } from './sign-in.ts'
import { credentialsOf, knownEmails, type Credentials } from './store.ts'

interface ResetDeps extends Pick<ProviderDeps, 'db' | 'now' | 'attempts'> {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Where people reach this server; never taken from a request. */
  readonly origin: () => string
}

export type Resets = ReturnType<typeof openResets>

export function openResets(deps: ResetDeps, outbox: Outbox) {
  const addMessage = outbox.kind(
    'password reset',
    (email, isFirstTry) => writeResetMessage(deps, email, isFirstTry),
    // Urgent, because accounts can cause any number of other messages.
    { isUrgent: true, waitingMax: 20_000 },
  )
  const backlog = openBacklog(deps, addMessage)
  return {
    /** False when too many are waiting. */
    add: async (email: string, isBeyondLimit: boolean): Promise<boolean> =>
      isBeyondLimit ? backlog.add(email) : addMessage(email),
    close: backlog.close,
  }
}

const waitingMax = 10_000
const handOverWithinMs = 250
const pauseMs = 60_000

/**
 * Holds the resets beyond the limit of an address. Strangers on the owner's network can use that limit up, so it must refuse
 * no reset: the emails wait in memory for a moment, and one query finds those that have an account.
 */
function openBacklog({ db, log }: ResetDeps, addMessage: AddMessage) {
  const waiting = new Set<string>()

  /** A flood of invented emails costs one query, and the outbox does not grow. */
  async function handOver(): Promise<void> {
    const emails = [...waiting]
    if (emails.length === 0) return
    for (const email of await knownEmails(db, emails)) {
      if (!(await addMessage(email))) return
      waiting.delete(email)
    }
    for (const email of emails) waiting.delete(email)
  }

  const job = startJob({
    run: handOver,
    pauseMs,
    delayMs: pauseMs,
    pauseAfterFailureMs: 5_000,
    onFailure: (error) => log.warn(errorName(error), 'resets that wait cannot be handed over'),
  })
  return {
    add: (email: string): boolean => {
      if (waiting.size >= waitingMax && !waiting.has(email)) return false
      waiting.add(email)
      job.runWithin(handOverWithinMs)
      return true
    },
    close: async (): Promise<void> => {
      await job.stop()
      await handOver().catch((error: unknown) =>
        log.warn(errorName(error), 'resets that were waiting are lost'),
      )
    },
  }
}

/** Answered before any query for the account, so that the time of the answer reveals nothing. */
export async function requestReset(
  { attempts }: ProviderDeps,
  resets: Resets,
  given: string,
  address: string,
): Promise<Refused | null> {
  const email = parseEmail(given)
  if (email === null) return refused('invalid_email')
  const reserved = await attempts.requestReset(address)
  const isAdded = await resets.add(email, 'retryAfterSeconds' in reserved)
  return isAdded ? null : refused('unavailable')
}

/** Each try has a new link, which expires an hour later. */
async function writeResetMessage(
  { db, now, attempts, origin }: ResetDeps,
  email: string,
  isFirstTry: boolean,
): Promise<Message | null> {
  const person = await credentialsOf(db, email)
  if (person === null) return null
  const token = randomBytes(32).toString('base64url')
  const reserved = isFirstTry ? await attempts.sendReset(email) : null
  if (reserved !== null && 'retryAfterSeconds' in reserved) return null
  if (!(await addLink(db, { token, person, at: new Date(now()), isRetry: !isFirstTry }))) {
    await reserved?.release()
    return null
  }
  // The token is in the fragment, which is neither logged nor sent to other sites.
  const link = `${origin()}/reset-password#token=${token}`
  return passwordResetMessage({ to: person.email, link, minutes: linkMinutes })
}

/** Returns the person with the new password hash. */
export async function confirmReset(
  { db, now, passwords, sessions, throttle, confirmAccount }: ProviderDeps,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Credentials | Refused> {
  // The link is checked first, so that only a valid one costs a hash. It stays valid if the queue of hashes is full.
  const email = await ownerOfLink(db, token, new Date(now()))
  if (email === null) return refused('expired_link')
  const unfit = await whyUnfit(newPassword, email)
  if (unfit !== null) return { refusal: unfit }
  const password = await passwords.hash(newPassword, { link: email })
  const reset = await db.transaction(async (tx) => {
    const person = await useLink(tx, { token, password, at: new Date(now()) })
    if (person === null) return null
    await throttle.forgetAccount(tx, person.email)
    // The link proves that the email is the person's own.
    await confirmAccount(tx, person)
    // After the password is set: a concurrent sign-in with the old one waits for its row, and then fails.
    return { person, ended: await sessions.endAllOf(tx, person.id) }
  })
  if (reset === null) return refused('expired_link')
  sessions.ended(reset.ended)
  return reset.person
}
