// The budget of an account on this node: token buckets for orders and for reads, and a few slots for long reads.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'

import { BoundedMap } from '../bounded-map.ts'
import { createConcurrencyLimit, type AcquireSlot } from './concurrency-limit.ts'
import type { Allowance, LimitsConfig } from './limits.ts'

export interface Budgets {
  /** Counts a call; where the budget is used up it is not counted, and the refusal comes back. */
  readonly spend: (accountId: number, call: Call) => Refusal | null
  /** Asks for one of the slots of a call that may only be made a few at a time; null where it needs none. */
  readonly slotFor: (accountId: number, call: Call) => AcquireSlot | null
}

export interface BudgetOptions {
  readonly limits: Pick<LimitsConfig, 'trades' | 'reads'>
  readonly now: () => number
}

/** Half of it, which is always known, is more than are active on a node before a budget is full again. */
const accountsMax = 100_000
/**
 * Long reads are also counted by the time they take, because with a long past each of them keeps the process busy: three
 * seconds of it at once, and a fifth of the time from then on. An account with a short past does not notice, also not on a
 * node that is busy: reads of 400 ms one after the other may wait, and are not refused.
 */
const longReads = {
  accountsMax,
  atOnce: 2,
  waitMs: 2_000,
  waitingMax: 32,
  burstMs: 3_000,
  msPerSecond: 200,
  // A download may take long because the connection is slow.
  countedMsMax: 1_000,
}

export function createBudgets({ limits, now }: BudgetOptions): Budgets {
  const waitForTrade = createBuckets(limits.trades, now)
  const waitForRead = createBuckets(limits.reads, now)
  const longReadSlots = createConcurrencyLimit(longReads, now)
  return {
    spend: (accountId, call) => {
      const of = call.budget === 'trades' ? 'orders' : 'requests'
      const seconds = (of === 'orders' ? waitForTrade : waitForRead)(accountId)
      return seconds === 0 ? null : { code: 'too_many_requests', of, retryAfterSeconds: seconds }
    },
    slotFor: (accountId, call) =>
      call.budget === 'long-reads' ? () => longReadSlots(accountId) : null,
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
