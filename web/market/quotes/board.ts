// The latest quote of each stock, kept outside React, so that only what shows a stock hears of its changes.
import type { Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createStore, type Store } from '../../browser/create-store.ts'

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
  const stores = new Map<Ticker, Store<TickerQuote | null>>()
  const watched = new Set<Ticker>()

  const makeStore = (ticker: Ticker): Store<TickerQuote | null> => {
    const store = createStore<TickerQuote | null>(null, () => {
      watched.add(ticker)
      return () => watched.delete(ticker)
    })
    stores.set(ticker, store)
    return store
  }
  const storeOf = (ticker: Ticker): Store<TickerQuote | null> =>
    stores.get(ticker) ?? makeStore(ticker)

  const put = (kind: UpdateKind, updates: readonly TickerQuote[]): void => {
    for (const next of updates) {
      const { get, set } = storeOf(next.ticker)
      const known = get()
      if (known && (isSame(known, next) || (kind === 'change' && isOlder(next, known)))) continue
      set(next)
    }
  }

  return {
    get: (ticker: Ticker): LiveQuote | null => stores.get(ticker)?.get() ?? null,
    all: (): TickerQuote[] => [...stores.values()].flatMap(({ get }) => get() ?? []),
    /** The stocks that somebody is looking at. */
    watched: (): Ticker[] => [...watched],
    put,
    clear: (): void => stores.forEach(({ set }) => set(null)),
    watch: (ticker: Ticker, listener: () => void): (() => void) =>
      storeOf(ticker).subscribe(listener),
  }
}

const isSame = (a: LiveQuote, b: LiveQuote): boolean =>
  hasSamePrices(a, b) && a.previousClose === b.previousClose && a.at === b.at

/** A side can move while the price in the middle stays. */
export const hasSamePrices = (a: Prices, b: Prices): boolean =>
  a.price === b.price && a.bid === b.bid && a.ask === b.ask

const isOlder = (a: LiveQuote, b: LiveQuote): boolean =>
  a.at !== null && b.at !== null && a.at < b.at
