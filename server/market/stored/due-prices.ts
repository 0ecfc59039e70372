// Which of the latest prices are due, whether an order waits for them or not: while the market is open, and its close.
import { isOpen, lastClose } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Provider } from '../providers/provider.ts'

const pauseWhileClosedMs = 60_000

export interface DuePrices {
  /** Those that were asked for longest ago first. */
  list(now: number): Ticker[]
  begin(asked: readonly Ticker[], at: number): void
  answered(told: readonly Ticker[], at: number): void
}

type Pace = Pick<Provider, 'liveEverySeconds' | 'barSettlesMs'>

export function createDuePrices({ liveEverySeconds, barSettlesMs }: Pace): DuePrices {
  const paceMs = liveEverySeconds * 1000
  const askedAt = new Map<Ticker, number>()
  const answeredAt = new Map<Ticker, number>()
  const askedAtOf = (ticker: Ticker): number => askedAt.get(ticker) ?? -Infinity
  return {
    list: (now) => {
      const settlesAt = lastClose(now) + barSettlesMs
      const isLive = isOpen(now) || now < settlesAt
      const pauseMs = isLive ? paceMs : Math.max(paceMs, pauseWhileClosedMs)
      return tickers
        .filter((ticker) => isLive || (answeredAt.get(ticker) ?? -Infinity) < settlesAt)
        .filter((ticker) => now - askedAtOf(ticker) >= pauseMs)
        .toSorted((a, b) => askedAtOf(a) - askedAtOf(b) || 0)
    },
    begin: (asked, at) => {
      for (const ticker of asked) askedAt.set(ticker, at)
    },
    answered: (told, at) => {
      for (const ticker of told) answeredAt.set(ticker, at)
    },
  }
}
