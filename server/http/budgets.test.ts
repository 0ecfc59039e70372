// The budget of an account: what it gets when it sends as much as it can, and what is left for the others.
import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { eventually, movable } from '../identity/testing/browser.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World, type WorldOptions } from '../testing/world.ts'
import { createBudgets } from './budgets.ts'
import type { AcquireSlot } from './concurrency-limit.ts'

/** The limits of a server without configuration. */
const defaults = {
  TRADES_PER_SECOND: '10',
  TRADES_BURST: '60',
  READS_PER_SECOND: '20',
  READS_BURST: '100',
}

const order = { ticker: 'AAPL', quantity: 1, price: 1 }

/** A dollar a share, so that no account runs out of cash. */
async function worldOf(options: WorldOptions = {}, env: Record<string, string> = {}) {
  const { now = Date.now } = options
  const market = createScriptedMarket({ now, priceCents: 1_00 })
  return createWorld({ market, ...options, env: { ...defaults, ...env } })
}

const buy = (learner: Learner, key: string = randomUUID()) =>
  learner.post('/api/buy', order, { 'idempotency-key': key })

const statusesOf = (answers: readonly LightMyRequestResponse[]) =>
  answers.map(({ statusCode }) => statusCode)

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))

const tradesOf = async ({ db }: World, learner: Learner): Promise<number> => {
  const id = await portfolioIdOf(db, learner)
  const [row] = await db.query<{ count: number }>(
    'select count(*) from trade where portfolio_id = $1',
    [id],
  )
  return row?.count ?? 0
}

const said = (answer: LightMyRequestResponse | undefined) => ({
  status: answer?.statusCode,
  code: answer?.json().code,
  error: answer?.json().error,
  retryAfter: answer?.headers['retry-after'],
})

describe('orders', () => {
  test('of one account that sends a thousand as fast as it can are executed as far as its budget goes', async () => {
    const world = await worldOf()
    const [greedy, other] = [await signUp(world.app), await signUp(world.app)]
    const from = Date.now()
    const flood = times(1000, () => buy(greedy))
    expect((await buy(other)).statusCode).toBe(200)
    const answers = await flood
    const seconds = (Date.now() - from) / 1000
    const executed = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(executed).toBeGreaterThanOrEqual(60)
    expect(executed).toBeLessThanOrEqual(60 + 10 * seconds)
    expect(await tradesOf(world, greedy)).toBe(executed)
    expect(new Set(statusesOf(answers))).toEqual(new Set([200, 429]))
    expect(said(answers.find(({ statusCode }) => statusCode === 429))).toEqual({
      status: 429,
      code: 'too_many_requests',
      error: 'That was a lot of orders. Please try again in a second.',
      retryAfter: '1',
    })
  })

  test('go on at their rate after a burst, and a pause makes up for a burst and no more', async () => {
    const clock = movable()
    const world = await worldOf({ now: clock.now })
    const learner = await signUp(world.app)
    const executed = async () =>
      statusesOf(await times(80, () => buy(learner))).filter((status) => status === 200).length
    expect(await executed()).toBe(60)
    clock.move(1_000)
    expect(await executed()).toBe(10)
    clock.move(100)
    expect(await executed()).toBe(1)
    clock.move(600_000)
    expect(await executed()).toBe(60)
    // A clock that is set back adds no tokens, and does not stop later refills.
    clock.move(-300_000)
    expect(await executed()).toBe(0)
    clock.move(1_000)
    expect(await executed()).toBe(10)
  })

  test('that are too many are refused before their body is parsed', async () => {
    const clock = movable()
    const { app } = await worldOf({ now: clock.now }, { TRADES_BURST: '1' })
    const learner = await signUp(app)
    const broken = () =>
      app.inject({
        method: 'POST',
        url: '/api/sell',
        headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/json' },
        payload: '{"ticker":',
      })
    expect((await broken()).statusCode).toBe(400)
    expect((await broken()).statusCode).toBe(429)
  })

  test('that were refused as too many are executed once under the same key', async () => {
    const clock = movable()
    const world = await worldOf({ now: clock.now }, { TRADES_BURST: '2' })
    const learner = await signUp(world.app)
    await times(2, () => buy(learner))
    const key = randomUUID()
    expect(statusesOf(await times(5, () => buy(learner, key)))).toEqual(times5(429))
    expect(await tradesOf(world, learner)).toBe(2)
    clock.move(1_000)
    const first = await buy(learner, key)
    const again = await buy(learner, key)
    expect([first.statusCode, again.json()]).toEqual([200, first.json()])
    // An executed order stays executed, also if its retry exceeds the budget.
    expect((await buy(learner, key)).statusCode).toBe(429)
    clock.move(1_000)
    expect((await buy(learner, key)).json()).toEqual(first.json())
    expect(await tradesOf(world, learner)).toBe(3)
  })
})

