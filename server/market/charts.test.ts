// Tests the small charts of all stocks where a provider's prices are not known yet.
import { cents } from '@tengrand/core/money.ts'
import { expect, test } from 'vitest'

import { priceLinesOf } from './charts.ts'
import type { Market } from './market.ts'

const now = Date.parse('2026-11-13T15:30:00Z')
const point = (hour: number, dollars: number) => ({
  at: Date.parse(`2026-11-13T${hour}:00:00Z`),
  price: cents(dollars * 100),
})

test('a stock without two known prices is left out, and none is fetched for it', async () => {
  const policies = new Set<unknown>()
  const known = { AAPL: [point(14, 100), point(15, 110)], TSLA: [point(15, 200)] }
  const market: Pick<Market, 'quote' | 'hourly'> = {
    quote: () => null,
    hourly: async (ticker, _from, _until, policy) => {
      policies.add(policy)
      return ticker === 'NVDA'
        ? { refusal: { code: 'unavailable' } }
        : { points: Object.entries(known).find(([name]) => name === ticker)?.[1] ?? [] }
    },
  }
  expect(await priceLinesOf(market, now)).toEqual([
    { ticker: 'AAPL', prices: [100, 110], period_return: 10, period_return_percent: 10 },
  ])
  expect(policies).toEqual(new Set(['stored-only']))
})
