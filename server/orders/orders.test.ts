// Orders over HTTP: their effects, their responses, and every reason for a refusal.
import { randomUUID } from 'node:crypto'

import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const minuteMs = 60_000
/** A Friday, an hour after the open. */
const friday = Date.parse('2026-11-13T15:30:00Z')

async function createExchange(hours: 'always' | 'nyse' = 'always', at = friday) {
  const clock = { at }
  const now = () => clock.at
  const market = createScriptedMarket({ now, hours, priceCents: 189_12 })
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
  const learner = await signUp(world.app)
  const order = (
    way: 'buy' | 'sell',
    { ticker = 'AAPL', quantity = 5, price = 189.12, key = '' } = {},
  ) =>
    learner.post(
      `/api/${way}`,
      { ticker, quantity, price },
      key === '' ? {} : { 'idempotency-key': key },
    )
  const trades = () =>
    world.db.query<{ shares: number }>('select shares, at from trade order by id')
  const cash = async () => (await learner.get('/api/portfolio')).json().cash_balance
  return { clock, market, world, learner, order, trades, cash }
}

const said = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  code: answer.json().code,
  error: answer.json().error,
})

describe('an order', () => {
  test('buys at the price of the server, says so, and is in the portfolio and the history', async () => {
    const { learner, order } = await createExchange()
    const bought = await order('buy')
    expect(bought.statusCode).toBe(200)
    expect(bought.json()).toEqual({
      message: 'Bought 5 shares of AAPL at $189.12 for $945.60.',
      error: null,
      trade: {
        type: 'BUY',
        ticker: 'AAPL',
        quantity: 5,
        price: 189.12,
        total: 945.6,
        realized_gain: null,
        realized_gain_percent: null,
      },
      cash_balance: 9_054.4,
    })
    expect((await learner.get('/api/portfolio')).json()).toMatchObject({
      cash_balance: 9_054.4,
      total_value: 10_000,
      holdings: [{ ticker: 'AAPL', quantity: 5, avg_price: 189.12, gain_loss: 0 }],
    })
    const { transactions } = (await learner.get('/api/transactions')).json()
    expect(transactions).toEqual([
      {
        timestamp: '2026-11-13T15:30:00.000Z',
        type: 'BUY',
        ticker: 'AAPL',
        quantity: 5,
        price: 189.12,
        realized_gain: null,
      },
    ])
  })

  test('is worth what the price says from then on', async () => {
    const { learner, market, order } = await createExchange()
    await order('buy')
    market.set('AAPL', 190_50)
    expect((await learner.get('/api/portfolio')).json()).toEqual({
      portfolio: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chapter: 1,
      starting_cash: 10_000,
      closed_at: null,
      cash_balance: 9_054.4,
      free_cash: 9_054.4,
      total_value: 10_006.9,
      previous_value: 10_000,
      realized_gain: 0,
      unrealized_gain: 6.9,
      realized: [],
      holdings: [
        {
          ticker: 'AAPL',
          quantity: 5,
          free_quantity: 5,
          avg_price: 189.12,
          current_price: 190.5,
          market_value: 952.5,
          gain_loss: 6.9,
          gain_loss_percent: 0.7297,
        },
      ],
    })
  })

  test('sells what was bought, at the price of that moment', async () => {
    const { market, order, cash } = await createExchange()
    await order('buy')
    market.set('AAPL', 190_00)
    const sold = await order('sell', { quantity: 4 })
    expect(sold.json()).toEqual({
      message: 'Sold 4 shares of AAPL at $190.00 for $760.00.',
      error: null,
      trade: {
        type: 'SELL',
        ticker: 'AAPL',
        quantity: 4,
        price: 190,
        total: 760,
        // The cost of the four sold shares is 4 × $189.12 = $756.48.
        realized_gain: 3.52,
        realized_gain_percent: 0.4653,
      },
      cash_balance: 9_814.4,
    })
    expect(await cash()).toBe(9_814.4)
  })

  test('that sells leaves what it has gained in the portfolio, beside what is on paper', async () => {
    const { learner, market, order } = await createExchange()
    const gains = async () => {
      const { realized_gain, unrealized_gain, realized, total_value } = (
        await learner.get('/api/portfolio')
      ).json()
      // Equal to the cent in every case.
      expect(Math.round(100 * (realized_gain + unrealized_gain))).toBe(
        Math.round(100 * (total_value - 10_000)),
      )
      return { realized_gain, unrealized_gain, realized }
    }
    await order('buy')
    await order('buy', { ticker: 'TSLA', quantity: 3 })
    market.set('AAPL', 190_00)
    await order('sell', { quantity: 4 })
    const apple = { ticker: 'AAPL', realized_gain: 3.52 }
    expect(await gains()).toEqual({ realized_gain: 3.52, unrealized_gain: 0.88, realized: [apple] })
    // Sold at cost, so the gain is zero, but the sale is listed.
    await order('sell', { ticker: 'TSLA', quantity: 1 })
    const tesla = { ticker: 'TSLA', realized_gain: 0 }
    expect(await gains()).toMatchObject({ realized_gain: 3.52, realized: [apple, tesla] })
    market.set('AAPL', 188_50)
    const { trade } = (await order('sell', { quantity: 1 })).json()
    expect(trade).toMatchObject({ realized_gain: -0.62, realized_gain_percent: -0.3278 })
    expect(await gains()).toEqual({
      realized_gain: 2.9,
      unrealized_gain: 0,
      realized: [{ ...apple, realized_gain: 2.9 }, tesla],
    })
  })

  test('of one share says share, and large numbers are grouped', async () => {
    const { market, order } = await createExchange()
    const one = await order('buy', { quantity: 1 })
    expect(one.json().message).toBe('Bought 1 share of AAPL at $189.12 for $189.12.')
    market.set('LYFT', 5)
    const many = await order('buy', { ticker: 'LYFT', quantity: 100_000, price: 0.05 })
    expect(many.json().message).toBe('Bought 100,000 shares of LYFT at $0.05 for $5,000.00.')
  })

  test('takes a ticker in lower case and with spaces around it', async () => {
    const { order } = await createExchange()
    expect((await order('buy', { ticker: ' aapl ' })).json().message).toContain(' of AAPL at ')
  })

  test('can spend the last cent', async () => {
    const { market, order, cash } = await createExchange()
    market.set('AAPL', 10_000_00)
    expect((await order('buy', { quantity: 1, price: 10_000 })).statusCode).toBe(200)
    expect(await cash()).toBe(0)
  })

  test('never stands before the one that another node has written with a faster clock', async () => {
    const { clock, order, trades } = await createExchange()
    await order('buy')
    clock.at -= 2_000
    await order('sell', { quantity: 2 })
    expect(await trades()).toEqual([
      { shares: 5, at: new Date(friday) },
      { shares: -2, at: new Date(friday) },
    ])
  })
})

