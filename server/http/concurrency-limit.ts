// Limits the long reads of each account to two at a time and a fifth of the time; further ones wait in a queue.
import { BoundedMap } from '../bounded-map.ts'

/** Acquires a slot; where none becomes free in time, returns when to try again. */
export type AcquireSlot = () => Promise<Slot | { readonly retryAfterSeconds: number }>

interface Slot {
  /** Idempotent. */
  readonly release: () => void
}

const atOnce = 2
const waitMs = 2_000
const waitingMax = 32
/**
 * The time of reads is limited as well, because those of a long history keep the process busy. An account with a short
 * history stays below the limit, also on a busy node: sequential reads of 400 ms may wait, and are not refused.
 */
const burstMs = 3_000
const msPerSecond = 200
/** A slot counts for at most this time, because a download may be slow only because of its connection. */
const countedMsMax = 1_000

/** The slots of one account. */
interface SlotQueue {
  running: number
  readonly waiting: Set<() => void>
  /** The remaining time at the instant `at`; negative after reads that took longer. */
  leftMs: number
  at: number
  timer: NodeJS.Timeout | undefined
}

/** First come, first served within each account. */
export function createConcurrencyLimit(
  accountsMax: number,
  now: () => number,
): (accountId: number) => ReturnType<AcquireSlot> {
  const queues = new BoundedMap<number, SlotQueue>(accountsMax)

  function queueOf(accountId: number): SlotQueue {
    const queue: SlotQueue = queues.get(accountId) ?? {
      running: 0,
      waiting: new Set(),
      leftMs: burstMs,
      at: now(),
      timer: undefined,
    }
    queues.set(accountId, queue)
    return queue
  }

  return async (accountId) => {
    const queue = queueOf(accountId)
    const isFree = queue.waiting.size === 0 && mayStart(queue, now())
    if (isFree) queue.running += 1
    else if (queue.waiting.size >= waitingMax || !(await wait(queue, now))) {
      return { retryAfterSeconds: Math.max(2, Math.ceil(msUntilMore(queue) / 1000)) }
    }
    return slotIn(queue, now)
  }
}

function mayStart(queue: SlotQueue, at: number): boolean {
  const addedMs = (Math.max(0, at - queue.at) * msPerSecond) / 1000
  queue.leftMs = Math.min(burstMs, queue.leftMs + addedMs)
  queue.at = at
  return queue.running < atOnce && queue.leftMs > 0
}

const msUntilMore = ({ leftMs }: SlotQueue): number =>
  (Math.max(0, 1 - leftMs) * 1000) / msPerSecond

/** False where no slot became free in time. */
function wait(queue: SlotQueue, now: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isFree: boolean) => {
      clearTimeout(timeout)
      queue.waiting.delete(take)
      resolve(isFree)
    }
    const take = () => settle(true)
    const timeout = setTimeout(() => settle(false), waitMs)
    queue.waiting.add(take)
    startNext(queue, now)
  })
}

/** Starts the next waiting reads, as far as slots are free and time is left. */
function startNext(queue: SlotQueue, now: () => number): void {
  clearTimeout(queue.timer)
  for (const take of queue.waiting) {
    if (!mayStart(queue, now())) break
    queue.running += 1
    take()
  }
  if (queue.waiting.size === 0 || queue.running >= atOnce) return
  queue.timer = setTimeout(startNext, msUntilMore(queue), queue, now)
}

function slotIn(queue: SlotQueue, now: () => number): Slot {
  const from = now()
  let isReleased = false
  return {
    release: () => {
      if (isReleased) return
      isReleased = true
      queue.running -= 1
      queue.leftMs -= Math.min(Math.max(0, now() - from), countedMsMax)
      startNext(queue, now)
    },
  }
}
