import { api } from '@tengrand/contract/api.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { isLong } from '../testing/effort.ts'
import { createWorld } from '../testing/world.ts'

type CurrentPrice = z.output<(typeof api)['currentPrice']['answer']>
type PriceLines = z.output<(typeof api)['priceLines']['answer']>
type PriceHistory = z.output<(typeof api)['priceHistory']['answer']>

const sunday = Date.parse('2026-11-15T17:30:00Z')
const simulated = (env = {}) =>
  createWorld({ now: () => sunday, env: { MARKET_SECRET: 'a secret of the tests', ...env } })

test('every stock has a price, the same for everyone who asks at that moment', async () => {
  const { app } = await simulated()
  for (const ticker of tickers) {
    const answer = (await app.inject(`/api/current-price/${ticker}`)).json<CurrentPrice>()
    expect(answer).toMatchObject({
      cache_age: { is_fresh: true, age_hours: 0 },
      warning: null,
      error: null,
    })
    expect(String(answer.price)).toMatch(/^\d+(\.\d{1,2})?$/)
    expect((await app.inject(`/api/current-price/${ticker}`)).json()).toEqual(answer)
  }
})

test('a ticker may be written small', async () => {
  const { app } = await simulated()
  const [small, large] = [
    await app.inject('/api/current-price/aapl'),
    await app.inject('/api/current-price/AAPL'),
  ]
  expect(small.json()).toEqual(large.json())
})

test.each([
  [
    '/api/current-price/ZZZZ',
    404,
    'unknown_ticker',
    'ZZZZ is not one of the 16 stocks you can trade here.',
  ],
  [
    '/api/price-history/zzzz/7d',
    404,
    'unknown_ticker',
    'ZZZZ is not one of the 16 stocks you can trade here.',
  ],
  [
    '/api/earnings/zzzz',
    404,
    'unknown_ticker',
    'ZZZZ is not one of the 16 stocks you can trade here.',
  ],
  ['/api/price-history/AAPL/2y', 400, 'unknown_range', 'The range must be one of 7d, 1m, 6m, 1y.'],
])('%s is refused', async (url, status, code, detail) => {
  const { app } = await simulated()
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code, detail, error: detail })
})

test('7d has a point for every hour and ends now, at the current price', async () => {
  const { app } = await simulated()
  const { historical_data, metrics } = (
    await app.inject('/api/price-history/NVDA/7d')
  ).json<PriceHistory>()
  const { price } = (await app.inject('/api/current-price/NVDA')).json<CurrentPrice>()
  expect(historical_data).toHaveLength(7 * 24 + 1)
  expect(historical_data[0]?.date).toBe('2026-11-08T18:00:00.000Z')
  expect(historical_data.at(-1)).toEqual({ date: '2026-11-15T17:30:00.000Z', price })
  const first = historical_data[0]?.price ?? 0
  expect(metrics.period_return).toBeCloseTo(price - first, 10)
  expect(metrics.period_return_percent).toBeCloseTo(((price - first) / first) * 100, 3)
})

test('1m has a point for every day and ends today, at the current price', async () => {
  const { app } = await simulated()
  const { historical_data } = (await app.inject('/api/price-history/NVDA/1m')).json<PriceHistory>()
  const { price } = (await app.inject('/api/current-price/NVDA')).json<CurrentPrice>()
  expect(historical_data.map(({ date }) => date).slice(0, 2)).toEqual(['2026-10-15', '2026-10-16'])
  expect(historical_data).toHaveLength(32)
  expect(historical_data.at(-1)).toEqual({ date: '2026-11-15', price })
})

test.each([
  ['6m', '2026-05-15', 185],
  ['1y', '2025-11-15', 366],
])(
  '%s begins on %s, has a point for every day and ends at the current price',
  async (range, first, days) => {
    const { app } = await simulated()
    const { historical_data } = (
      await app.inject(`/api/price-history/NVDA/${range}`)
    ).json<PriceHistory>()
    const { price } = (await app.inject('/api/current-price/NVDA')).json<CurrentPrice>()
    expect(historical_data[0]?.date).toBe(first)
    expect(historical_data).toHaveLength(days)
    expect(historical_data.at(-1)).toEqual({ date: '2026-11-15', price })
  },
)

