// The public calls of the market: latest prices, their history, small charts of all stocks, and earnings days.
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import { api } from '@tengrand/contract/api.ts'
import { toDollars } from '@tengrand/core/money.ts'
import { freshnessOf, staleWarning } from '@tengrand/core/quote.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import { groupAddress } from '../http/address.ts'
import type { LimitsConfig } from '../http/limits.ts'
import { unknownTicker } from '../http/refusals.ts'
import { route } from '../http/route.ts'
import { chartOf, chartRanges, metricsOf, priceLinesOf } from './charts.ts'
import type { Market } from './market.ts'

interface MarketRouteDeps {
  readonly config: { readonly limits: Pick<LimitsConfig, 'priceCallsPerMinute'> }
  readonly market: Market
  readonly now: () => number
}

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
    addPriceLines(scope, deps)
    addEarnings(scope, deps)
  })
}

/** Prices are public, so pages of any origin may read these calls, and no others. */
function openToEveryOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, retry-after, x-request-id',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  for (const { path } of [api.currentPrice, api.priceHistory, api.priceLines, api.earnings]) {
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

function addPriceLines(scope: FastifyInstance, { market, now }: MarketRouteDeps): void {
  route(scope, api.priceLines, async (_parts, _request, reply) => {
    void reply.header('cache-control', 'public, max-age=5')
    return { lines: await priceLinesOf(market, now()) }
  })
}

function addEarnings(scope: FastifyInstance, { market }: MarketRouteDeps): void {
  route(scope, api.earnings, async ({ params }, _request, reply) => {
    const ticker = parseTicker(params.ticker)
    if (ticker === null) return unknownTicker(params.ticker)
    // Only the simulated market knows the reports that its prices react to.
    if (!market.earnings) return { refusal: { code: 'not_found' } as const }
    void reply.header('cache-control', 'public, max-age=5')
    const { next, past } = market.earnings(ticker)
    return { next, past: [...past] }
  })
}
