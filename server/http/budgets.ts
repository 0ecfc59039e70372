// The request budget of each account on this node: token buckets for orders and for reads, and slots for long reads.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'

import { BoundedMap } from '../bounded-map.ts'
import { createConcurrencyLimit, type AcquireSlot } from './concurrency-limit.ts'
import type { Allowance, LimitsConfig } from './limits.ts'

export interface BudgetOptions {
  readonly limits: Pick<LimitsConfig, 'trades' | 'reads'>
  readonly now: () => number
}

/** BoundedMap guarantees half of it, which is more accounts than are active before a bucket is full again. */
const accountsMax = 100_000

export type Budgets = ReturnType<typeof createBudgets>

export function createBudgets({ limits, now }: BudgetOptions) {
  const waitForTrade = createBuckets(limits.trades, now)
  const waitForRead = createBuckets(limits.reads, now)
  const longReadSlots = createConcurrencyLimit(accountsMax, now)
  return {
    /** Counts a call; where the budget is used up, returns the refusal and does not count it. */
    spend: (accountId: number, call: Call): Refusal | null => {
      const of = call.budget === 'trades' ? 'orders' : 'requests'
      const seconds = (of === 'orders' ? waitForTrade : waitForRead)(accountId)
      return seconds === 0 ? null : { code: 'too_many_requests', of, retryAfterSeconds: seconds }
    },
    /** Null where the call needs no slot. */
    slotFor: (accountId: number, call: Call): AcquireSlot | null =>
      call.budget === 'long-reads' ? () => longReadSlots(accountId) : null,
  }
}

interface Bucket {
  readonly left: number
  readonly at: number
}

/** Takes a token and returns 0, or returns the seconds until there is one. */
function createBuckets({ perSecond, burst }: Allowance, now: () => number) {
  if (perSecond === 0 || burst === 0) return () => 0
  const buckets = new BoundedMap<number, Bucket>(accountsMax)
  return (accountId: number): number => {
    const at = now()
    const last = buckets.get(accountId)
    // A clock that was set back adds nothing, and does not stop later refills.
    const added = last === undefined ? burst : (Math.max(0, at - last.at) * perSecond) / 1000
    const left = Math.min(burst, (last?.left ?? 0) + added)
    const hasToken = left >= 1
    buckets.set(accountId, { left: hasToken ? left - 1 : left, at })
    return hasToken ? 0 : Math.ceil((1 - left) / perSecond)
  }
}
