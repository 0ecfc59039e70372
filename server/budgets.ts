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

/** Or in how many seconds it is worth while to ask again, where none came free in time. */
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
 * seconds of it at once, and a fifth of the time from then on. Whoever has a short past does not notice, also not on a
 * node that is busy: reads of 400 ms one after the other may wait, and are not refused.
 */
const longReads = { atOnce: 2, waitMs: 2_000, waitingMax: 32, burstMs: 3_000, msPerSecond: 200 }
/** A file may be long because the line is slow. */
const countedMsMax = 1_000

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

type TurnOptions = typeof longReads

/** The turns of one account. */
interface Line {
  running: number
  readonly waiting: Set<() => void>
  /** How long it may still read for, as of an instant; below zero where it has read for longer. */
  leftMs: number
  at: number
  timer: NodeJS.Timeout | undefined
}

/** In the order in which they were asked for, each account by itself. */
function createTurns(options: TurnOptions, now: () => number) {
  const lines = new BoundedMap<number, Line>(accountsMax)

  function lineOf(accountId: number): Line {
    const line: Line = lines.get(accountId) ?? {
      running: 0,
      waiting: new Set(),
      leftMs: options.burstMs,
      at: now(),
      timer: undefined,
    }
    lines.set(accountId, line)
    return line
  }

  return {
    ask: async (accountId: number): ReturnType<AskForTurn> => {
      const line = lineOf(accountId)
      const isFree = line.waiting.size === 0 && mayStart(line, options, now())
      if (isFree) line.running += 1
      else if (line.waiting.size >= options.waitingMax || !(await wait(line, options, now))) {
        return { retryAfterSeconds: Math.max(2, Math.ceil(msUntilMore(line, options) / 1000)) }
      }
      return turnIn(line, options, now)
    },
  }
}

function mayStart(line: Line, { atOnce, burstMs, msPerSecond }: TurnOptions, at: number): boolean {
  const addedMs = (Math.max(0, at - line.at) * msPerSecond) / 1000
  line.leftMs = Math.min(burstMs, line.leftMs + addedMs)
  line.at = at
  return line.running < atOnce && line.leftMs > 0
}

const msUntilMore = ({ leftMs }: Line, { msPerSecond }: TurnOptions): number =>
  (Math.max(0, 1 - leftMs) * 1000) / msPerSecond

/** Whether the turn has come before it was too late. */
function wait(line: Line, options: TurnOptions, now: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTurn: boolean) => {
      clearTimeout(tooLate)
      line.waiting.delete(take)
      resolve(isTurn)
    }
    const take = () => settle(true)
    const tooLate = setTimeout(() => settle(false), options.waitMs)
    line.waiting.add(take)
    startNext(line, options, now)
  })
}

/** Whoever is next begins as soon as there is a place, and time to read for. */
function startNext(line: Line, options: TurnOptions, now: () => number): void {
  clearTimeout(line.timer)
  for (const take of line.waiting) {
    if (!mayStart(line, options, now())) break
    line.running += 1
    take()
  }
  if (line.waiting.size === 0 || line.running >= options.atOnce) return
  line.timer = setTimeout(startNext, msUntilMore(line, options), line, options, now)
}

function turnIn(line: Line, options: TurnOptions, now: () => number): Turn {
  const from = now()
  let isOver = false
  return {
    end: () => {
      if (isOver) return
      isOver = true
      line.running -= 1
      line.leftMs -= Math.min(Math.max(0, now() - from), countedMsMax)
      startNext(line, options, now)
    },
  }
}
