// Those who wait for a price on this node: each is let go when it is there, when it will not come, or when time is up.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { WantedPrice } from './messages.ts'

export interface PriceWaitList {
  /** True when the price came, false when it did not. */
  wait(ticker: Ticker, since: number, msMax: number): Promise<boolean>
  /** To be called when prices may have come. */
  look(): void
  /** These will not come. */
  refuse(tickers: readonly Ticker[]): void
  wants(): WantedPrice[]
}

interface Waiter {
  readonly ticker: Ticker
  readonly since: number
  readonly end: (came: boolean) => void
}

export interface PriceWaitListDeps {
  readonly isThere: (ticker: Ticker, since: number) => boolean
  /** Called when a waiter is added, and when the last one is gone. */
  readonly onChange: () => void
}

export function createPriceWaitList({ isThere, onChange }: PriceWaitListDeps): PriceWaitList {
  const waiters = new Set<Waiter>()
  return {
    wait: (ticker, since, msMax) => {
      if (isThere(ticker, since)) return Promise.resolve(true)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const end = (came: boolean): void => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(came)
        if (waiters.size === 0) onChange()
      }
      const waiter: Waiter = { ticker, since, end }
      const timer = setTimeout(end, Math.max(0, msMax), false)
      waiters.add(waiter)
      onChange()
      return promise
    },
    look: () => {
      for (const { ticker, since, end } of waiters) if (isThere(ticker, since)) end(true)
    },
    refuse: (tickers) => {
      for (const { ticker, end } of waiters) if (tickers.includes(ticker)) end(false)
    },
    wants: () => {
      const wants = new Map<Ticker, WantedPrice>()
      for (const { ticker, since } of waiters) {
        const known = wants.get(ticker) ?? { since, newest: since }
        wants.set(ticker, {
          ticker,
          since: Math.min(known.since, since),
          newest: Math.max(known.newest, since),
        })
      }
      return [...wants.values()]
    },
  }
}
