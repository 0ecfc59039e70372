// Tries once to send a leased message of the outbox: removes it, or releases it for a retry.
import type { FastifyBaseLogger } from 'fastify'

import { errorName } from '../errors.ts'
import { startJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { dayMs, leaseMs, type LeasedMessage, type OutboxStore } from './outbox-store.ts'
import { MessageTrouble, type Message } from './message.ts'
import type { Mailer } from './mailer.ts'

/** Writes a message when it is sent; null where no message is to be sent. */
export type WriteMessage = (about: string, isFirstTry: boolean) => Promise<Message | null>

export interface DeliveryDeps {
  readonly store: OutboxStore
  readonly mailer: Pick<Mailer, 'send'>
  readonly kinds: ReadonlyMap<string, WriteMessage>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  /** Before each retry; the last one repeats. */
  readonly pausesMs: readonly number[]
  readonly metrics?: Pick<Metrics, 'task'>
}

export async function deliver(deps: DeliveryDeps, leased: LeasedMessage): Promise<void> {
  const { store, now, log } = deps
  const { kind, askedAt, tries } = leased
  if (now() - askedAt >= dayMs) {
    log.error({ kind, tries: tries - 1 }, 'a message could not be sent for a day and is given up')
    return store.remove(leased)
  }
  const renewing = startJob({
    run: () => store.renew(leased, now()),
    pauseMs: leaseMs / 3,
    delayMs: leaseMs / 3,
    // The next renewal may succeed; where none does, another node leases the message.
    onFailure: () => undefined,
    onRun: deps.metrics?.task('mail_lease'),
  })
  // The lease is renewed until the row is removed: another node would send a message that was sent.
  try {
    const sent = await send(deps, leased)
    if (sent.ok) await store.remove(leased)
    else await retryLater(deps, leased, sent)
  } finally {
    void renewing.stop()
  }
}

interface Failed {
  readonly ok: false
  readonly error: unknown
  readonly failure: string
}

async function send(
  { kinds, mailer }: DeliveryDeps,
  { kind, tries, about }: LeasedMessage,
): Promise<{ readonly ok: true } | Failed> {
  let failure = 'a message could not be written'
  try {
    const message = await kinds.get(kind)?.(about(), tries === 1)
    failure = 'a message could not be sent'
    if (message) await mailer.send(message)
    return { ok: true }
  } catch (error) {
    return { ok: false, error, failure }
  }
}

/** Logs only codes of the error, because its text may quote the address. */
async function retryLater(
  { store, now, log, pausesMs }: DeliveryDeps,
  leased: LeasedMessage,
  { error, failure }: Failed,
): Promise<void> {
  const { kind, askedAt, tries } = leased
  const isTrouble = error instanceof MessageTrouble
  const line = { kind, tries, ...(isTrouble ? error.codes : errorName(error)) }
  if (isTrouble && error.isFinal) {
    log.error(line, 'a message was refused for good')
    return store.remove(leased)
  }
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0
  log.warn({ ...line, againInMs: pauseMs }, `${failure}, and is tried again`)
  await store.release(leased, Math.min(now() + pauseMs, askedAt + dayMs))
}
