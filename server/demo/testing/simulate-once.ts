// The demo's market for several worlds of a test: what one of them has asked for is not computed again for the next.
import type { Day } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { simulatedMarket, type SimulatedMarket } from '../../market/simulated/market.ts'

const markets = new Map<string, SimulatedMarket>()

/** A price is a function of the secret, the ticker and the instant, so that it can be kept. */
export const simulateOnce: typeof simulatedMarket = (options) => {
  const key = `${options.hours} ${Buffer.from(options.secret).toString('hex')}`
  return kept(markets, key, () => keeping(options))
}

function keeping(options: Parameters<typeof simulatedMarket>[0]): SimulatedMarket {
  const market = simulatedMarket(options)
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

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key) ?? make()
  all.set(key, found)
  return found
}
