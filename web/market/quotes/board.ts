// The latest quote of each stock, outside React, so that a change renders only the components of its stock.
import type { Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createStore, type Store } from '../../browser/create-store.ts'

export interface LiveQuote extends Prices {
  /** The base of the change of the day; null where unknown. */
  readonly previousClose: Cents | null
  /** The time of the quote in milliseconds since 1970; null for a polled price. */
  readonly at: number | null
}

export interface TickerQuote extends LiveQuote {
  readonly ticker: Ticker
}

/** A snapshot is current; a change may arrive late, by way of another tab. */
export type UpdateKind = 'snapshot' | 'change'

export type Board = ReturnType<typeof makeBoard>

export function makeBoard() {
  const stores = new Map<Ticker, Store<TickerQuote | null>>()
  const watched = new Set<Ticker>()

  const storeOf = (ticker: Ticker): Store<TickerQuote | null> => {
    const known = stores.get(ticker)
    if (known) return known
    const store = createStore<TickerQuote | null>(null, () => {
      watched.add(ticker)
      return () => watched.delete(ticker)
    })
    stores.set(ticker, store)
    return store
  }

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
    watched: (): Ticker[] => [...watched],
    put,
    clear: (): void => stores.forEach(({ set }) => set(null)),
    watch: (ticker: Ticker, listener: () => void): (() => void) =>
      storeOf(ticker).subscribe(listener),
  }
}

const isSame = (a: LiveQuote, b: LiveQuote): boolean =>
  hasSamePrices(a, b) && a.previousClose === b.previousClose && a.at === b.at

/** Bid or ask can move while the price between them stays. */
export const hasSamePrices = (a: Prices, b: Prices): boolean =>
  a.price === b.price && a.bid === b.bid && a.ask === b.ask

const isOlder = (a: LiveQuote, b: LiveQuote): boolean =>
  a.at !== null && b.at !== null && a.at < b.at
