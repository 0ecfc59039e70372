// Lets each account do a thing only a few times at once, and only for a share of the time: the others wait in a queue.
import { BoundedMap } from '../bounded-map.ts'

/** A slot, or in how many seconds to ask again, where none came free in time. */
export type AcquireSlot = () => Promise<Slot | { readonly retryAfterSeconds: number }>

interface Slot {
  /** May be called more than once. */
  readonly release: () => void
}

export interface ConcurrencyLimitOptions {
  readonly accountsMax: number
  readonly atOnce: number
  readonly waitMs: number
  readonly waitingMax: number
  /** How long an account may hold slots at first, and how much of each second is added. */
  readonly burstMs: number
  readonly msPerSecond: number
  /** No slot counts for longer. */
  readonly countedMsMax: number
}

/** The slots of one account. */
interface SlotQueue {
  running: number
  readonly waiting: Set<() => void>
  /** How long it may still read for, as of an instant; below zero where it has read for longer. */
  leftMs: number
  at: number
  timer: NodeJS.Timeout | undefined
}

/** In the order in which they were asked for, each account by itself. */
export function createConcurrencyLimit(
  options: ConcurrencyLimitOptions,
  now: () => number,
): (accountId: number) => ReturnType<AcquireSlot> {
  const queues = new BoundedMap<number, SlotQueue>(options.accountsMax)

  function queueOf(accountId: number): SlotQueue {
    const queue: SlotQueue = queues.get(accountId) ?? {
      running: 0,
      waiting: new Set(),
      leftMs: options.burstMs,
      at: now(),
      timer: undefined,
    }
    queues.set(accountId, queue)
    return queue
  }

  return async (accountId) => {
    const queue = queueOf(accountId)
    const isFree = queue.waiting.size === 0 && mayStart(queue, options, now())
    if (isFree) queue.running += 1
    else if (queue.waiting.size >= options.waitingMax || !(await wait(queue, options, now))) {
      return { retryAfterSeconds: Math.max(2, Math.ceil(msUntilMore(queue, options) / 1000)) }
    }
    return slotIn(queue, options, now)
  }
}

function mayStart(
  queue: SlotQueue,
  { atOnce, burstMs, msPerSecond }: ConcurrencyLimitOptions,
  at: number,
): boolean {
  const addedMs = (Math.max(0, at - queue.at) * msPerSecond) / 1000
  queue.leftMs = Math.min(burstMs, queue.leftMs + addedMs)
  queue.at = at
  return queue.running < atOnce && queue.leftMs > 0
}

const msUntilMore = ({ leftMs }: SlotQueue, { msPerSecond }: ConcurrencyLimitOptions): number =>
  (Math.max(0, 1 - leftMs) * 1000) / msPerSecond

/** Whether a slot came free in time. */
function wait(
  queue: SlotQueue,
  options: ConcurrencyLimitOptions,
  now: () => number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isFree: boolean) => {
      clearTimeout(tooLate)
      queue.waiting.delete(take)
      resolve(isFree)
    }
    const take = () => settle(true)
    const tooLate = setTimeout(() => settle(false), options.waitMs)
    queue.waiting.add(take)
    startNext(queue, options, now)
  })
}

/** The next in the queue begins as soon as a slot is free, and time to read for is left. */
function startNext(queue: SlotQueue, options: ConcurrencyLimitOptions, now: () => number): void {
  clearTimeout(queue.timer)
  for (const take of queue.waiting) {
    if (!mayStart(queue, options, now())) break
    queue.running += 1
    take()
  }
  if (queue.waiting.size === 0 || queue.running >= options.atOnce) return
  queue.timer = setTimeout(startNext, msUntilMore(queue, options), queue, options, now)
}

function slotIn(queue: SlotQueue, options: ConcurrencyLimitOptions, now: () => number): Slot {
  const from = now()
  let isReleased = false
  return {
    release: () => {
      if (isReleased) return
      isReleased = true
      queue.running -= 1
      queue.leftMs -= Math.min(Math.max(0, now() - from), options.countedMsMax)
      startNext(queue, options, now)
    },
  }
}