test('small charts of all stocks come in one answer: 7 days in some dozens of prices, up to the current one', async () => {
  const { app } = await simulated()
  const { lines } = (await app.inject('/api/price-lines')).json<PriceLines>()
  expect(lines.map(({ ticker }) => ticker)).toEqual(tickers)
  for (const { ticker, prices, ...metrics } of lines) {
    const chart = (await app.inject(`/api/price-history/${ticker}/7d`)).json<PriceHistory>()
    const points = chart.historical_data.map(({ price }) => price)
    expect(prices).toEqual(points.filter((_, index) => index % 4 === 0))
    expect(prices).toHaveLength(43)
    expect(prices.at(-1)).toBe(points.at(-1))
    expect(metrics).toEqual(chart.metrics)
  }
})

test('with the hours of the exchange there are points in its sessions only', async () => {
  const { app } = await simulated({ MARKET_HOURS: 'nyse' })
  const week = (await app.inject('/api/price-history/AMD/7d')).json<PriceHistory>()
  const month = (await app.inject('/api/price-history/AMD/1m')).json<PriceHistory>()
  // Monday to Friday, hourly from 10:00 to 16:00 in New York, and the price now.
  expect(week.historical_data).toHaveLength(5 * 7 + 1)
  expect(month.historical_data.some(({ date }) => date === '2026-11-14')).toBe(false)
  expect(week.historical_data.at(-1)?.price).toBe(week.historical_data.at(-2)?.price)
})

test('any page may read the public calls of the market, and no other', async () => {
  const { app } = await simulated()
  const origin = { origin: 'https://elsewhere.example' }
  for (const url of [
    '/api/current-price/AAPL',
    '/api/price-history/AAPL/1m',
    '/api/price-lines',
    '/api/earnings/AAPL',
  ]) {
    const answer = await app.inject({ url, headers: origin })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const preflight = await app.inject({ url, method: 'OPTIONS', headers: origin })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD')
  }
  for (const url of ['/healthz', '/config.json', '/api/openapi.json']) {
    const answer = await app.inject({ url, headers: origin })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('an answer that is still true is not sent again', async () => {
  const { app } = await simulated()
  const first = await app.inject('/api/price-history/AAPL/1m')
  expect(first.headers['cache-control']).toBe('public, max-age=5')
  const again = await app.inject({
    url: '/api/price-history/AAPL/1m',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

/** The default limit of calls per minute from one address. */
const usualCalls = 6_000

test('a flood from one address is told to wait, and a class is not', async () => {
  const calls = isLong ? usualCalls : 60
  const env = calls === usualCalls ? {} : { PRICE_CALLS_PER_MINUTE: String(calls) }
  const { app } = await simulated(env)
  const ask = () => app.inject('/api/current-price/AAPL')
  for (let count = 0; count < calls; count += 1) expect((await ask()).statusCode).toBe(200)
  const refused = await ask()
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a /64 network of IPv6 is one address, and has as many prices as was configured', async () => {
  const { app, logLines } = await createWorld({ env: { PRICE_CALLS_PER_MINUTE: '3' } })
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/current-price/AAPL', remoteAddress })).statusCode
  for (const host of [1, 2, 3]) expect(await from(`2001:db8:1:2::${host}`)).toBe(200)
  expect(await from('2001:db8:1:2:3:4:5:6')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(200)
  const lines = logLines.filter((line) => line.includes('/api/current-price'))
  expect(lines.filter((line) => line.includes('"address":"'))).toHaveLength(1)
  expect(lines.join('')).not.toContain('2001:db8')
})

test('the secret of the market is in no answer and in no line of the log', async () => {
  const secret = 'the-secret-that-would-tell-the-future'
  const { app, db, logLines } = await createWorld({ env: { MARKET_SECRET: secret } })
  const [row] = await db.query<{ kept: Buffer }>('select market_secret as kept from installation')
  const kept = row?.kept ?? Buffer.alloc(0)
  const urls = [
    '/config.json',
    '/readyz',
    '/api/docs',
    '/api/openapi.json',
    '/api/current-price/AAPL',
    '/api/price-history/AAPL/7d',
    '/api/current-price/%00',
    '/api/nothing',
  ]
  const said = await Promise.all(urls.map((url) => app.inject(url)))
  const everything = [
    ...said.map(({ body, headers }) => body + JSON.stringify(headers)),
    ...logLines,
  ].join('\n')
  expect(kept).toHaveLength(32)
  for (const hidden of [
    secret,
    kept.toString('hex'),
    kept.toString('base64'),
    Buffer.from(secret).toString('hex'),
  ]) {
    expect(everything).not.toContain(hidden)
  }
})
