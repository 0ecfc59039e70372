// The two public price calls: the latest price of a stock, and its prices over a range.
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import { api } from '@tengrand/contract/api.ts'
import { dayOf, rangeStart } from '@tengrand/core/day.ts'
import { cents, toDollars } from '@tengrand/core/money.ts'
import { freshnessOf, staleWarning } from '@tengrand/core/quote.ts'
import { parseTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import type { FastifyInstance } from 'fastify'

import { groupAddress } from '../http/address.ts'
import type { LimitsConfig } from '../http/limits.ts'
import { unknownTicker } from '../http/refusals.ts'
import { route } from '../http/route.ts'
import type { Market, PricePoint } from './market.ts'

interface MarketRouteDeps {
  readonly config: { readonly limits: Pick<LimitsConfig, 'priceCallsPerMinute'> }
  readonly market: Market
  readonly now: () => number
}

const chartRanges = ['7d', '1m', '6m', '1y'] as const

export async function addMarketRoutes(app: FastifyInstance, deps: MarketRouteDeps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: deps.config.limits.priceCallsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => groupAddress(ip),
    })
    await scope.register(etag)
    openToEveryOrigin(scope)
    addCurrentPrice(scope, deps)
    addPriceHistory(scope, deps)
  })
}

/** Prices are public, so pages of any origin may read these two calls, and no others. */
function openToEveryOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, retry-after, x-request-id',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  for (const { path } of [api.currentPrice, api.priceHistory]) {
    scope.options(path, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
        })
        .code(204)
        .send(),
    )
  }
}

function addCurrentPrice(scope: FastifyInstance, { market, now }: MarketRouteDeps): void {
  route(scope, api.currentPrice, async ({ params }, _request, reply) => {
    const ticker = parseTicker(params.ticker)
    if (ticker === null) return unknownTicker(params.ticker)
    const quote = await market.find(ticker)
    if (quote === null) return { refusal: { code: 'no_price', ticker } as const }
    const freshness = freshnessOf(quote.at, now(), market.hours)
    void reply.header('cache-control', 'public, max-age=1')
    return {
      price: toDollars(quote.price),
      bid: toDollars(quote.bid),
      ask: toDollars(quote.ask),
      cache_age: { is_fresh: freshness.isFresh, age_hours: freshness.ageHours },
      warning: staleWarning(freshness),
      error: null,
    }
  })
}

function addPriceHistory(scope: FastifyInstance, { market, now }: MarketRouteDeps): void {
  route(scope, api.priceHistory, async ({ params }, _request, reply) => {
    const ticker = parseTicker(params.ticker)
    if (ticker === null) return unknownTicker(params.ticker)
    const range = chartRanges.find((known) => known === params.range.toLowerCase())
    if (range === undefined)
      return { refusal: { code: 'unknown_range', ranges: chartRanges } as const }
    const chart = await chartOf(market, ticker, range, now())
    if ('refusal' in chart) return chart
    void reply.header('cache-control', 'public, max-age=5')
    return {
      historical_data: chart.points.map(({ date, price }) => ({ date, price: toDollars(price) })),
      metrics: metricsOf(chart.points),
      error: null,
    }
  })
}

async function chartOf(
  market: Market,
  ticker: Ticker,
  range: (typeof chartRanges)[number],
  now: number,
) {
  const from = rangeStart(range, now, 0)
  const [quote, history] = await Promise.all([
    market.find(ticker),
    range === '7d' ? market.hourly(ticker, from) : market.daily(ticker, from),
  ])
  if ('refusal' in history) return history
  const dateOf = range === '7d' ? isoOf : closingDayOf
  const points = history.points.map(({ at, price }) => ({ date: dateOf(at), price }))
  if (quote === null) return { points }
  const last = { date: range === '7d' ? isoOf(quote.at) : dayOf(quote.at), price: quote.price }
  const others = points.filter(({ date }) => date !== last.date)
  // The latest price is left out where the last bar is newer.
  return { points: (others.at(-1)?.date ?? '') > last.date ? points : [...others, last] }
}

const isoOf = (at: number): string => new Date(at).toISOString()

/** The day that closed at an instant: a market without closing hours closes at the next midnight. */
const closingDayOf = (at: number): string => dayOf(at - 1)

function metricsOf(points: readonly Pick<PricePoint, 'price'>[]) {
  const first = points[0]?.price ?? cents(0)
  const { amount, percent } = returnSince(first, points.at(-1)?.price ?? first)
  return { period_return: toDollars(amount), period_return_percent: percent }
}