describe('an order is refused', () => {
  test('for lack of cash', async () => {
    const { order, trades } = await createExchange()
    expect(said(await order('buy', { quantity: 53 }))).toEqual({
      status: 422,
      code: 'insufficient_cash',
      error: 'Not enough cash: this costs $10,023.36 and you have $10,000.00.',
    })
    expect(await trades()).toEqual([])
  })

  test('for lack of shares', async () => {
    const { order, trades } = await createExchange()
    await order('buy', { quantity: 3 })
    expect(said(await order('sell', { quantity: 4 }))).toEqual({
      status: 422,
      code: 'insufficient_shares',
      error: 'Not enough shares: you have 3 shares of AAPL.',
    })
    await order('buy', { ticker: 'TSLA', quantity: 1 })
    const words = async (ticker: string) =>
      (await order('sell', { ticker, quantity: 9 })).json().error
    expect(await words('TSLA')).toBe('Not enough shares: you have 1 share of TSLA.')
    expect(await words('NVDA')).toBe('Not enough shares: you have 0 shares of NVDA.')
    expect(await trades()).toHaveLength(2)
  })

  test.each([
    ['up', 191_02],
    ['down', 187_22],
  ])(
    'when the price went %s by more than a hundredth of what was seen, and is told',
    async (_way, now) => {
      const { market, order, trades } = await createExchange()
      market.set('AAPL', now)
      const dollars = now / 100
      for (const way of ['buy', 'sell'] as const) {
        const answer = await order(way)
        expect(said(answer)).toEqual({
          status: 409,
          code: 'price_moved',
          error: `The price of AAPL is now $${dollars}. Please review and try again.`,
        })
        expect(answer.json().price).toBe(dollars)
      }
      expect(await trades()).toEqual([])
    },
  )

  test.each([191_01, 187_23])('but not when it moved by less, to %i cents', async (now) => {
    const { market, order } = await createExchange()
    market.set('AAPL', now)
    expect((await order('buy')).json().message).toContain(` at $${now / 100} for `)
  })

  test.each([
    ['too low to be true', 0.01],
    ['too high to be true', 9_999_999],
  ])(
    'when the price it brings is %s: what is paid is never what was sent',
    async (_what, price) => {
      const { order, trades } = await createExchange()
      expect(said(await order('buy', { quantity: 1, price }))).toMatchObject({
        code: 'price_moved',
        error: 'The price of AAPL is now $189.12. Please review and try again.',
      })
      expect(await trades()).toEqual([])
    },
  )

  test('when the latest price is older than two minutes', async () => {
    const { clock, market, order, trades } = await createExchange()
    market.set('AAPL', 189_12, clock.at)
    clock.at += 2 * minuteMs
    expect((await order('buy')).statusCode).toBe(200)
    clock.at += 1
    const late = await order('buy')
    expect(said(late)).toEqual({
      status: 503,
      code: 'price_stale',
      error: 'The latest price of AAPL is 2 minutes old. Please try again when prices are fresh.',
    })
    expect(late.headers['retry-after']).toBe('60')
    clock.at += 40 * minuteMs
    expect((await order('sell')).json().error).toContain(' is 42 minutes old.')
    expect(await trades()).toHaveLength(1)
  })

  test('when there is no price, while other stocks are traded', async () => {
    const { market, order, trades } = await createExchange()
    market.set('AAPL', null)
    const none = await order('buy')
    expect(said(none)).toEqual({
      status: 503,
      code: 'no_price',
      error: 'No price is available for AAPL right now.',
    })
    expect(none.headers['retry-after']).toBe('15')
    expect((await order('buy', { ticker: 'TSLA' })).statusCode).toBe(200)
    expect(await trades()).toHaveLength(1)
  })

  test.each([
    ['on Saturday', '2026-11-14T15:30:00Z', 'Monday'],
    ['on Friday before the bell', '2026-11-13T14:29:59Z', 'Friday'],
    ['on Friday at the closing bell', '2026-11-13T21:00:00Z', 'Monday'],
    ['at Thanksgiving', '2026-11-26T15:30:00Z', 'Friday'],
  ])('%s, when the exchange is closed', async (_when, at, day) => {
    const { order, trades } = await createExchange('nyse', Date.parse(at))
    expect(said(await order('buy'))).toEqual({
      status: 409,
      code: 'market_closed',
      error: `The market is closed. It opens ${day} at 9:30 AM New York time.`,
    })
    expect(await trades()).toEqual([])
  })

  test('but not while the exchange is open', async () => {
    const { order } = await createExchange('nyse')
    expect((await order('buy')).statusCode).toBe(200)
  })
})

