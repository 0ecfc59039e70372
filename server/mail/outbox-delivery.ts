// One try to send a message that was kept, and what becomes of it.
import type { FastifyBaseLogger } from 'fastify'

import { errorName } from '../errors.ts'
import { startJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { dayMs, leaseMs, type MessageStore, type TakenMessage } from './outbox-store.ts'
import { MessageTrouble, type Message } from './message.ts'
import type { Mailer } from './mailer.ts'

/** Writes a message at the moment when it is sent; null where nobody is to get one. */
export type WriteMessage = (about: string, isFirstTry: boolean) => Promise<Message | null>

export interface TryDeps {
  readonly store: MessageStore
  readonly mailer: Pick<Mailer, 'send'>
  readonly kinds: ReadonlyMap<string, WriteMessage>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  /** Before each further try; the last one stays. */
  readonly pausesMs: readonly number[]
  readonly metrics?: Pick<Metrics, 'task'>
}

export async function tryMessage(deps: TryDeps, kept: TakenMessage): Promise<void> {
  const { store, now, log } = deps
  const { kind, askedAt, tries } = kept
  if (now() - askedAt >= dayMs) {
    log.error({ kind, tries: tries - 1 }, 'a message could not be sent for a day and is given up')
    return store.remove(kept)
  }
  const renewing = startJob({
    run: () => store.renew(kept, now()),
    pauseMs: leaseMs / 3,
    delayMs: leaseMs / 3,
    // The next one may get through; where none does, another node takes the message.
    onFailure: () => undefined,
    onRun: deps.metrics?.task('mail_lease'),
  })
  try {
    const trouble = await send(deps, kept)
    if (trouble === null) await store.remove(kept)
    else await settle(deps, kept, trouble)
  } finally {
    void renewing.stop()
  }
}

interface Trouble {
  readonly error: unknown
  readonly words: string
}

async function send({ mailer, kinds }: TryDeps, kept: TakenMessage): Promise<Trouble | null> {
  let words = 'a message could not be written'
  try {
    const message = await kinds.get(kept.kind)?.(kept.about(), kept.tries === 1)
    words = 'a message could not be sent'
    if (message) await mailer.send(message)
    return null
  } catch (error) {
    return { error, words }
  }
}

/** Of what went wrong only codes are told: words may quote the address. */
async function settle(
  { store, now, log, pausesMs }: TryDeps,
  kept: TakenMessage,
  { error, words }: Trouble,
): Promise<void> {
  const { kind, askedAt, tries } = kept
  const line = {
    kind,
    tries,
    ...(error instanceof MessageTrouble ? error.codes : errorName(error)),
  }
  if (error instanceof MessageTrouble && error.isFinal) {
    log.error(line, 'a message was refused for good')
    return store.remove(kept)
  }
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0
  log.warn({ ...line, againInMs: pauseMs }, `${words}, and is tried again`)
  await store.release(kept, Math.min(now() + pauseMs, askedAt + dayMs))
}
