// Waiting orders over HTTP: what they reserve, when they become trades, and how they end.
import { randomUUID } from 'node:crypto'

import { describe, test, type TestContext } from 'vitest'

import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'

const minuteMs = 60_000
/** A Friday, an hour after the open. */
const friday = Date.parse('2026-11-13T15:30:00Z')

// The tests run concurrently, each in its own world, because they wait for the fill job.
async function createExchange(here: TestContext, hours: 'always' | 'nyse' = 'always') {
  const { expect, onTestFinished: atEnd } = here
  const clock = { at: friday }
  const now = () => clock.at
  const market = createScriptedMarket({ now, hours, priceCents: 189_12 })
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' }, atEnd })
  await world.app.ready()
  const learner = await signUp(world.app)
  const place = (changes: object = {}, key = randomUUID()) =>
    learner.post('/api/orders', { ...usual, ...changes }, { 'idempotency-key': key })
  const buy = (quantity: number) =>
    learner.post('/api/buy', { ticker: 'AAPL', quantity, price: 189.12 })
  /** Advances the clock and sets the price. */
  const move = (price: number, ticker: 'AAPL' | 'MSFT' = 'AAPL') => {
    clock.at += 1_000
    market.set(ticker, price)
  }
  return { expect, clock, market, world, learner, place, buy, move }
}

const usual = {
  ticker: 'AAPL',
  type: 'BUY',
  kind: 'limit',
  quantity: 5,
  price: 180,
  lasts: 'gtc',
} as const

const cancel = (learner: Learner, id: string) => learner.delete(`/api/orders/${id}`)

const listOf = async (learner: Learner, query = '?state=all') =>
  (await learner.get(`/api/orders${query}`)).json().orders

interface Listed {
  readonly filled: { readonly price: number } | null
}

const refusalOf = async (learner: Learner, url: string) => {
  const answer = await learner.get(url)
  return { statusCode: answer.statusCode, code: answer.json().code }
}

const stateOf = async (learner: Learner) => (await listOf(learner))[0]?.state

const meansOf = async (learner: Learner) => {
  const { cash_balance, free_cash, holdings } = (await learner.get('/api/portfolio')).json()
  const { quantity = 0, free_quantity = 0 } = holdings[0] ?? {}
  return [cash_balance, free_cash, quantity, free_quantity]
}

const recordSplit = ({ db }: World, ticker: string) =>
  db.query(
    `insert into split (ticker_id, day, numerator, denominator)
     select id, '2026-11-13', 4, 1 from ticker where symbol = $1`,
    [ticker],
  )

describe.concurrent('a limit buy', () => {
  test('waits and holds its cash, and is filled once the ask has fallen to it', async (here) => {
    const { expect, learner, place, market, move } = await createExchange(here)
    const placed = await place()
    expect(placed.statusCode).toBe(201)
    expect(placed.json()).toEqual({
      ...usual,
      id: expect.any(String),
      state: 'open',
      placed_at: '2026-11-13T15:30:00.000Z',
      expires_at: '2027-02-11T15:30:00.000Z',
      closed_at: null,
      reason: null,
      filled: null,
    })
    expect(await meansOf(learner)).toEqual([10_000, 9_100, 0, 0])
    expect(await listOf(learner, '')).toEqual([placed.json()])
    move(180_01)
    market.set('AAPL', 179_99, undefined, { bid: 179_97, ask: 180_01 })
    move(179_98)
    await expect.poll(() => stateOf(learner)).toBe('filled')
    const [filled] = await listOf(learner)
    expect(filled).toMatchObject({
      state: 'filled',
      reason: null,
      filled: { price: 179.98, at: '2026-11-13T15:30:02.000Z' },
    })
    expect(await meansOf(learner)).toEqual([9_100.1, 9_100.1, 5, 5])
    expect((await learner.get('/api/transactions')).json().transactions).toMatchObject([
      { type: 'BUY', ticker: 'AAPL', quantity: 5, price: 179.98 },
    ])
    expect(await listOf(learner, '?state=open')).toEqual([])
  })

  test('that is met already is executed at once, at the price of the moment', async (here) => {
    const { expect, learner, place } = await createExchange(here)
    expect((await place({ price: 200 })).json()).toMatchObject({
      state: 'filled',
      price: 200,
      filled: { price: 189.12, at: '2026-11-13T15:30:00.000Z' },
    })
    expect(await meansOf(learner)).toEqual([9_054.4, 9_054.4, 5, 5])
  })
})

