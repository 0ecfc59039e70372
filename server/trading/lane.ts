// Orders wait here for the batch before theirs, and go on together: one transaction and one commit for all of them.
import type { FastifyBaseLogger } from 'fastify'

import { DatabaseUnreachable } from '../db.ts'
import type { Outcome, PlacedOrder } from './batch.ts'

export interface Lane {
  /** Always answers: with a trade, or with the reason why there is none. */
  readonly place: (order: PlacedOrder) => Promise<Outcome>
  /** Takes nothing more, and returns when what was taken is answered. */
  readonly close: () => Promise<void>
}

export interface LaneDoors {
  /** All or nothing; the outcomes are in the order of the orders. */
  readonly execute: (orders: readonly PlacedOrder[]) => Promise<readonly Outcome[]>
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

const ordersPerBatchMax = 128
const waitingMax = 2_048
/** Short enough that whoever sent the order still waits for its answer, whatever the database does then. */
const beginWithinMs = 5_000

interface Waiting {
  readonly order: PlacedOrder
  readonly since: number
  readonly answer: (outcome: Outcome) => void
}

export function createLane(doors: LaneDoors): Lane {
  const { now } = doors
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null
  let closed = false

  async function run(): Promise<void> {
    // Requests that arrived in the same moment are read first, so that they join.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, ordersPerBatchMax)
      // Nobody waits for these any more, so nobody shall find their trades later.
      const from = now() - beginWithinMs
      for (const { since, answer } of batch) if (since < from) answer(busy)
      const inTime = batch.filter(({ since }) => since >= from)
      const outcomes = inTime.length === 0 ? [] : await outcomesOf(doors, inTime)
      inTime.forEach(({ answer }, index) => answer(outcomes[index] ?? unavailable))
    }
    running = null
  }

  return {
    place: (order) => {
      if (closed) return Promise.resolve(unavailable)
      if (waiting.length >= waitingMax) return Promise.resolve(busy)
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      waiting.push({ order, since: now(), answer: resolve })
      running ??= run()
      return promise
    },
    close: async () => {
      closed = true
      await running
    },
  }
}

const unavailable: Outcome = { refusal: { code: 'unavailable' } }
const busy: Outcome = { refusal: { code: 'busy' } }

/** What spoiled the batch may lie in one order; the others shall not suffer, so each is tried once more alone. */
async function outcomesOf(
  doors: LaneDoors,
  batch: readonly Waiting[],
): Promise<readonly Outcome[]> {
  try {
    return await doors.execute(batch.map(({ order }) => order))
  } catch (err) {
    doors.log.warn({ err, orders: batch.length }, 'a batch of orders failed')
    return alone(doors, batch)
  }
}

/** In turn, since two of them may be of one account. The key tells an order that was executed after all. */
async function alone(
  { execute, now, log }: LaneDoors,
  batch: readonly Waiting[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let isReachable = true
  for (const { order, since } of batch) {
    if (!isReachable || now() - since > beginWithinMs) {
      outcomes.push(unavailable)
      continue
    }
    try {
      const [outcome] = await execute([order])
      outcomes.push(outcome ?? unavailable)
    } catch (err) {
      log.error({ err }, 'an order failed')
      isReachable = !(err instanceof DatabaseUnreachable)
      outcomes.push(unavailable)
    }
  }
  return outcomes
}