describe('an order with an Idempotency-Key', () => {
  test('has the same trade for an answer for ever, after the price moved, without cash and without a price, and the cash of today', async () => {
    const { clock, market, order, trades } = await createExchange()
    const key = randomUUID()
    const first = await order('buy', { key })
    await order('buy', { quantity: 47 })
    const again = async () => {
      const answer = await order('buy', { key })
      return [answer.statusCode, answer.json()]
    }
    const same = [200, { ...first.json(), cash_balance: 165.76 }]
    expect(await again()).toEqual(same)
    market.set('AAPL', 500_00)
    clock.at += 60 * minuteMs
    expect(await again()).toEqual(same)
    market.set('AAPL', null)
    expect(await again()).toEqual(same)
    expect(await trades()).toHaveLength(2)
  })

  test('is the same order in whichever letters the key is written', async () => {
    const { order, trades } = await createExchange()
    const key = randomUUID()
    await order('buy', { key })
    await order('buy', { key: key.toUpperCase(), ticker: 'aapl' })
    expect(await trades()).toHaveLength(1)
  })

  test.each([
    ['quantity', 'buy', { quantity: 6 }],
    ['ticker', 'buy', { ticker: 'TSLA' }],
    ['price', 'buy', { price: 189.13 }],
    ['direction', 'sell', {}],
  ] as const)('is refused when the key comes back with another %s', async (_what, way, other) => {
    const { order, trades } = await createExchange()
    const key = randomUUID()
    await order('buy', { key })
    expect(said(await order(way, { ...other, key }))).toEqual({
      status: 422,
      code: 'key_reused',
      error: 'This order was already sent with other details.',
    })
    expect(await trades()).toHaveLength(1)
  })

  test('is decided anew after a refusal, also with other details', async () => {
    const { market, order, trades } = await createExchange()
    const key = randomUUID()
    expect((await order('buy', { key, quantity: 53 })).statusCode).toBe(422)
    market.set('AAPL', 188_00)
    const second = await order('buy', { key, quantity: 53 })
    expect(second.json().message).toBe('Bought 53 shares of AAPL at $188.00 for $9,964.00.')
    expect(await trades()).toHaveLength(1)
  })

  test('has nothing to do with the same key of another learner', async () => {
    const { world, order, trades } = await createExchange()
    const other = await signUp(world.app)
    const key = randomUUID()
    await order('buy', { key })
    const body = { ticker: 'TSLA', quantity: 1, price: 189.12 }
    const theirs = await other.post('/api/buy', body, { 'idempotency-key': key })
    expect(theirs.json().message).toContain('Bought 1 share of TSLA')
    expect(await trades()).toHaveLength(2)
  })

  test('is another one each time where there is no key', async () => {
    const { order, trades } = await createExchange()
    await order('buy')
    await order('buy')
    expect(await trades()).toHaveLength(2)
  })
})
