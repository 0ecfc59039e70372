// The demo's market with cached prices, shared by several worlds of a test.
import type { Day } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { simulatedMarket, SimulatedMarket } from '../../market/simulated/market.ts'
import { simulateOnce } from '../../testing/simulate-once.ts'

const markets = new Map<SimulatedMarket, SimulatedMarket>()

/** A price is a function of the secret, the ticker and the instant, so it can be cached. */
export const simulateKeepingPrices: typeof simulatedMarket = (options) => {
  const market = simulateOnce(options)
  return cached(markets, market, () => withCache(market))
}

function withCache(market: SimulatedMarket): SimulatedMarket {
  const prices = new Map<string, ReturnType<SimulatedMarket['priceAt']>>()
  const closes = new Map<string, ReturnType<SimulatedMarket['closes']>>()
  return {
    ...market,
    priceAt: (ticker: Ticker, at: number) =>
      cached(prices, `${ticker} ${at}`, () => market.priceAt(ticker, at)),
    closes: (ticker: Ticker, from: Day, to: Day) =>
      cached(closes, `${ticker} ${from} ${to}`, () => market.closes(ticker, from, to)),
  }
}

function cached<Key, T>(all: Map<Key, T>, key: Key, make: () => T): T {
  const found = all.get(key) ?? make()
  all.set(key, found)
  return found
}
