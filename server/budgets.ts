// An account's share of this node: so many orders and so many reads a second, and the long reads a few at a time.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'

import { BoundedMap } from './bounded-map.ts'
import type { Allowance, LimitsConfig } from './limits.ts'

export interface Budgets {
  /** Counts a call; where the share is used up it counts for nothing, and why it is refused comes back. */
  readonly spend: (accountId: number, line: Call) => Refusal | null
  /** Asks for a turn where a call may only be made a few at a time; null where there is nothing to wait for. */
  readonly turnFor: (accountId: number, line: Call) => AskForTurn | null
}

/** Null where none came free in time. */
export type AskForTurn = () => Promise<Turn | null>

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
 * After a long read its turn rests for nine times as long as it took, so that one account keeps the process busy for a
 * fifth of the time at most. Whoever has a short past does not notice, and nobody waits for more than a second.
 */
const longReads = { atOnce: 2, waitMs: 2_000, waitingMax: 32, restFactor: 9, restMsMax: 1_000 }

export function createBudgets({ limits, now }: BudgetOptions): Budgets {
  const waitForTrade = createBuckets(limits.trades, now)
  const waitForRead = createBuckets(limits.reads, now)
  const turns = createTurns(longReads, now)
  return {
    spend: (accountId, line) => {
      const of = line.budget === 'trades' ? 'orders' : 'requests'
      const seconds = (of === 'orders' ? waitForTrade : waitForRead)(accountId)
      return seconds === 0 ? null : { code: 'too_many_requests', of, retryAfterSeconds: seconds }
    },
    turnFor: (accountId, line) =>
      line.budget === 'long-reads' ? () => turns.ask(accountId) : null,
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

interface TurnOptions {
  readonly atOnce: number
  readonly waitMs: number
  readonly waitingMax: number
  readonly restFactor: number
  readonly restMsMax: number
}

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/** In the order in which they were asked for, each account by itself. */
function createTurns(options: TurnOptions, now: () => number) {
  const { atOnce, waitMs, waitingMax, restFactor, restMsMax } = options
  // As many as there are calls under way, and no more.
  const lines = new Map<number, Line>()

  function end(accountId: number, line: Line): void {
    const [next] = line.waiting
    if (next !== undefined) return next()
    line.running -= 1
    if (line.running === 0) lines.delete(accountId)
  }

  function turnIn(accountId: number, line: Line): Turn {
    const from = now()
    let isOver = false
    return {
      end: () => {
        if (isOver) return
        isOver = true
        const restMs = Math.min((now() - from) * restFactor, restMsMax)
        if (restMs > 0) setTimeout(end, restMs, accountId, line).unref()
        else end(accountId, line)
      },
    }
  }

  function wait(line: Line): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(timer)
        line.waiting.delete(take)
        resolve(isTurn)
      }
      const take = () => settle(true)
      const timer = setTimeout(() => settle(false), waitMs)
      line.waiting.add(take)
    })
  }

  return {
    ask: async (accountId: number): Promise<Turn | null> => {
      const line = lines.get(accountId) ?? { running: 0, waiting: new Set() }
      lines.set(accountId, line)
      if (line.running < atOnce) line.running += 1
      else if (line.waiting.size >= waitingMax || !(await wait(line))) return null
      return turnIn(accountId, line)
    },
  }
}
