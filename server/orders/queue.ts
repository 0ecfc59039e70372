// The order queue: collects orders into batches, one transaction each, with limits for all orders and for each account.
import type { FastifyBaseLogger } from 'fastify'

import { DatabaseUnreachable } from '../db/handle.ts'
import type { Metrics } from '../metrics/metrics.ts'
import {
  refused,
  type Outcome,
  type QueuedOrder,
  type SentOrder,
  type TriggeredOrder,
} from './queued-order.ts'

export interface OrderQueue {
  /** Always answers: with what became of it, or with the reason why nothing did. */
  readonly place: (order: SentOrder) => Promise<Outcome>
  /** For orders that waited: those that people have just sent go first. */
  readonly fillWaiting: (order: TriggeredOrder) => Promise<Outcome>
  /** Takes nothing more, and returns when what was taken is answered. */
  readonly close: () => Promise<void>
  /** How many orders wait for their batch. */
  readonly length: () => number
}

export interface OrderQueueDeps {
  /** All or nothing; the outcomes are in the order of the orders. */
  readonly execute: (orders: readonly QueuedOrder[]) => Promise<readonly Outcome[]>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'onBatch'>
}

const ordersPerBatchMax = 128
/** Fewer, because people's orders may have to wait for the portfolios that they lock. */
const fillsPerBatchMax = 64
/** Fills do not wait longer for a moment without new orders, or a flood of these would keep every stop from selling. */
const fillsWaitMsMax = 1_000
/** While one batch is with the database, Node has time for the next; but many small ones cost more than one large. */
const batchesMax = 2
/** One more is for orders that waited. */
export const connectionsMax = batchesMax + 1
const concurrentBatchMin = 32
/** Clients do not wait much longer, and a trade after a timeout would be a surprise. */
const beginWithinMs = 5_000

interface Waiting {
  readonly order: QueuedOrder
  readonly since: number
  readonly answer: (outcome: Outcome) => void
}

export function createOrderQueue(deps: OrderQueueDeps): OrderQueue {
  const { now } = deps
  const waiting: Waiting[] = []
  const fills: Waiting[] = []
  const capacity = createQueueCapacity()
  const sending = new Set<Promise<void>>()
  const filling = new Set<Promise<void>>()
  let closed = false

  function begin(): void {
    const from = sending.size === 0 ? 1 : concurrentBatchMin
    if (sending.size < batchesMax && waiting.length >= from) start(sending, takeSent)
    // Fills have a connection of their own, and begin while no new order waits: a person waits for that one.
    const [oldest] = fills
    if (filling.size > 0 || oldest === undefined) return
    if (waiting.length === 0 || now() - oldest.since > fillsWaitMsMax) {
      start(filling, () => fills.splice(0, fillsPerBatchMax))
    }
  }

  function start(underWay: Set<Promise<void>>, take: () => Waiting[]): void {
    // When it has taken those who waited, it is the turn of the orders that wait for a price.
    const batch = run(deps, take, begin).finally(() => {
      underWay.delete(batch)
      begin()
    })
    underWay.add(batch)
  }

  function takeSent(): Waiting[] {
    const sent = waiting.splice(0, ordersPerBatchMax)
    for (const { order } of sent) capacity.release(order.accountId)
    return sent
  }

  function add(list: Waiting[], order: QueuedOrder): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    list.push({ order, since: now(), answer: resolve })
    begin()
    return promise
  }

  return {
    place: async (order) => {
      if (closed) return unavailable
      return capacity.take(order.accountId) ? add(waiting, order) : refused('busy')
    },
    fillWaiting: async (order) => (closed ? unavailable : add(fills, order)),
    close: async () => {
      closed = true
      while (sending.size + filling.size > 0) await Promise.all([...sending, ...filling])
    },
    length: () => waiting.length,
  }
}

async function run(
  deps: OrderQueueDeps,
  take: () => Waiting[],
  onTaken: () => void,
): Promise<void> {
  // Requests that arrived in the same moment are read first, so that they join.
  await new Promise(setImmediate)
  const batch = take()
  onTaken()
  // Their clients have timed out, so they must not become trades.
  const at = deps.now()
  const from = at - beginWithinMs
  // The first has waited longest.
  deps.metrics?.onBatch(batch.length, at - (batch[0]?.since ?? at))
  for (const { since, answer } of batch) if (since < from) answer(refused('busy'))
  const inTime = batch.filter(({ since }) => since >= from)
  if (inTime.length === 0) return
  let outcomes: readonly Outcome[]
  try {
    outcomes = await deps.execute(inTime.map(({ order }) => order))
  } catch (err) {
    // What spoiled the batch may lie in one order; the others shall not suffer, so each is tried once more alone.
    deps.log.warn({ err, orders: inTime.length }, 'a batch of orders failed')
    outcomes = await alone(deps, inTime)
  }
  inTime.forEach(({ answer }, index) => answer(outcomes[index] ?? unavailable))
}

const unavailable = refused('unavailable')

/** In turn, since two of them may be of one account. The key finds an order that was executed after all. */
async function alone(
  { execute, now, log }: OrderQueueDeps,
  batch: readonly Waiting[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  // An account whose order failed is not tried again in this batch, whichever portfolio its next order names: each try may wait
  // for a lock, and all the others would wait with it.
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

const placesMax = 2_048
/** One person alone shall not take all the places. */
const placesPerAccountMax = 256

export function createQueueCapacity() {
  const takenBy = new Map<number, number>()
  let taken = 0
  return {
    /** False where there is none left, for all accounts or for this one. */
    take: (accountId: number): boolean => {
      const own = takenBy.get(accountId) ?? 0
      if (taken >= placesMax || own >= placesPerAccountMax) return false
      taken += 1
      takenBy.set(accountId, own + 1)
      return true
    },
    release: (accountId: number): void => {
      const own = (takenBy.get(accountId) ?? 0) - 1
      taken -= 1
      if (own === 0) takenBy.delete(accountId)
      else takenBy.set(accountId, own)
    },
  }
}
