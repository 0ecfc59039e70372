// Orders wait here for their turn and go on together: one transaction and one commit for many of them.
import type { FastifyBaseLogger } from 'fastify'

import { DatabaseUnreachable } from '../db/handle.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Outcome, PlacedOrder } from './batch.ts'
import { createQueueCapacity } from './queue-capacity.ts'

export interface OrderQueue {
  /** Always answers: with a trade, or with the reason why there is none. */
  readonly place: (order: PlacedOrder) => Promise<Outcome>
  /** Takes nothing more, and returns when what was taken is answered. */
  readonly close: () => Promise<void>
  /** How many orders wait for their batch. */
  readonly length: () => number
}

export interface OrderQueueDeps {
  /** All or nothing; the outcomes are in the order of the orders. */
  readonly execute: (orders: readonly PlacedOrder[]) => Promise<readonly Outcome[]>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'onBatch'>
}

const ordersPerBatchMax = 128
/** While one batch is with the database, Node has time for the next; but many small ones cost more than one large. */
export const batchesMax = 2
const concurrentBatchMin = 32
/** Whoever sent an order does not wait much longer, and a trade that nobody waits for is a surprise. */
const beginWithinMs = 5_000

interface Waiting {
  readonly order: PlacedOrder
  readonly since: number
  readonly answer: (outcome: Outcome) => void
}

export function createOrderQueue(deps: OrderQueueDeps): OrderQueue {
  const { now } = deps
  const waiting: Waiting[] = []
  const capacity = createQueueCapacity()
  const underWay = new Set<Promise<void>>()
  let closed = false

  function begin(): void {
    const from = underWay.size === 0 ? 1 : concurrentBatchMin
    if (underWay.size === batchesMax || waiting.length < from) return
    const batch = run().finally(() => {
      underWay.delete(batch)
      begin()
    })
    underWay.add(batch)
  }

  async function run(): Promise<void> {
    // Requests that arrived in the same moment are read first, so that they join.
    await new Promise(setImmediate)
    const batch = waiting.splice(0, ordersPerBatchMax)
    for (const { order } of batch) capacity.release(order.accountId)
    // Nobody waits for these any more, so nobody shall find their trades later.
    const at = now()
    const from = at - beginWithinMs
    // The first has waited longest.
    const [first] = batch
    if (first !== undefined) deps.metrics?.onBatch(batch.length, at - first.since)
    for (const { since, answer } of batch) if (since < from) answer(busy)
    const inTime = batch.filter(({ since }) => since >= from)
    const outcomes = inTime.length === 0 ? [] : await outcomesOf(deps, inTime)
    inTime.forEach(({ answer }, index) => answer(outcomes[index] ?? unavailable))
  }

  return {
    place: (order) => {
      if (closed) return Promise.resolve(unavailable)
      if (!capacity.take(order.accountId)) return Promise.resolve(busy)
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      waiting.push({ order, since: now(), answer: resolve })
      begin()
      return promise
    },
    close: async () => {
      closed = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
    length: () => waiting.length,
  }
}

const unavailable: Outcome = { refusal: { code: 'unavailable' } }
export const busy: Outcome = { refusal: { code: 'busy' } }

/** What spoiled the batch may lie in one order; the others shall not suffer, so each is tried once more alone. */
async function outcomesOf(
  deps: OrderQueueDeps,
  batch: readonly Waiting[],
): Promise<readonly Outcome[]> {
  try {
    return await deps.execute(batch.map(({ order }) => order))
  } catch (err) {
    deps.log.warn({ err, orders: batch.length }, 'a batch of orders failed')
    return alone(deps, batch)
  }
}

/** In turn, since two of them may be of one account. The key tells an order that was executed after all. */
async function alone(
  { execute, now, log }: OrderQueueDeps,
  batch: readonly Waiting[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  // Whose order failed is not tried again for each other order of the batch: the next would only wait as long.
  const failed = new Set<number>()
  let isReachable = true
  for (const { order, since } of batch) {
    if (!isReachable || failed.has(order.accountId) || now() - since > beginWithinMs) {
      outcomes.push(unavailable)
      continue
    }
    try {
      const [outcome] = await execute([order])
      outcomes.push(outcome ?? unavailable)
    } catch (err) {
      log.error({ err }, 'an order failed')
      failed.add(order.accountId)
      isReachable = !(err instanceof DatabaseUnreachable)
      outcomes.push(unavailable)
    }
  }
  return outcomes
}
