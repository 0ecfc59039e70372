// Where this node waits for prices of a provider: orders for a new one, and pages for any at all.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Log } from '../providers/provider.ts'
import type { LatestPrices } from './latest-prices.ts'
import { notify, type MarketMessage, type WantedPrice } from './notifications.ts'
import { publishWantedPrices } from './wanted-prices.ts'

/** An order waits no longer, counted from its arrival. */
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
  /** Until there is a price that was asked for after an instant; false where none came in time. */
  newPrice(ticker: Ticker, arrivedAt: number): Promise<boolean>
  /** Until there is a price, or it is known that there is none for now. */
  anyPrice(ticker: Ticker): Promise<unknown>
  /** To be called when other prices are known. */
  look(): void
  failed(message: Extract<MarketMessage, { kind: 'failed' }>): void
  close(): void
}

export function createPriceWaiters(deps: PriceWaitersDeps): PriceWaiters {
  const { db, now, log, latestPrices, metrics } = deps
  const orders = createPriceWaitList({
    isThere: (ticker, arrivedAt) => latestPrices.askedAt(ticker) >= arrivedAt,
    onChange: () => publisher.publishSoon(),
  })
  const publisher = publishWantedPrices(
    () => orders.wants(),
    (node, wants) => notify(db, { kind: 'wanted', node, wants: [...wants] }),
    (err) => log.warn({ err }, 'prices could not be asked for'),
    metrics?.task('price_wants'),
  )
  const isHere = (ticker: Ticker): boolean => latestPrices.quote(ticker) !== null
  const pages = createPriceWaitList({ isThere: isHere, onChange: () => undefined })
  /** Asked for in vain, and not told since. They are asked for again without any request waiting for it. */
  const missing = new Set<Ticker>()
  return {
    newPrice: (ticker, arrivedAt) =>
      orders.wait(ticker, arrivedAt, arrivedAt + newPriceMsMax - now()),
    anyPrice: async (ticker) =>
      isHere(ticker) || missing.has(ticker) || pages.wait(ticker, 0, anyPriceMsMax),
    look: () => {
      for (const ticker of missing) if (isHere(ticker)) missing.delete(ticker)
      orders.look()
      pages.look()
    },
    failed: ({ tickers: failed, limited }) => {
      for (const ticker of failed) if (!isHere(ticker)) missing.add(ticker)
      pages.refuse(failed)
      // Other troubles may pass in time; a provider that asks for patience is not asked again so soon.
      if (limited) orders.refuse(failed)
    },
    close: () => {
      publisher.close()
      orders.refuse(tickers)
      pages.refuse(tickers)
    },
  }
}

/** Those who wait for a price on this node: each is let go when it is there, when it will not come, or when time is up. */
interface PriceWaitList {
  /** True when the price came, false when it did not. */
  wait(ticker: Ticker, since: number, msMax: number): Promise<boolean>
  /** To be called when prices may have come. */
  look(): void
  /** These will not come. */
  refuse(refused: readonly Ticker[]): void
  wants(): WantedPrice[]
}

interface Waiter {
  readonly ticker: Ticker
  readonly since: number
  readonly end: (came: boolean) => void
}

interface PriceWaitListDeps {
  readonly isThere: (ticker: Ticker, since: number) => boolean
  /** Called when a waiter is added, and when the last one is gone. */
  readonly onChange: () => void
}

function createPriceWaitList({ isThere, onChange }: PriceWaitListDeps): PriceWaitList {
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
