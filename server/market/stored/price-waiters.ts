// Makes calls of this node wait for prices: orders for a price requested after their arrival, pages for any price.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Log } from '../providers/provider.ts'
import type { LatestPrices } from './latest-prices.ts'
import { notify, type MarketNotification, type WantedPrice } from './notifications.ts'
import { publishWantedPrices } from './wanted-prices.ts'

/** Counted from the arrival of the order. */
const newPriceMsMax = 8_000
const anyPriceMsMax = 3_000

export interface PriceWaitersDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: Log
  readonly latestPrices: LatestPrices
  readonly metrics?: Pick<Metrics, 'task'>
}

export interface PriceWaiters {
  /** Resolves with true once there is a price requested after an instant, with false when time is up. */
  newPrice(ticker: Ticker, arrivedAt: number): Promise<boolean>
  /** Resolves once there is a price, or the request for it has failed. */
  anyPrice(ticker: Ticker): Promise<unknown>
  /** Called after new prices were read. */
  look(): void
  failed(notification: Extract<MarketNotification, { kind: 'failed' }>): void
  close(): void
}

export function createPriceWaiters(deps: PriceWaitersDeps): PriceWaiters {
  const { db, now, log, latestPrices, metrics } = deps
  const orders = createPriceWaitList({
    hasPrice: (ticker, arrivedAt) => latestPrices.askedAt(ticker) >= arrivedAt,
    onChange: () => publisher.publishSoon(),
  })
  const publisher = publishWantedPrices(
    () => orders.wants(),
    (node, wants) => notify(db, { kind: 'wanted', node, wants: [...wants] }),
    (err) => log.warn({ err }, 'prices could not be asked for'),
    metrics?.task('price_wants'),
  )
  const hasAnyPrice = (ticker: Ticker): boolean => latestPrices.quote(ticker) !== null
  const pages = createPriceWaitList({ hasPrice: hasAnyPrice, onChange: () => undefined })
  /** Stocks whose request failed and that have no price since. Pages do not wait for them. */
  const missing = new Set<Ticker>()
  return {
    newPrice: (ticker, arrivedAt) =>
      orders.wait(ticker, arrivedAt, arrivedAt + newPriceMsMax - now()),
    anyPrice: async (ticker) =>
      hasAnyPrice(ticker) || missing.has(ticker) || pages.wait(ticker, 0, anyPriceMsMax),
    look: () => {
      for (const ticker of missing) if (hasAnyPrice(ticker)) missing.delete(ticker)
      orders.look()
      pages.look()
    },
    failed: ({ tickers: failed, limited }) => {
      for (const ticker of failed) if (!hasAnyPrice(ticker)) missing.add(ticker)
      pages.refuse(failed)
      // Other failures may pass in time; after a rate limit there is no request so soon.
      if (limited) orders.refuse(failed)
    },
    close: () => {
      publisher.close()
      orders.refuse(tickers)
      pages.refuse(tickers)
    },
  }
}

/** Callers that wait for a price on this node, each until it comes, is refused, or its time is up. */
interface PriceWaitList {
  wait(ticker: Ticker, since: number, msMax: number): Promise<boolean>
  /** Resolves the waiters whose price has come. */
  look(): void
  /** Resolves the waiters of these stocks with false. */
  refuse(refused: readonly Ticker[]): void
  wants(): WantedPrice[]
}

interface Waiter {
  readonly ticker: Ticker
  readonly since: number
  readonly end: (came: boolean) => void
}

interface PriceWaitListDeps {
  readonly hasPrice: (ticker: Ticker, since: number) => boolean
  /** Called when a waiter is added, and when the last one is removed. */
  readonly onChange: () => void
}

function createPriceWaitList({ hasPrice, onChange }: PriceWaitListDeps): PriceWaitList {
  const waiters = new Set<Waiter>()
  return {
    wait: (ticker, since, msMax) => {
      if (hasPrice(ticker, since)) return Promise.resolve(true)
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
      for (const { ticker, since, end } of waiters) if (hasPrice(ticker, since)) end(true)
    },
    refuse: (refused) => {
      for (const { ticker, end } of waiters) if (refused.includes(ticker)) end(false)
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
