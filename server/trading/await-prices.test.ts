// Who waits for a new price of a provider, and how many of them at once.
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { awaitPrices } from './await-prices.ts'
import type { Outcome, PlacedOrder } from './queued-order.ts'

const order = (accountId: number, ticker: Ticker): PlacedOrder => ({
  accountId,
  publicId: null,
  side: 'BUY',
  ticker,
  quantity: 1,
  expectedPrice: cents(100_00),
  key: '00000000-0000-4000-8000-000000000000',
  arrivedAt: 0,
})

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
