// The built-in market as the product sees it: computed for the present moment and the past, never for the future.
import { dayOf } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn, tradingDayAt, tradingDayBefore } from '@tengrand/core/trading-day.ts'

import { createAnnouncer } from './announcer.ts'
import type { Market } from './market.ts'
import { simulatedMarket } from './simulated/market.ts'

export interface SimulatedMarketOptions {
  readonly secret: Uint8Array
  readonly hours: MarketHours
  readonly now: () => number
}

/** About as long as a price lasts. */
const paceMs = 1_000

export function openSimulatedMarket({ secret, hours, now }: SimulatedMarketOptions): Market {
  const source = simulatedMarket({ secret, hours })
  const quote = (ticker: Ticker): Quote => {
    const at = now()
    return { ticker, price: source.priceAt(ticker, at), at }
  }
  const announcer = createAnnouncer()
  const previousClose = (ticker: Ticker): Cents | null => {
    const day = tradingDayBefore(tradingDayAt(now(), hours), hours)
    return source.closes(ticker, day, day)[0]?.cents ?? null
  }
  const beat = setInterval(() => {
    announcer.announce(tickers.map(quote), previousClose)
  }, paceMs).unref()
  return {
    hours,
    quote,
    find: async (ticker) => quote(ticker),
    previousClose,
    hourly: async (ticker, from) => ({
      points: source.hourly(ticker, from, now()).map(({ at, cents }) => ({ at, price: cents })),
    }),
    daily: async (ticker, from) => {
      const last = source.lastClosedDay(now())
      const closes = last ? source.closes(ticker, dayOf(from), last) : []
      return {
        points: closes.flatMap(({ day, cents }) => {
          const session = sessionOn(day, hours)
          return session ? [{ at: session.close, price: cents }] : []
        }),
      }
    },
    subscribe: announcer.subscribe,
    close: async () => clearInterval(beat),
  }
}
