// Tells listeners of prices that have changed since they were last told of.
import type { Cents } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

type Listener = (changed: readonly Quote[]) => void

export interface Announcer {
  readonly subscribe: (listener: Listener) => () => void
  announce(quotes: readonly Quote[]): void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<Listener>()
  const told = new Map<Ticker, Cents>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: (quotes) => {
      const changed = quotes.filter(({ ticker, price }) => told.get(ticker) !== price)
      for (const { ticker, price } of changed) told.set(ticker, price)
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
  }
}