describe.concurrent('a sale that waits', () => {
  test('holds its shares, which no other order can sell', async (here) => {
    const { expect, learner, place, buy, move } = await createExchange(here)
    await buy(8)
    expect((await place({ type: 'SELL', price: 200 })).json().state).toBe('open')
    const refused = await learner.post('/api/sell', { ticker: 'AAPL', quantity: 4, price: 189.12 })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().error).toBe(
      'Not enough shares: you can sell 3 of your 8 shares of AAPL. Open orders hold the rest.',
    )
    move(200_50)
    await expect.poll(() => stateOf(learner)).toBe('filled')
    expect((await listOf(learner))[0].filled.price).toBe(200.5)
  })

  test('by a stop is filled at the price after a gap, which is below it', async (here) => {
    const { expect, learner, place, buy, move } = await createExchange(here)
    await buy(5)
    await place({ type: 'SELL', kind: 'stop', price: 180 })
    move(150_00)
    await expect.poll(() => stateOf(learner)).toBe('filled')
    expect((await listOf(learner))[0]).toMatchObject({ price: 180, filled: { price: 150 } })
  })

  test('is filled where the bid is exactly its price, and a buy where the ask is', async (here) => {
    const { expect, learner, place, buy, move } = await createExchange(here)
    await buy(5)
    await learner.post('/api/buy', { ticker: 'MSFT', quantity: 5, price: 189.12 })
    await place({ type: 'SELL', kind: 'stop', price: 180 })
    await place({ type: 'SELL', ticker: 'MSFT', price: 200 })
    await place({ price: 180 })
    move(180_00)
    move(200_00, 'MSFT')
    await expect.poll(() => listOf(learner, '?state=open')).toEqual([])
    const orders: Listed[] = await listOf(learner)
    expect(orders.map(({ filled }) => filled?.price)).toEqual([180, 200, 180])
  })
})

describe.concurrent('nothing is filled', () => {
  test('at a price from before the order', async (here) => {
    const { expect, clock, market, learner, place, move } = await createExchange(here)
    market.set('AAPL', 189_12, friday)
    await place({ price: 180 })
    // This price has the same time as the order, but is seen afterwards.
    market.set('AAPL', 170_00, friday)
    clock.at += 1_000
    await place({ ticker: 'MSFT', price: 180 })
    move(170_00, 'MSFT')
    await expect.poll(() => stateOf(learner)).toBe('filled')
    expect((await listOf(learner)).map(({ state }: { state: string }) => state)).toEqual([
      'filled',
      'open',
    ])
  })

  test('outside of the hours of the market, nor at a stale price; the first fresh one counts', async (here) => {
    const { expect, clock, market, learner, place } = await createExchange(here, 'nyse')
    await place()
    const close = Date.parse('2026-11-13T21:00:00Z')
    clock.at = close
    market.set('AAPL', 170_00, close)
    // The session begins, and the last price is that of Friday.
    clock.at = Date.parse('2026-11-16T14:30:01Z')
    market.set('MSFT', 170_00)
    const monday = await learner.renew()
    await monday.post('/api/orders', { ...usual, ticker: 'MSFT', price: 160 })
    clock.at += 1_000
    market.set('MSFT', 150_00)
    await expect.poll(() => stateOf(monday)).toBe('filled')
    expect((await listOf(monday, '?state=open'))[0]).toMatchObject({ ticker: 'AAPL' })
    market.set('AAPL', 175_00)
    await expect.poll(() => listOf(monday, '?state=open')).toEqual([])
    expect((await listOf(monday, '?state=all&ticker=AAPL'))[0].filled.price).toBe(175)
  })
})

