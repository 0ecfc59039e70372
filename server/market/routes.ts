// The public calls of the market: latest prices, their history, small charts of all stocks, and earnings days.
import etag from '@fastify/etag'
import rateLimit from '@fastify/rate-limit'
import { api } from '@tengrand/contract/api.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import { groupAddress } from '../http/address.ts'
import type { LimitsConfig } from '../http/limits.ts'
import { unknownTicker } from '../http/refusals.ts'
import { route } from '../http/route.ts'
import { currentPriceOf, priceHistoryOf } from './answers.ts'
import { priceLinesOf } from './charts.ts'
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

function addCurrentPrice(scope: FastifyInstance, deps: MarketRouteDeps): void {
  route(scope, api.currentPrice, async ({ params }, _request, reply) => {
    const ticker = parseTicker(params.ticker)
    if (ticker === null) return unknownTicker(params.ticker)
    const found = await currentPriceOf(deps, ticker)
    if ('refusal' in found) return found
    void reply.header('cache-control', 'public, max-age=1')
    return found
  })
}

function addPriceHistory(scope: FastifyInstance, deps: MarketRouteDeps): void {
  route(scope, api.priceHistory, async ({ params }, _request, reply) => {
    const ticker = parseTicker(params.ticker)
    if (ticker === null) return unknownTicker(params.ticker)
    const history = await priceHistoryOf(deps, ticker, params.range)
    if ('refusal' in history) return history
    void reply.header('cache-control', 'public, max-age=5')
    return history
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
