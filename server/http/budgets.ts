// The budget of an account on this node: token buckets for orders and for reads, and a few slots for long reads.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { Allowance, LimitsConfig } from './limits.ts'

export interface Budgets {
  /** Counts a call; where the budget is used up it is not counted, and the refusal comes back. */
  readonly spend: (accountId: number, call: Call) => Refusal | null
  /** Asks for one of the slots of a call that may only be made a few at a time; null where it needs none. */
  readonly turnFor: (accountId: number, call: Call) => AskForTurn | null
}

/** The slot, or in how many seconds to ask again, where none came free in time. */
export type AskForTurn = () => Promise<Turn | { readonly retryAfterSeconds: number }>

interface Turn {
  /** May be called more than once. */
  readonly end: () => void
}

export interface BudgetOptions {
  readonly limits: Pick<LimitsConfig, 'trades' | 'reads'>
  readonly now: () => number
}

/** More than are ever active on a node within the time in which a budget is full again. */
const accountsMax = 50_000
/**
 * Long reads are also counted by the time they take, because with a long past each of them keeps the process busy: three
 * seconds of it at once, and a fifth of the time from then on. An account with a short past does not notice, also not on a
 * node that is busy: reads of 400 ms one after the other may wait, and are not refused.
 */
const longReads = { atOnce: 2, waitMs: 2_000, waitingMax: 32, burstMs: 3_000, msPerSecond: 200 }
/** A download may take long because the connection is slow. */
const countedMsMax = 1_000

export function createBudgets({ limits, now }: BudgetOptions): Budgets {
  const waitForTrade = createBuckets(limits.trades, now)
  const waitForRead = createBuckets(limits.reads, now)
  const turns = createTurns(longReads, now)
  return {
    spend: (accountId, call) => {
      const of = call.budget === 'trades' ? 'orders' : 'requests'
      const seconds = (of === 'orders' ? waitForTrade : waitForRead)(accountId)
      return seconds === 0 ? null : { code: 'too_many_requests', of, retryAfterSeconds: seconds }
    },
    turnFor: (accountId, call) =>
      call.budget === 'long-reads' ? () => turns.ask(accountId) : null,
  }
}

interface Bucket {
  readonly left: number
  readonly at: number
}

/** Takes one and answers 0, or says in how many seconds there is one to take. */
function createBuckets({ perSecond, burst }: Allowance, now: () => number) {
  if (perSecond === 0 || burst === 0) return () => 0
  const buckets = new BoundedMap<number, Bucket>(accountsMax)
  return (accountId: number): number => {
    const at = now()
    const last = buckets.get(accountId)
    // A clock that was set back adds nothing, and must not stop what is added from then on.
    const added = last === undefined ? burst : (Math.max(0, at - last.at) * perSecond) / 1000
    const left = Math.min(burst, (last?.left ?? 0) + added)
    const isThere = left >= 1
    buckets.set(accountId, { left: isThere ? left - 1 : left, at })
    return isThere ? 0 : Math.ceil((1 - left) / perSecond)
  }
}

type TurnOptions = typeof longReads

/** The slots of one account. */
interface LongReadQueue {
  running: number
  readonly waiting: Set<() => void>
  /** How long it may still read for, as of an instant; below zero where it has read for longer. */
  leftMs: number
  at: number
  timer: NodeJS.Timeout | undefined
}

/** In the order in which they were asked for, each account by itself. */
function createTurns(options: TurnOptions, now: () => number) {
  const queues = new BoundedMap<number, LongReadQueue>(accountsMax)

  function queueOf(accountId: number): LongReadQueue {
    const queue: LongReadQueue = queues.get(accountId) ?? {
      running: 0,
      waiting: new Set(),
      leftMs: options.burstMs,
      at: now(),
      timer: undefined,
    }
    queues.set(accountId, queue)
    return queue
  }

  return {
    ask: async (accountId: number): ReturnType<AskForTurn> => {
      const queue = queueOf(accountId)
      const isFree = queue.waiting.size === 0 && mayStart(queue, options, now())
      if (isFree) queue.running += 1
      else if (queue.waiting.size >= options.waitingMax || !(await wait(queue, options, now))) {
        return { retryAfterSeconds: Math.max(2, Math.ceil(msUntilMore(queue, options) / 1000)) }
      }
      return turnIn(queue, options, now)
    },
  }
}

function mayStart(
  queue: LongReadQueue,
  { atOnce, burstMs, msPerSecond }: TurnOptions,
  at: number,
): boolean {
  const addedMs = (Math.max(0, at - queue.at) * msPerSecond) / 1000
  queue.leftMs = Math.min(burstMs, queue.leftMs + addedMs)
  queue.at = at
  return queue.running < atOnce && queue.leftMs > 0
}

const msUntilMore = ({ leftMs }: LongReadQueue, { msPerSecond }: TurnOptions): number =>
  (Math.max(0, 1 - leftMs) * 1000) / msPerSecond

/** Whether a slot came free in time. */
function wait(queue: LongReadQueue, options: TurnOptions, now: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTurn: boolean) => {
      clearTimeout(tooLate)
      queue.waiting.delete(take)
      resolve(isTurn)
    }
    const take = () => settle(true)
    const tooLate = setTimeout(() => settle(false), options.waitMs)
    queue.waiting.add(take)
    startNext(queue, options, now)
  })
}

/** The next in the queue begins as soon as a slot is free, and time to read for is left. */
function startNext(queue: LongReadQueue, options: TurnOptions, now: () => number): void {
  clearTimeout(queue.timer)
  for (const take of queue.waiting) {
    if (!mayStart(queue, options, now())) break
    queue.running += 1
    take()
  }
  if (queue.waiting.size === 0 || queue.running >= options.atOnce) return
  queue.timer = setTimeout(startNext, msUntilMore(queue, options), queue, options, now)
}

function turnIn(queue: LongReadQueue, options: TurnOptions, now: () => number): Turn {
  const from = now()
  let isOver = false
  return {
    end: () => {
      if (isOver) return
      isOver = true
      queue.running -= 1
      queue.leftMs -= Math.min(Math.max(0, now() - from), countedMsMax)
      startNext(queue, options, now)
    },
  }
}
