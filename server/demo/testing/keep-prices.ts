// The demo's market for several worlds of a test: what one of them has asked for is not computed again for the next.
import type { Day } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { simulatedMarket, SimulatedMarket } from '../../market/simulated/market.ts'
import { simulateOnce } from '../../testing/simulate-once.ts'

const markets = new Map<SimulatedMarket, SimulatedMarket>()

/** A price is a function of the secret, the ticker and the instant, so that it can be kept. */
export const simulateKeepingPrices: typeof simulatedMarket = (options) => {
  const market = simulateOnce(options)
  return kept(markets, market, () => keeping(market))
}

function keeping(market: SimulatedMarket): SimulatedMarket {
  const prices = new Map<string, ReturnType<SimulatedMarket['priceAt']>>()
  const closes = new Map<string, ReturnType<SimulatedMarket['closes']>>()
  return {
    ...market,
    priceAt: (ticker: Ticker, at: number) =>
      kept(prices, `${ticker} ${at}`, () => market.priceAt(ticker, at)),
    closes: (ticker: Ticker, from: Day, to: Day) =>
      kept(closes, `${ticker} ${from} ${to}`, () => market.closes(ticker, from, to)),
  }
}

function kept<Key, T>(all: Map<Key, T>, key: Key, make: () => T): T {
  const found = all.get(key) ?? make()
  all.set(key, found)
  return found
}
