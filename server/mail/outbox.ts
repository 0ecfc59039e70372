// The outbox: stores messages before the call is answered and sends them a moment later, with retries. Neither a crash nor a mail
// server that is down loses one, and the time of an answer does not reveal whether a message is sent.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import type { Tx } from '../db/handle.ts'
import { errorName } from '../errors.ts'
import { startJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KeyFor } from '../secret.ts'
import { deliver, type WriteMessage } from './outbox-delivery.ts'
import { OutboxStore, type LeasedMessage } from './outbox-store.ts'
import { refuseForgery, type Message } from './message.ts'
import type { Mailer } from './mailer.ts'

/** Adds a message of one kind; equal ones become one. False when too many are waiting. */
export type AddMessage = (about: string) => Promise<boolean>

export type Outbox = ReturnType<typeof openOutbox>

interface KindOptions {
  /** Sent before messages of other kinds. */
  readonly isUrgent?: boolean
  /** The limit of waiting messages of this kind. */
  readonly waitingMax?: number
}

export interface MessageTimes {
  /** The random delay before the first try: it hides from the next call of a client that a message is written. */
  readonly beginMs: () => number
  /** How often the table is polled for messages of other nodes. */
  readonly lookEveryMs: number
  readonly pausesMs: readonly number[]
  readonly closeWithinMs: number
}

export interface OutboxDeps {
  readonly db: Tx
  readonly keyFor: KeyFor
  readonly mailer: Pick<Mailer, 'send'>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'task'>
  /** For tests, which do not wait. */
  readonly times?: Partial<MessageTimes> | undefined
}

const usualTimes: MessageTimes = {
  beginMs: () => randomInt(50, 501),
  lookEveryMs: 5_000,
  pausesMs: [10, 30, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * 1000),
  closeWithinMs: 4_000,
}
/** Longer than mail servers delay unknown senders (greylisting). */
const lateMs = 600_000
/** Parallel deliveries, so that a slow delivery does not hold up all others. */
const workersMax = 4
const usualWaitingMax = 10_000
/** Timers and the clock may differ by this much. */
const lookAgainMs = 20
const soonMs = 500

export function openOutbox(deps: OutboxDeps) {
  const times = { ...usualTimes, ...deps.times }
  const kinds = new Map<string, WriteMessage>()
  const urgent = new Set<string>()
  const store = new OutboxStore(deps.db, deps.keyFor)
  const workers = createWorkers({ ...deps, ...times, store, kinds, urgent })
  const poll = startPolling({ ...deps, ...times, store, kinds, wake: workers.wake })

  /** Adds a kind of messages, which are written when they are sent, so that no link is stored or old on arrival. */
  function kind(name: string, write: WriteMessage, options: KindOptions = {}): AddMessage {
    const { isUrgent = false, waitingMax = usualWaitingMax } = options
    kinds.set(name, write)
    if (isUrgent) urgent.add(name)
    return async (about) => {
      const [at, beginMs] = [deps.now(), times.beginMs()]
      const isAdded = await store.add({ kind: name, about, at, dueAt: at + beginMs, waitingMax })
      if (isAdded) poll.lookWithin(beginMs)
      return isAdded
    }
  }
  const addWritten = kind('letter', async (about) => JSON.parse(about) as Message)

  return {
    kind,
    /** Adds a message that is already written. */
    send: async (message: Message): Promise<void> => {
      refuseForgery(message)
      const isAdded = await addWritten(JSON.stringify(message))
      if (!isAdded) throw new Error('Too many messages are waiting.')
    },
    /** A message has been waiting so long that an operator should look. */
    isLate: poll.isLate,
    /** Waits for deliveries in progress, within a limit; the other messages stay in the table. */
    close: async (): Promise<void> => {
      await poll.close()
      await workers.close()
    },
  }
}

interface Parts extends OutboxDeps, MessageTimes {
  readonly store: OutboxStore
  readonly kinds: ReadonlyMap<string, WriteMessage>
}

function createWorkers(parts: Parts & { readonly urgent: ReadonlySet<string> }) {
  const { store, kinds, urgent, now, log, closeWithinMs } = parts
  const workers = new Set<Promise<void>>()
  const leased = new Set<LeasedMessage>()
  const closing = new AbortController()

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const search = { at: now(), leased: [...leased] }
      const message =
        (await store.lease({ ...search, kinds: [...urgent] })) ??
        (await store.lease({ ...search, kinds: [...kinds.keys()] }))
      if (message === null) return
      leased.add(message)
      // There may be more messages due.
      wake()
      await deliver(parts, message).finally(() => leased.delete(message))
    }
  }

  /** Starts another worker, up to the limit. */
  function wake(): void {
    if (closing.signal.aborted || workers.size >= workersMax) return
    const worker = work()
      .catch((error: unknown) => logUnreachable(log, error))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  return {
    wake,
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.race([Promise.all(workers), sleep(closeWithinMs, undefined, { ref: false })])
      // Another node, or the next start, retries these at once; one that is delivered after all arrives twice.
      await Promise.allSettled([...leased].map((message) => store.release(message, now())))
    },
  }
}

function startPolling(parts: Parts & { readonly wake: () => void }) {
  const { store, kinds, wake, now, log, lookEveryMs, metrics } = parts
  let waitingSince: number | null = null

  /** Returns the pause until the next look. */
  async function look(): Promise<number | void> {
    const { since, dueAt } = await store.status([...kinds.keys()])
    waitingSince = since
    if (dueAt === null) return
    const inMs = dueAt - now()
    if (inMs > 0) return Math.min(Math.max(inMs, lookAgainMs), lookEveryMs)
    wake()
    return Math.min(soonMs, lookEveryMs)
  }

  const job = startJob({
    run: look,
    pauseMs: lookEveryMs,
    delayMs: lookEveryMs,
    onFailure: (error) => logUnreachable(log, error),
    onRun: metrics?.task('mail'),
  })
  return {
    lookWithin: job.runWithin,
    isLate: (): boolean => waitingSince !== null && now() - waitingSince > lateMs,
    close: job.stop,
  }
}

const logUnreachable = (log: FastifyBaseLogger, error: unknown): void =>
  log.warn(errorName(error), 'the messages that wait cannot be reached')
