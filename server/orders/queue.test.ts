// The order queue: which orders share a batch, which are refused, and what happens when a batch fails.
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, test } from 'vitest'

import { DatabaseUnreachable } from '../db/failures.ts'
import { createLog } from '../log.ts'
import {
  isMarketOrder,
  type Outcome,
  type MarketOrderRequest,
  type TriggeredOrder,
} from './queued-order.ts'
import { createOrderQueue } from './queue.ts'
import { marketOrder } from './testing/market-order.ts'

const orderOf = (accountId: number, publicId: string | null = null) =>
  marketOrder(accountId, { publicId })

const reachedOf = (accountId: number): TriggeredOrder => ({
  orderId: accountId,
  ticker: 'AAPL',
  accountId,
  publicId: null,
  arrivedAt: 0,
})

/** The outcome contains the account, so that a mix-up would fail the test. */
const done = ({ accountId }: MarketOrderRequest): Outcome => ({
  trade: {
    type: 'BUY',
    ticker: 'AAPL',
    quantity: accountId,
    price: cents(1),
    at: 0,
    cost: cents(0),
  },
  cash: cents(0),
})

const busy = { refusal: { code: 'busy' } }
const unavailable = { refusal: { code: 'unavailable' } }

type Execute = (orders: readonly MarketOrderRequest[]) => Promise<Outcome[]>

/** A queue on a fake database that records batches and blocks them at a gate. */
function createRehearsal(execute: Execute = async (orders) => orders.map(done)) {
  const batches: number[][] = []
  const clock = { at: 0 }
  let gate = Promise.resolve()
  const queue = createOrderQueue({
    execute: async (orders) => {
      batches.push(orders.map(({ accountId }) => accountId))
      await gate
      return execute(orders.filter(isMarketOrder))
    },
    now: () => clock.at,
    log: createLog('silent'),
  })
  const shut = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { queue, batches, clock, shut }
}

const place = ({ queue }: ReturnType<typeof createRehearsal>, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, index) => queue.place(orderOf(from + index)))

async function untilBegun(batches: readonly unknown[]): Promise<void> {
  await expect.poll(() => batches.length, { interval: 1 }).toBe(1)
}

/** A queue whose first batch waits at the gate. */
async function rehearsalUnderWay() {
  const rehearsal = createRehearsal()
  const open = rehearsal.shut()
  const first = place(rehearsal, 1, 1)
  await untilBegun(rehearsal.batches)
  return { rehearsal, open, first }
}