const times5 = (status: number) => Array.from({ length: 5 }, () => status)

describe('reads', () => {
  test('have a budget of their own, apart from orders and from other people', async () => {
    const clock = movable()
    const { app } = await worldOf({ now: clock.now })
    const [greedy, other] = [await signUp(app), await signUp(app)]
    const answers = await times(130, () => greedy.get('/api/portfolio'))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(100)
    expect(said(answers.find(({ statusCode }) => statusCode !== 200))).toEqual({
      status: 429,
      code: 'too_many_requests',
      error: 'That was a lot of requests. Please try again in a second.',
      retryAfter: '1',
    })
    expect((await other.get('/api/portfolio')).statusCode).toBe(200)
    expect((await buy(greedy)).statusCode).toBe(200)
    clock.move(1_000)
    const later = await times(30, () => greedy.get('/api/account'))
    expect(statusesOf(later).filter((status) => status === 200)).toHaveLength(20)
  })

  test.each([
    { READS_PER_SECOND: '0', TRADES_PER_SECOND: '0' },
    { READS_BURST: '0', TRADES_BURST: '0' },
  ])('and orders have no limit with %o', async (env) => {
    const { app } = await worldOf({ now: movable().now }, env)
    const learner = await signUp(app)
    expect(new Set(statusesOf(await times(150, () => learner.get('/api/account'))))).toEqual(
      new Set([200]),
    )
    expect(new Set(statusesOf(await times(100, () => buy(learner))))).toEqual(new Set([200]))
  })

  test('and orders are all counted: there is no signed-in call beside them', async () => {
    const env = { READS_BURST: '1', TRADES_BURST: '1' }
    const { app } = await worldOf({ now: movable().now }, env)
    const lines = Object.values<Call>(api).filter(({ access }) => access === 'signed-in')
    const uncounted: string[] = []
    for (const { method, path } of lines) {
      const { token } = await signUp(app)
      const ask = () =>
        app.inject({ method, url: path, headers: { authorization: `Bearer ${token}` } })
      const statuses = [(await ask()).statusCode, (await ask()).statusCode]
      if (statuses[0] === 429 || statuses[1] !== 429) uncounted.push(`${method} ${path}`)
    }
    expect(uncounted).toEqual([])
    expect(lines.length).toBeGreaterThan(9)
  })
})

/** A market whose past prices wait until the test releases them. */
function slowMarket() {
  const under: (() => void)[] = []
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  return {
    under,
    market: {
      ...market,
      pricesAt: async () => {
        await new Promise<void>((resolve) => void under.push(resolve))
        return new Map()
      },
    },
  }
}

