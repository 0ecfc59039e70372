// Lists the stocks whose price is due for a refresh: regularly while the market is open, and once for its close.
import { isOpen, lastClose } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Provider } from '../providers/provider.ts'

const pauseWhileClosedMs = 60_000

type Pace = Pick<Provider, 'liveEverySeconds' | 'barSettlesMs'>

export function createDuePrices({ liveEverySeconds, barSettlesMs }: Pace) {
  const paceMs = liveEverySeconds * 1000
  const requestedAt = new Map<Ticker, number>()
  const answeredAt = new Map<Ticker, number>()
  const requestedAtOf = (ticker: Ticker): number => requestedAt.get(ticker) ?? -Infinity
  return {
    /** The stock whose last request is oldest comes first. */
    list: (now: number): Ticker[] => {
      const settlesAt = lastClose(now) + barSettlesMs
      const isLive = isOpen(now) || now < settlesAt
      const pauseMs = isLive ? paceMs : Math.max(paceMs, pauseWhileClosedMs)
      return tickers
        .filter((ticker) => isLive || (answeredAt.get(ticker) ?? -Infinity) < settlesAt)
        .filter((ticker) => now - requestedAtOf(ticker) >= pauseMs)
        .toSorted((a, b) => requestedAtOf(a) - requestedAtOf(b) || 0)
    },
    begin: (requested: readonly Ticker[], at: number): void => {
      for (const ticker of requested) requestedAt.set(ticker, at)
    },
    answered: (priced: readonly Ticker[], at: number): void => {
      for (const ticker of priced) answeredAt.set(ticker, at)
    },
  }
}
