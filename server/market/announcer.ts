// Tells listeners of prices that have changed, or whose day has, since they were last told of.
import type { Cents } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

type Listener = (changed: readonly Quote[]) => void

export interface Announcer {
  readonly subscribe: (listener: Listener) => () => void
  announce(quotes: readonly Quote[], closeOf: (ticker: Ticker) => Cents | null): void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<Listener>()
  const told = new Map<Ticker, string>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: (quotes, closeOf) => {
      const changed = quotes.filter(({ ticker, price, bid, ask }) => {
        const news = `${price} between ${bid} and ${ask} after ${closeOf(ticker)}`
        if (told.get(ticker) === news) return false
        told.set(ticker, news)
        return true
      })
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
  }
}