describe('orders', () => {
  test('of one moment go together, and each has its own answer', async () => {
    const rehearsal = createRehearsal()
    const outcomes = await Promise.all(place(rehearsal, 1, 3))
    expect(outcomes).toEqual([1, 2, 3].map((accountId) => orderOf(accountId)).map(done))
    expect(rehearsal.batches).toEqual([[1, 2, 3]])
  })

  test('that arrive while others are on the way join the next batch', async () => {
    const { rehearsal, open, first } = await rehearsalUnderWay()
    const others = place(rehearsal, 2, 32)
    open()
    await Promise.all([...first, ...others])
    expect(rehearsal.batches.map(({ length }) => length)).toEqual([1, 31])
  })

  test('go beside the batch on the way when there are many, at most 128 together and two batches at once', async () => {
    const { rehearsal, open, first } = await rehearsalUnderWay()
    const others = place(rehearsal, 2, 260)
    await expect.poll(() => rehearsal.batches.length, { interval: 1 }).toBe(2)
    await new Promise(setImmediate)
    expect(rehearsal.batches.map(({ length }) => length)).toEqual([1, 128])
    open()
    await Promise.all([...first, ...others])
    expect(rehearsal.batches.map(({ length }) => length)).toEqual([1, 128, 128, 3])
    expect(rehearsal.batches.flat()).toEqual(Array.from({ length: 260 }, (_none, n) => n + 1))
  })

  test('beyond 2,048 that wait are sent away at once, and the others are still done', async () => {
    const { rehearsal, open, first } = await rehearsalUnderWay()
    const waiting = place(rehearsal, 2, 2_049)
    expect(await rehearsal.queue.place(orderOf(3_000))).toEqual(busy)
    open()
    const outcomes = await Promise.all([...first, ...waiting])
    expect(outcomes.filter((outcome) => 'trade' in outcome)).toHaveLength(2_049)
    expect(rehearsal.batches.flat()).not.toContain(3_000)
    expect(await rehearsal.queue.place(orderOf(3_000))).toEqual(done(orderOf(3_000)))
  })

  test('of one account take 256 places at most', async () => {
    const rehearsal = createRehearsal()
    const open = rehearsal.shut()
    // Two batches are under way, and the others wait.
    const going = place(rehearsal, 1, 256)
    await expect.poll(() => rehearsal.batches.length, { interval: 1 }).toBe(2)
    const taken = Array.from({ length: 256 }, () => rehearsal.queue.place(orderOf(7)))
    expect(await rehearsal.queue.place(orderOf(7))).toEqual(busy)
    const other = rehearsal.queue.place(orderOf(8))
    open()
    await Promise.all([...going, ...taken])
    expect(await other).toEqual(done(orderOf(8)))
    expect(await rehearsal.queue.place(orderOf(7))).toEqual(done(orderOf(7)))
  })

  test('that waited longer than anybody waits for an answer are not begun any more', async () => {
    const { rehearsal, open, first } = await rehearsalUnderWay()
    const late = rehearsal.queue.place(orderOf(2))
    rehearsal.clock.at += 5_001
    const inTime = rehearsal.queue.place(orderOf(3))
    open()
    expect(await Promise.all([...first, late, inTime])).toEqual([
      done(orderOf(1)),
      busy,
      done(orderOf(3)),
    ])
    expect(rehearsal.batches).toEqual([[1], [3]])
  })
})

