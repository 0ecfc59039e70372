// Messages that are kept in the database until they are sent, so that neither a mail server that is down nor the end of the
// process loses one; and sent a while after the answer was given, so that neither it nor the next one says whether there is one.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import type { Tx } from '../db/handle.ts'
import { errorName } from '../errors.ts'
import { startJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KeyFor } from '../secret.ts'
import { createMessageStore, type MessageStore, type TakenMessage } from './outbox-store.ts'
import { tryMessage, type WriteMessage } from './outbox-delivery.ts'
import { refuseForgery, type Message } from './message.ts'
import type { Mailer } from './mailer.ts'

/** Messages of one kind. */
export interface Messages {
  /** Kept from then on; those about the same become one. False when too many are waiting. */
  readonly add: (about: string) => Promise<boolean>
}

export interface MessageQueue {
  /** For a message that is written already: kept from then on, encrypted as all are, for a day at most. */
  readonly send: Mailer['send']
  /** For messages that are written when they are sent: no link of theirs is kept, and none is old when it arrives. */
  readonly kind: (name: string, write: WriteMessage, options?: KindOptions) => Messages
  /** Whether one has been waiting for so long that somebody should look. */
  readonly isLate: () => boolean
  /** Lets what is under way end, as far as the time allows; the rest stays kept. */
  readonly close: () => Promise<void>
}

interface KindOptions {
  /** Sent before other kinds, however many of those are due. */
  readonly isUrgent?: boolean
  /** How many of this kind may wait; the other kinds have rooms of their own. */
  readonly waitingMax?: number
}

export interface MessageTimes {
  /** Else whoever asks something right afterwards could feel whether a message is being written. */
  readonly beginMs: () => number
  /** For those that other nodes have left. */
  readonly lookEveryMs: number
  readonly pausesMs: readonly number[]
  readonly closeWithinMs: number
}

export interface MessageQueueDeps {
  readonly db: Tx
  readonly keyFor: KeyFor
  readonly mailer: Pick<Mailer, 'send'>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'task'>
  /** Tests do not wait. */
  readonly times?: Partial<MessageTimes> | undefined
}

const usualTimes: MessageTimes = {
  beginMs: () => randomInt(50, 501),
  lookEveryMs: 5_000,
  pausesMs: [10, 30, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * 1000),
  closeWithinMs: 4_000,
}
/** Longer than a mail server puts off senders whom it does not know. */
const lateMs = 600_000
/** A mail server that does not answer must not hold up everybody. */
const atOnce = 4
const usualWaitingMax = 10_000
/** Where timers and the clock disagree by a little. */
const lookAgainMs = 20
const soonMs = 500

export function openMessageQueue(deps: MessageQueueDeps): MessageQueue {
  const { db, keyFor, now } = deps
  const times = { ...usualTimes, ...deps.times }
  const kinds = new Map<string, WriteMessage>()
  const urgent = new Set<string>()
  const store = createMessageStore(db, keyFor)
  const workers = createWorkers({ ...deps, ...times, store, kinds, urgent })
  const watch = startWatch({ ...deps, ...times, store, kinds, workers })

  const kind: MessageQueue['kind'] = (
    name,
    write,
    { isUrgent = false, waitingMax = usualWaitingMax } = {},
  ) => {
    kinds.set(name, write)
    if (isUrgent) urgent.add(name)
    return {
      add: async (about) => {
        const [at, beginMs] = [now(), times.beginMs()]
        const message = { kind: name, about, at, dueAt: at + beginMs, waitingMax }
        const isKept = await store.add(message)
        if (isKept) watch.lookIn(beginMs)
        return isKept
      },
    }
  }
  const written = kind('letter', async (about) => JSON.parse(about) as Message)

  return {
    kind,
    send: async (message) => {
      refuseForgery(message)
      const isKept = await written.add(JSON.stringify(message))
      if (!isKept) throw new Error('Too many messages are waiting.')
    },
    isLate: watch.isLate,
    close: async () => {
      await watch.close()
      await workers.close()
    },
  }
}

interface Inside extends MessageQueueDeps, MessageTimes {
  readonly store: MessageStore
  readonly kinds: ReadonlyMap<string, WriteMessage>
}

interface Workers {
  /** Begins with what is due, where not all hands are full. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

function createWorkers(inside: Inside & { readonly urgent: ReadonlySet<string> }): Workers {
  const { store, kinds, urgent, now, log, closeWithinMs } = inside
  const workers = new Set<Promise<void>>()
  const leased = new Set<TakenMessage>()
  const closing = new AbortController()

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const search = { at: now(), leased: [...leased] }
      const kept =
        (await store.take({ ...search, kinds: [...urgent] })) ??
        (await store.take({ ...search, kinds: [...kinds.keys()] }))
      if (kept === null) return
      leased.add(kept)
      // Where one was due there may be more.
      wake()
      await tryMessage(inside, kept).finally(() => leased.delete(kept))
    }
  }

  function wake(): void {
    if (closing.signal.aborted || workers.size >= atOnce) return
    const worker = work()
      .catch((error: unknown) => {
        log.warn(errorName(error), 'the messages that wait cannot be reached')
      })
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  return {
    wake,
    close: async () => {
      closing.abort()
      await Promise.race([Promise.all(workers), sleep(closeWithinMs, undefined, { ref: false })])
      // Another node, or the next start, tries them at once; what is sent after all comes twice.
      await Promise.allSettled([...leased].map((kept) => store.release(kept, now())))
    },
  }
}

interface Watch {
  readonly lookIn: (ms: number) => void
  readonly isLate: () => boolean
  readonly close: () => Promise<void>
}

/** Looks whether something is due, at the latest after so long. */
function startWatch(inside: Inside & { workers: Workers }): Watch {
  const { store, kinds, workers, now, log, lookEveryMs, metrics } = inside
  let waitingSince: number | null = null

  async function look(): Promise<number | void> {
    const { since, dueAt } = await store.status([...kinds.keys()])
    waitingSince = since
    if (dueAt === null) return
    const inMs = dueAt - now()
    if (inMs > 0) return Math.min(Math.max(inMs, lookAgainMs), lookEveryMs)
    workers.wake()
    // One that was asked for a little later is due a little later.
    return Math.min(soonMs, lookEveryMs)
  }

  const job = startJob({
    run: look,
    pauseMs: lookEveryMs,
    delayMs: lookEveryMs,
    onFailure: (error) => log.warn(errorName(error), 'the messages that wait cannot be reached'),
    onRun: metrics?.task('mail'),
  })
  return {
    lookIn: job.runWithin,
    isLate: () => waitingSince !== null && now() - waitingSince > lateMs,
    close: job.stop,
  }
}
