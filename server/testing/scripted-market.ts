// A market whose prices and price times the test sets.
import { cents, type Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Prices, Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { previousCloseAt } from '@tengrand/core/trading-day.ts'

import { createAnnouncer, type Market } from '../market/market.ts'

export interface ScriptedMarket extends Market {
  /** Sets the price from now on. Without `at` the price is always current; null means that there is no price. */
  readonly set: (ticker: Ticker, priceCents: number | null, at?: number, sides?: Sides) => void
  /** Sets the previous close, which is unknown by default. */
  readonly setClose: (ticker: Ticker, priceCents: number) => void
}

export interface Script {
  readonly hours?: MarketHours
  readonly now: () => number
  /** The initial price of every stock. */
  readonly priceCents?: number
}

interface Sides {
  readonly bid: number
  readonly ask: number
}

interface ScriptedPrice extends Prices {
  readonly at: number | null
}

export function createScriptedMarket({
  hours = 'always',
  now,
  priceCents = 100_00,
}: Script): ScriptedMarket {
  const start: ScriptedPrice = { ...pricesOf(priceCents), at: null }
  const lines = new Map<Ticker, ScriptedPrice>(tickers.map((ticker) => [ticker, start]))
  const closes = new Map<Ticker, Cents>()
  const closeOf = (ticker: Ticker): Cents | null => closes.get(ticker) ?? null
  const announcer = createAnnouncer()
  const quote = (ticker: Ticker): Quote | null => {
    const line = lines.get(ticker)
    return line === undefined ? null : { ticker, ...line, at: line.at ?? now() }
  }
  return {
    hours,
    set: (ticker, price, at, sides) => {
      if (price === null) lines.delete(ticker)
      else lines.set(ticker, { ...pricesOf(price, sides), at: at ?? null })
    },
    setClose: (ticker, price) => void closes.set(ticker, cents(price)),
    quote,
    find: async (ticker) => quote(ticker),
    quotesIn: async (_tx, asked) =>
      new Map(
        asked.flatMap((ticker) => {
          const found = quote(ticker)
          return found === null ? [] : [[ticker, found]]
        }),
      ),
    previousClose: closeOf,
    previousCloses: () => ({ at: previousCloseAt(now(), hours), priceOf: closeOf }),
    hourly: async () => ({ points: [] }),
    daily: async () => ({ points: [] }),
    pricesAt: async () => new Map(),
    subscribe: announcer.subscribe,
    close: async () => undefined,
  }
}

/** No spread by default, so that sums are easy to follow. */
const pricesOf = (price: number, { bid, ask }: Sides = { bid: price, ask: price }): Prices => ({
  price: cents(price),
  bid: cents(bid),
  ask: cents(ask),
})