describe('long reads', () => {
  const history = '/api/net_worth_history/all'

  test('of an account on twenty connections are made two at a time, and the rest is refused with a time to wait', async () => {
    const { market, under } = slowMarket()
    const { app } = await worldOf({ market })
    const [greedy, other] = [await signUp(app), await signUp(app)]
    for (const learner of [greedy, other]) await buy(learner)
    const answers = times(20, () => greedy.get(history))
    const others = other.get(history)
    await eventually(() => expect(under).toHaveLength(3))
    const late = await Promise.all(
      ['/api/transactions', '/api/transactions.csv'].map((url) => greedy.get(url)),
    )
    // Other calls of the account do not wait for long reads.
    expect((await greedy.get('/api/portfolio')).statusCode).toBe(200)
    expect(late.map(said)).toEqual(
      late.map(() => ({
        status: 429,
        code: 'too_many_requests',
        error: "You've loaded your history too often. Please try again in 2 seconds.",
        retryAfter: '2',
      })),
    )
    expect(under).toHaveLength(3)
    for (const answer of under) answer()
    expect((await others).statusCode).toBe(200)
    const statuses = statusesOf(await answers)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(statuses.filter((status) => status === 429)).toHaveLength(18)
  })

  test('wait for a slot in the order in which they came, two seconds at most', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const none = { perSecond: 0, burst: 0 }
    const { now } = movable()
    const budgets = createBudgets({ limits: { trades: none, reads: none }, now })
    const had: number[] = []
    const slots = [0, 1, 2, 3, 4].map(async (number) => {
      const slot = await budgets.slotFor(7, api.transactions)?.()
      if (slot && 'release' in slot) had.push(number)
      return slot && 'release' in slot ? slot.release : slot?.retryAfterSeconds
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(had).toEqual([0, 1])
    const first = await slots[0]
    // A second release of the same slot frees no other slot.
    if (typeof first === 'function') for (const end of [first, first]) end()
    await vi.advanceTimersByTimeAsync(999)
    expect(had).toEqual([0, 1, 2])
    await vi.advanceTimersByTimeAsync(1)
    expect([await slots[3], await slots[4]]).toEqual([2, 2])
    expect(had).toEqual([0, 1, 2])
  })

  test('take a fifth of the time of a node, after three seconds of it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const none = { perSecond: 0, burst: 0 }
    const budgets = createBudgets({ limits: { trades: none, reads: none }, now: Date.now })
    const ask = budgets.slotFor(7, api.netWorthHistory)
    const from = Date.now()
    const begun: number[] = []
    // Each read takes 200 ms, and the next one starts at once.
    while (Date.now() < from + 60_000) {
      const answers: Awaited<ReturnType<AcquireSlot>>[] = []
      void ask?.().then((answer) => answers.push(answer))
      while (answers.length === 0) await vi.advanceTimersByTimeAsync(10)
      const [slot] = answers
      if (slot === undefined || !('release' in slot)) continue
      begun.push(Date.now() - from)
      await vi.advanceTimersByTimeAsync(200)
      slot.release()
    }
    // At least fifteen reads at first, and then one per second.
    const atOnce = begun.filter((at) => at < 4_000).length
    expect(atOnce).toBeGreaterThan(14)
    expect(atOnce).toBeLessThan(20)
    expect(begun.length - atOnce).toBeGreaterThan(50)
    expect(begun.length - atOnce).toBeLessThan(60)
    // Another account has its own budget.
    expect(await budgets.slotFor(8, api.netWorthHistory)?.()).toHaveProperty('release')
  })

  test('over a slow connection count for a second each, so that the next ones need not wait', async () => {
    const clock = movable()
    const none = { perSecond: 0, burst: 0 }
    const budgets = createBudgets({ limits: { trades: none, reads: none }, now: clock.now })
    const ask = () => budgets.slotFor(7, api.transactions)?.()
    const downloads = [await ask(), await ask()]
    clock.move(10_000)
    for (const slot of downloads) if (slot && 'release' in slot) slot.release()
    expect([await ask(), await ask()]).toEqual([
      { release: expect.any(Function) },
      { release: expect.any(Function) },
    ])
  })

  test('whose client has gone hold no slot for ever', async () => {
    // The clock stands still, so that the duration of the reads does not count.
    const { now } = movable(Date.now())
    const world = await worldOf({ now })
    const learner = await signUp(world.app)
    const id = await portfolioIdOf(world.db, learner)
    const trades = Array.from({ length: 5_000 }, (_, index) =>
      trade(index % 2 === 0 ? 'BUY' : 'SELL', 1, 'AAPL', 1_00, Date.now() - 1e8 + index),
    )
    await plantTrades(world.db, id, trades)
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${learner.token}` }
    for (let round = 0; round < 5; round += 1)
      await leaveEarly(`${url}/api/transactions.csv`, headers)
    // A response with headers only, and one that is read to its end.
    const head = await fetch(`${url}/api/transactions.csv`, { method: 'HEAD', headers })
    expect(head.status).toBe(200)
    const whole = await fetch(`${url}/api/transactions.csv`, { headers })
    expect((await whole.text()).split('\n').length).toBeGreaterThan(5_000)
    const answers = await times(4, () => learner.get('/api/transactions'))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200])
  })
})

/** Disconnects after the first bytes of the response. */
function leaveEarly(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response: IncomingMessage) => {
      response.once('data', () => {
        request.destroy()
        resolve()
      })
      response.on('error', () => undefined)
    })
    request.on('error', reject)
    onTestFinished(() => void request.destroy())
  })
}