describe.concurrent('an order ends', () => {
  test('when it is cancelled, once, and what it held is free again', async (here) => {
    const { expect, world, learner, place } = await createExchange(here)
    const { id } = (await place()).json()
    const cancelled = await cancel(learner, id)
    expect(cancelled.statusCode).toBe(200)
    expect(cancelled.json()).toMatchObject({ id, state: 'cancelled', reason: 'learner' })
    expect(await meansOf(learner)).toEqual([10_000, 10_000, 0, 0])
    const again = await cancel(learner, id)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'order_closed',
      error: 'This order is already cancelled.',
    })
    const other = await signUp(world.app)
    expect((await cancel(other, id)).json().code).toBe('unknown_order')
    expect((await cancel(learner, 'nonsense')).statusCode).toBe(404)
  })

  test('with the day that it was placed for', async (here) => {
    const { expect, clock, learner, place } = await createExchange(here, 'nyse')
    expect((await place({ lasts: 'day' })).json().expires_at).toBe('2026-11-13T21:00:00.000Z')
    clock.at = Date.parse('2026-11-13T21:00:00Z')
    const later = await learner.renew()
    await expect.poll(() => stateOf(later)).toBe('expired')
    expect((await listOf(later))[0].closed_at).toBe('2026-11-13T21:00:00.000Z')
    expect(await meansOf(later)).toEqual([10_000, 10_000, 0, 0])
  })

  test('at the instant at which its time is over, also where the price reaches it then', async (here) => {
    const { expect, clock, market, learner, place } = await createExchange(here)
    const { expires_at } = (await place({ lasts: 'day' })).json()
    clock.at = Date.parse(expires_at)
    market.set('AAPL', 170_00)
    const later = await learner.renew()
    await expect.poll(() => stateOf(later)).toBe('expired')
    expect(await meansOf(later)).toEqual([10_000, 10_000, 0, 0])
  })

  test('by a split of its stock, before anything else is decided', async (here) => {
    const { expect, world, learner, place } = await createExchange(here)
    await place()
    await place({ ticker: 'MSFT' })
    await recordSplit(world, 'AAPL')
    expect(await listOf(learner)).toMatchObject([
      { ticker: 'MSFT', state: 'open' },
      { ticker: 'AAPL', state: 'cancelled', reason: 'split' },
    ])
    expect(await meansOf(learner)).toEqual([10_000, 9_100, 0, 0])
    // Placed after the split of its stock; the split of another stock does not cancel it.
    await place()
    await recordSplit(world, 'NVDA')
    expect((await listOf(learner))[0]).toMatchObject({ ticker: 'AAPL', state: 'open' })
    expect(await meansOf(learner)).toEqual([10_000, 8_200, 0, 0])
  })

  test('with the chapter that it was placed in', async (here) => {
    const { expect, learner, place, buy } = await createExchange(here)
    await buy(1)
    await place()
    const { closed } = (
      await learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
    ).json()
    expect(await listOf(learner)).toEqual([])
    expect(await listOf(learner, `?state=all&portfolio=${closed.portfolio}`)).toMatchObject([
      { state: 'cancelled', reason: 'chapter_closed' },
    ])
  })
})

