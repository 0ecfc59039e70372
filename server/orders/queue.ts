// The order queue: collects orders into batches, one transaction each, with limits for all orders and for each account.
import type { FastifyBaseLogger } from 'fastify'

import { DatabaseUnreachable } from '../db/failures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createRareLine } from '../rare-line.ts'
import {
  refused,
  type Outcome,
  type QueuedOrder,
  type Refused,
  type SentOrder,
  type TriggeredOrder,
} from './queued-order.ts'

/** The orders of a queue may have outcomes of their own, such as those of lessons. */
export interface OrderQueue<Sent = SentOrder, Fill = TriggeredOrder, Result = Outcome> {
  /** Always resolves: to the outcome of the order, or to a refusal with the reason. */
  readonly place: (order: Sent) => Promise<Result>
  /** Queues the fill of an order that waited for its price. New orders go first. */
  readonly fillWaiting: (order: Fill) => Promise<Result>
  /** Refuses further orders, and resolves when all queued ones are answered. */
  readonly close: () => Promise<void>
  /** How many new orders wait for their batch; fills are not counted. */
  readonly length: () => number
}

export interface OrderQueueDeps<Order = QueuedOrder, Result = Outcome> {
  /** Executes all orders or none of them. The outcomes are in the order of the orders. */
  readonly execute: (orders: readonly Order[]) => Promise<readonly Result[]>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'onBatch'>
}

export interface Owned {
  readonly accountId: number
}

/** With the lines of the log that every batch would repeat while the database is away. */
interface Running<Order, Result> extends OrderQueueDeps<Order, Result> {
  readonly warnOfBatch: (line: object) => void
  readonly warnOfOrder: (line: object) => void
}

const withWarnings = <Deps extends Pick<OrderQueueDeps, 'log'>>(deps: Deps) => ({
  ...deps,
  warnOfBatch: createRareLine((line) => deps.log.warn(line, 'a batch of orders failed')),
  warnOfOrder: createRareLine((line) => deps.log.error(line, 'an order failed')),
})

const ordersPerBatchMax = 128
/** Fewer than new orders, because these may have to wait for the portfolios that a batch of fills locks. */
const fillsPerBatchMax = 64
/** Fills wait at most this long for a moment without new orders; a flood of new orders must not hold up stop orders. */
const fillsWaitMsMax = 1_000
/** While the database executes one batch, Node prepares the next. */
const batchesMax = 2
/** One connection more, for fills. */
export const connectionsMax = batchesMax + 1
/** The size from which a batch begins beside another one: many small batches cost more than a large one. */
const concurrentBatchMin = 32
/** An order that has waited longer is refused: it must not become a trade after its client has given up. */
const beginWithinMs = 5_000

interface Waiting<Order, Result> {
  readonly order: Order
  readonly since: number
  readonly answer: (outcome: Result | Refused) => void
}

export function createOrderQueue<Order extends Owned = QueuedOrder, Result = Outcome>(
  deps: OrderQueueDeps<Order, Result | Refused>,
): OrderQueue<Order, Order, Result | Refused> {
  const { now } = deps
  const running = withWarnings(deps)
  const waiting: Waiting<Order, Result>[] = []
  const fills: Waiting<Order, Result>[] = []
  const capacity = createQueueCapacity()
  const sending = new Set<Promise<void>>()
  const filling = new Set<Promise<void>>()
  let closed = false

  function begin(): void {
    const from = sending.size === 0 ? 1 : concurrentBatchMin
    if (sending.size < batchesMax && waiting.length >= from) start(sending, takeSent)
    // Fills have a connection of their own, and begin while no new order waits, because a person waits for a new order.
    const oldest = filling.size === 0 ? fills[0] : undefined
    if (oldest && (waiting.length === 0 || now() - oldest.since > fillsWaitMsMax)) {
      start(filling, () => fills.splice(0, fillsPerBatchMax))
    }
  }

  function start(underWay: Set<Promise<void>>, take: () => typeof waiting): void {
    // `begin` runs when the batch has taken its orders, because fills may begin once no new order waits.
    const batch = run(running, take, begin).finally(() => {
      underWay.delete(batch)
      begin()
    })
    underWay.add(batch)
  }

  function takeSent(): typeof waiting {
    const sent = waiting.splice(0, ordersPerBatchMax)
    for (const { order } of sent) capacity.release(order.accountId)
    return sent
  }

  function add(list: typeof waiting, order: Order): Promise<Result | Refused> {
    const { promise, resolve } = Promise.withResolvers<Result | Refused>()
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

async function run<Order extends Owned, Result>(
  deps: Running<Order, Result | Refused>,
  take: () => Waiting<Order, Result>[],
  onTaken: () => void,
): Promise<void> {
  // Requests that arrived in the same moment are read first, so that their orders join the batch.
  await new Promise(setImmediate)
  const batch = take()
  onTaken()
  const at = deps.now()
  const from = at - beginWithinMs
  // The first order of the batch has waited longest.
  deps.metrics?.onBatch(batch.length, at - (batch[0]?.since ?? at))
  for (const { since, answer } of batch) if (since < from) answer(refused('busy'))
  const inTime = batch.filter(({ since }) => since >= from)
  if (inTime.length === 0) return
  let outcomes: readonly (Result | Refused)[]
  try {
    outcomes = await deps.execute(inTime.map(({ order }) => order))
  } catch (err) {
    // A single order may have failed the batch, so each order is tried once more alone.
    deps.warnOfBatch({ err, orders: inTime.length })
    outcomes = await alone(deps, inTime)
  }
  inTime.forEach(({ answer }, index) => answer(outcomes[index] ?? unavailable))
}

const unavailable = refused('unavailable')

/** One after another, since two orders may be of one account. The key finds an order that was executed after all. */
async function alone<Order extends Owned, Result>(
  { execute, now, warnOfOrder }: Running<Order, Result | Refused>,
  batch: readonly Waiting<Order, Result>[],
): Promise<readonly (Result | Refused)[]> {
  const outcomes: (Result | Refused)[] = []
  // An account whose order failed is not tried again in this batch, whichever portfolio its next order names: each try
  // may wait for a lock, and all later orders would wait with it.
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
      isReachable = !(err instanceof DatabaseUnreachable)
      // The line of the batch says it already.
      if (isReachable) warnOfOrder({ err })
      failed.add(order.accountId)
      outcomes.push(unavailable)
    }
  }
  return outcomes
}

const placesMax = 2_048
/** One account must not take all places of the queue. */
const placesPerAccountMax = 256

export function createQueueCapacity() {
  const takenBy = new Map<number, number>()
  let taken = 0
  return {
    /** Takes a place in the queue. False where none is left, for all accounts or for this one. */
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