describe('a batch that fails', () => {
  const failingForTwo: Execute = async (orders) => {
    if (orders.some(({ accountId }) => accountId === 2)) throw new Error('locked')
    return orders.map(done)
  }

  test('is tried again order by order, and only the one that spoiled it has no answer', async () => {
    const rehearsal = createRehearsal(failingForTwo)
    expect(await Promise.all(place(rehearsal, 1, 3))).toEqual([
      done(orderOf(1)),
      unavailable,
      done(orderOf(3)),
    ])
    expect(rehearsal.batches).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  test('tries an account whose order failed no second time', async () => {
    const rehearsal = createRehearsal(failingForTwo)
    const placed = [2, 1, 2, 2].map((accountId) => rehearsal.queue.place(orderOf(accountId)))
    expect(await Promise.all(placed)).toEqual([
      unavailable,
      done(orderOf(1)),
      unavailable,
      unavailable,
    ])
    expect(rehearsal.batches).toEqual([[2, 1, 2, 2], [2], [1]])
  })

  test('tries it once also where its orders name portfolios, so that others wait for one lock at most', async () => {
    const rehearsal = createRehearsal(failingForTwo)
    const named = [null, 'main', 'other'].map((id) => rehearsal.queue.place(orderOf(2, id)))
    const placed = [...named, rehearsal.queue.place(orderOf(1))]
    expect((await Promise.all(placed)).at(-1)).toEqual(done(orderOf(1)))
    expect(rehearsal.batches).toEqual([[2, 2, 2, 1], [2], [1]])
  })

  test('is given up after one more try where the database cannot be reached', async () => {
    const rehearsal = createRehearsal(async () => {
      throw new DatabaseUnreachable('gone')
    })
    expect(await Promise.all(place(rehearsal, 1, 3))).toEqual([
      unavailable,
      unavailable,
      unavailable,
    ])
    expect(rehearsal.batches).toEqual([[1, 2, 3], [1]])
  })

  test('is not tried again when it took too long', async () => {
    const rehearsal = createRehearsal(async () => {
      rehearsal.clock.at += 15_000
      throw new Error('canceling statement due to statement timeout')
    })
    expect(await Promise.all(place(rehearsal, 1, 2))).toEqual([unavailable, unavailable])
    expect(rehearsal.batches).toEqual([[1, 2]])
  })

  test('does not stop the queue', async () => {
    let isBroken = true
    const rehearsal = createRehearsal(async (orders) => {
      if (isBroken) throw new Error('broken')
      return orders.map(done)
    })
    expect(await rehearsal.queue.place(orderOf(1))).toEqual(unavailable)
    isBroken = false
    expect(await rehearsal.queue.place(orderOf(2))).toEqual(done(orderOf(2)))
  })
})

test('a queue that closes answers what it took, and takes nothing more', async () => {
  const rehearsal = createRehearsal()
  const open = rehearsal.shut()
  const taken = place(rehearsal, 1, 200)
  const closed = rehearsal.queue.close().then(() => 'closed')
  expect(await rehearsal.queue.place(orderOf(201))).toEqual(unavailable)
  expect(await rehearsal.queue.fillWaiting(reachedOf(202))).toEqual(unavailable)
  open()
  const outcomes = await Promise.all(taken)
  expect(outcomes.every((outcome) => 'trade' in outcome)).toBe(true)
  expect(await closed).toBe('closed')
  expect(rehearsal.batches.flat()).toHaveLength(200)
})

test('a queue that closes waits for the fill that is under way, and for those behind it', async () => {
  const { queue, batches, shut } = createRehearsal()
  const open = shut()
  const filled = Promise.all(
    Array.from({ length: 70 }, (_none, n) => queue.fillWaiting(reachedOf(n))),
  )
  await untilBegun(batches)
  const ends: string[] = []
  const closed = queue.close().then(() => ends.push('closed'))
  await new Promise(setImmediate)
  expect(ends).toEqual([])
  void filled.then(() => ends.push('answered'))
  open()
  await closed
  expect(ends).toEqual(['answered', 'closed'])
  expect(batches.map(({ length }) => length)).toEqual([64, 6])
})

test('orders that waited go while nobody waits, and those that people send do not wait for them', async () => {
  const { queue, batches, shut } = createRehearsal()
  const open = shut()
  const filled = Array.from({ length: 100 }, (_none, index) =>
    queue.fillWaiting(reachedOf(1_000 + index)),
  )
  await new Promise(setImmediate)
  const sent = queue.place(orderOf(1))
  await new Promise(setImmediate)
  expect(batches.map((batch) => batch.length)).toEqual([64, 1])
  open()
  await Promise.all([...filled, sent])
  expect(batches.map((batch) => batch.length)).toEqual([64, 1, 36])
})

test('orders that waited go as soon as those who were before them are under way', async () => {
  const { queue, batches, shut } = createRehearsal()
  const endFirst = shut()
  const first = queue.place(orderOf(1))
  await new Promise(setImmediate)
  const second = queue.place(orderOf(2))
  const filled = queue.fillWaiting(reachedOf(7))
  const endSecond = shut()
  endFirst()
  await first
  await expect.poll(() => batches).toEqual([[1], [2], [7]])
  endSecond()
  await Promise.all([second, filled])
})

test('orders that waited go within a second, also where new ones never stop coming', async () => {
  const { queue, batches, clock, shut } = createRehearsal()
  const answers: Promise<Outcome>[] = []
  const topUp = () => {
    while (queue.length() < 600) answers.push(queue.place(orderOf(answers.length + 1_000)))
  }
  let open = shut()
  topUp()
  answers.push(queue.fillWaiting(reachedOf(7)))
  const isBegun = () => batches.some((batch) => batch.includes(7))
  for (let turn = 0; turn < 10 && !isBegun(); turn += 1) {
    clock.at += 400
    const openLast = open
    open = shut()
    openLast()
    await expect.poll(() => queue.length(), { interval: 1 }).toBeLessThan(600)
    expect(queue.length()).toBeGreaterThan(128)
    topUp()
  }
  expect([isBegun(), clock.at]).toEqual([true, 1_200])
  open()
  await Promise.all(answers)
})