describe.concurrent('an order that waits is sent', () => {
  test('twice with one key and is there once, as it stands then', async (here) => {
    const { expect, learner, place, move } = await createExchange(here)
    const key = randomUUID()
    const placed = (await place({}, key)).json()
    expect((await place({}, key)).json()).toEqual(placed)
    const other = await place({ quantity: 6 }, key)
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
    const shorter = await place({ lasts: 'day' }, key)
    expect([shorter.statusCode, shorter.json().code]).toEqual([422, 'key_reused'])
    move(170_00)
    await expect.poll(() => stateOf(learner)).toBe('filled')
    expect((await place({}, key)).json()).toMatchObject({ id: placed.id, state: 'filled' })
    // A client may use the order's id as the key of another order.
    const sameKey = await learner.post(
      '/api/buy',
      { ticker: 'AAPL', quantity: 1, price: 170 },
      { 'idempotency-key': placed.id },
    )
    expect(sameKey.statusCode).toBe(200)
    expect(await meansOf(learner)).toEqual([8_980, 8_980, 6, 6])
  })

  test('and refused with a sentence where it cannot be kept', async (here) => {
    const { expect, learner, place, buy } = await createExchange(here)
    const refusals = [
      [{ kind: 'stop' }, 400, 'A stop can only sell. With type BUY, kind must be limit.'],
      [{ quantity: 0 }, 400, 'Quantity must be a whole number from 1 to 1,000,000.'],
      [{ price: 180.005 }, 400, 'price must be in whole cents.'],
      [{ price: 1e15 }, 400, 'price must be at most 1,000,000.'],
      [{ price: -1e300 }, 400, 'price must be a number of dollars, at least 0.01.'],
      [{ price: 0 }, 400, 'price must be a number of dollars, at least 0.01.'],
      [{ lasts: 'week' }, 400, 'lasts must be one of day, gtc.'],
      [{ ticker: 'GME' }, 404, 'GME is not one of the 16 stocks you can trade here.'],
      [{ ticker: 'GME', kind: 'stop' }, 404, 'GME is not one of the 16 stocks you can trade here.'],
      [
        { type: 'SELL', quantity: 1, price: 300 },
        422,
        'Not enough shares: you have 0 shares of AAPL.',
      ],
    ] as const
    for (const [changes, status, error] of refusals) {
      const answer = await place(changes)
      expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    }
    expect((await place({ quantity: 50 })).statusCode).toBe(201)
    expect((await place({ quantity: 6 })).json().error).toBe(
      'Not enough cash: this costs $1,080.00 and you have $1,000.00 to spend. Open orders hold the rest.',
    )
    expect((await buy(6)).json().error).toBe(
      'Not enough cash: this costs $1,134.72 and you have $1,000.00 to spend. Open orders hold the rest.',
    )
    expect(await meansOf(learner)).toEqual([10_000, 1_000, 0, 0])
  })

  test('by somebody who is locked at that moment, and is not kept', async (here) => {
    const { expect, world, place } = await createExchange(here)
    await place()
    // The nodes have not read this yet.
    await world.db.query('update account set locked_at = now()')
    const refused = await place()
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'account_locked'])
    expect(await world.db.query('select from stock_order')).toHaveLength(1)
  })

  test('fifty times at most, until one of them is closed', async (here) => {
    const { expect, world, learner, place } = await createExchange(here)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => place({ quantity: 1, price: 1 })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50)
    const refused = answers.find(({ statusCode }) => statusCode !== 201)
    expect([refused?.statusCode, refused?.json().error]).toEqual([
      409,
      'You have 50 open orders. Cancel one first.',
    ])
    const { orders, next } = (await learner.get('/api/orders?limit=20')).json()
    expect(orders).toHaveLength(20)
    // The cursor reveals nothing that is not in the list, such as the total number of orders.
    expect(next).toBe(orders[19].id)
    const rest = (await learner.get(`/api/orders?before=${next}`)).json()
    expect([rest.orders.length, rest.next]).toEqual([30, null])
    await cancel(learner, orders[0].id)
    expect((await place({ quantity: 1, price: 1 })).statusCode).toBe(201)
    expect((await learner.get(`/api/orders?before=${next}`)).json()).toEqual(rest)
    const other = await signUp(world.app)
    expect((await other.get(`/api/orders?before=${next}`)).json()).toEqual({
      orders: [],
      next: null,
    })
  })

  test('and listed only from where an earlier list ended', async (here) => {
    const { expect, world, learner, place } = await createExchange(here)
    const { id } = (await place()).json()
    await place()
    const other = await signUp(world.app)
    await other.post('/api/orders', usual)
    expect((await listOf(learner, `?before=${id}`)).length).toBe(0)
    // One order of another account, and one that does not exist.
    const [foreign] = await listOf(other)
    for (const before of [foreign.id, randomUUID()]) {
      expect((await learner.get(`/api/orders?before=${before}`)).json()).toEqual({
        orders: [],
        next: null,
      })
    }
    for (const before of ['2', '', '0.0', "'", `${id}x`, '%00']) {
      const { statusCode, code } = await refusalOf(learner, `/api/orders?before=${before}`)
      expect([before, statusCode, code]).toEqual([before, 400, 'invalid_request'])
    }
  })

  test('and filled only as far as its own means go: what waits cannot be stacked', async (here) => {
    const { expect, clock, learner, place, move } = await createExchange(here)
    // A program that bids for far more than it has, to use only the good prices.
    const answers = await Promise.all(
      [50, 40, 30, 20].map((price) => place({ price, quantity: Math.floor(10_000 / price) })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 422, 422, 422,
    ])
    clock.at += minuteMs
    move(10_00)
    await expect.poll(() => stateOf(learner)).toBe('filled')
    expect((await meansOf(learner))[0]).toBeGreaterThanOrEqual(0)
  })
})
