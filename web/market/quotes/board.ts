// The latest quote of each stock, kept outside React, so that only what shows a stock hears of its changes.
import type { Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

export interface LiveQuote extends Prices {
  /** What the change of the day is counted from; null where it is not known. */
  readonly previousClose: Cents | null
  /** When it was the price, in milliseconds since 1970; null where the source does not say. */
  readonly at: number | null
}

export interface TickerQuote extends LiveQuote {
  readonly ticker: Ticker
}

/** A snapshot is how things are; a change can come late, by way of another tab. */
export type UpdateKind = 'snapshot' | 'change'

export type Board = ReturnType<typeof makeBoard>

export function makeBoard() {
  const quotes = new Map<Ticker, TickerQuote>()
  const listeners = new Map<Ticker, Set<() => void>>()
  const tell = (ticker: Ticker): void => listeners.get(ticker)?.forEach((listener) => listener())

  const put = (kind: UpdateKind, updates: readonly TickerQuote[]): void => {
    for (const next of updates) {
      const known = quotes.get(next.ticker)
      if (known && (isSame(known, next) || (kind === 'change' && isOlder(next, known)))) continue
      quotes.set(next.ticker, next)
      tell(next.ticker)
    }
  }

  const clear = (): void => {
    const known = [...quotes.keys()]
    quotes.clear()
    known.forEach(tell)
  }

  const watch = (ticker: Ticker, listener: () => void): (() => void) => {
    const those = listeners.get(ticker) ?? new Set()
    listeners.set(ticker, those.add(listener))
    return () => {
      those.delete(listener)
      if (those.size === 0 && listeners.get(ticker) === those) listeners.delete(ticker)
    }
  }

  return {
    get: (ticker: Ticker): LiveQuote | null => quotes.get(ticker) ?? null,
    all: (): TickerQuote[] => [...quotes.values()],
    /** The stocks that somebody is looking at. */
    watched: (): Ticker[] => [...listeners.keys()],
    put,
    clear,
    watch,
  }
}

const isSame = (a: LiveQuote, b: LiveQuote): boolean =>
  hasSamePrices(a, b) && a.previousClose === b.previousClose && a.at === b.at

/** A side can move while the price in the middle stays. */
export const hasSamePrices = (a: Prices, b: Prices): boolean =>
  a.price === b.price && a.bid === b.bid && a.ask === b.ask

const isOlder = (a: LiveQuote, b: LiveQuote): boolean =>
  a.at !== null && b.at !== null && a.at < b.at
