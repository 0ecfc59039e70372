// Orders that wait for a new price of a provider, and the limits on their number.
import { cents } from '@tengrand/core/money.ts'
import { pricesAround } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { awaitPrices } from './await-prices.ts'
import type { Outcome, ConditionalOrderRequest } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'
import { marketOrder } from './testing/market-order.ts'

const order = (accountId: number, ticker: Ticker) => marketOrder(accountId, { ticker })

test('one account waits for four stocks at once, with any number of orders, and leaves the others their turn', async () => {
  const arrival = Promise.withResolvers<boolean>()
  const stale: Outcome = { refusal: { code: 'price_stale', ticker: 'AAPL', ageMinutes: null } }
  const queue = awaitPrices(
    {
      place: async () => stale,
      fillWaiting: async () => stale,
      close: async () => undefined,
      length: () => 0,
    },
    { freshFor: () => arrival.promise, quote: () => null, hours: 'always' },
  )
  const tickers = ['AAPL', 'MSFT', 'TSLA', 'META'] as const
  const waiting = tickers.map((ticker) => queue.place(order(1, ticker)))
  expect(await queue.place(order(1, 'NFLX'))).toEqual({ refusal: { code: 'busy' } })
  const more = queue.place(order(1, 'AAPL'))
  const other = queue.place(order(2, 'NFLX'))
  arrival.resolve(false)
  expect(await Promise.all([...waiting, more, other])).toEqual(
    Array.from({ length: 6 }, () => stale),
  )
  expect(await queue.place(order(1, 'NFLX'))).toEqual(stale)
})

const noon = Date.parse('2026-08-06T16:00:00Z')
const night = Date.parse('2026-08-07T03:00:00Z')

/**
 * Sends a limit order that the latest price meets, in the exchange's hours; returns the times of the price requests.
 */
async function sendMetLimit({ arrivedAt, placedAt }: { arrivedAt: number; placedAt: number }) {
  const sent: ConditionalOrderRequest = {
    accountId: 1,
    publicId: null,
    side: 'BUY',
    ticker: 'AAPL',
    quantity: 1,
    condition: { kind: 'limit', price: cents(110_00) },
    lasts: 'gtc',
    key: '00000000-0000-4000-8000-000000000000',
    arrivedAt,
  }
  const open: StockOrder = {
    id: 1,
    publicId: 'a',
    portfolioId: 1,
    ticker: 'AAPL',
    side: 'BUY',
    kind: 'limit',
    quantity: 1,
    price: cents(110_00),
    lasts: 'gtc',
    placedAt,
    expiresAt: placedAt + 1,
    state: 'open',
    closedAt: null,
    reason: null,
    filled: null,
  }
  const asked: number[] = []
  const queue = awaitPrices(
    {
      place: async () => ({ order: open }),
      fillWaiting: async () => ({ order: { ...open, state: 'filled' } }),
      close: async () => undefined,
      length: () => 0,
    },
    {
      freshFor: async (_ticker, since) => asked.push(since) > 0,
      quote: (ticker) => ({ ticker, at: placedAt - 1000, ...pricesAround(cents(100_00)) }),
      hours: 'nyse',
    },
  )
  return { outcome: await queue.place(sent), asked }
}

test('an order with a condition that the latest price meets is decided at one that is asked for later', async () => {
  const { outcome, asked } = await sendMetLimit({ arrivedAt: noon, placedAt: noon + 0.5 })
  expect(outcome).toMatchObject({ order: { state: 'filled' } })
  expect(asked).toEqual([noon + 1])
})

test('nobody asks a provider for a price while its market is closed', async () => {
  const { outcome, asked } = await sendMetLimit({ arrivedAt: night, placedAt: night + 1 })
  expect(outcome).toMatchObject({ order: { state: 'open' } })
  expect(asked).toEqual([])
})

test('a request that is sent again does not ask the provider once more', async () => {
  const { outcome, asked } = await sendMetLimit({ arrivedAt: noon + 60_000, placedAt: noon })
  expect(outcome).toMatchObject({ order: { state: 'open' } })
  expect(asked).toEqual([])
})
