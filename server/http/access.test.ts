// Access of calls: prices are public, and the data of a learner require a token.
import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { expect, test } from 'vitest'

import { createWorld } from '../testing/world.ts'

test('every call of a learner is refused without a token, and a price is answered', async () => {
  const { app } = await createWorld()
  const statuses: Record<string, number> = {}
  for (const { method, path, access } of Object.values<Call>(api)) {
    const url = path.replace(':ticker', 'AAPL').replace(':range', '7d')
    if (access === 'signed-in' || /price/.test(url)) {
      const answer = await app.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })
      statuses[`${method} ${url}`] = answer.statusCode
    }
  }
  expect(statuses).toMatchObject({
    'GET /api/portfolio': 401,
    'GET /api/transactions': 401,
    'GET /api/net_worth_history/7d': 401,
    'GET /api/current-portfolio-value': 401,
    'GET /api/leaderboard': 401,
    'GET /api/watchlist': 401,
    'PUT /api/watchlist': 401,
    'GET /api/current-price/AAPL': 200,
    'GET /api/price-history/AAPL/7d': 200,
    'POST /api/buy': 401,
    'POST /api/sell': 401,
  })
  const others = Object.entries(statuses).filter(([call]) => !call.includes('price'))
  expect(others.filter(([, status]) => status !== 401)).toEqual([])
})
