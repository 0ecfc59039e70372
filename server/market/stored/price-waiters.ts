// Lets calls of this node wait for prices: orders for one that was requested after their arrival, pages for any price.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { RefreshDeps } from './bar-refresh.ts'
import type { LatestPrices } from './latest-prices.ts'
import { notify, type MarketNotification, type WantedPrice } from './notifications.ts'
import { mergeWants, publishWantedPrices } from './wanted-prices.ts'

/** Counted from the arrival of the order. */
const newPriceMsMax = 8_000
const anyPriceMsMax = 3_000

interface PriceWaitersDeps extends Omit<RefreshDeps, 'provider'> {
  readonly latestPrices: LatestPrices
}

type FailedPrices = Extract<MarketNotification, { kind: 'failed' }>

export function createPriceWaiters(deps: PriceWaitersDeps) {
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
    /** Resolves with true once there is a price requested after an instant, with false when time is up. */
    newPrice: (ticker: Ticker, arrivedAt: number): Promise<boolean> =>
      orders.wait(ticker, arrivedAt, arrivedAt + newPriceMsMax - now()),
    /** Resolves once there is a price, or the request for it has failed. */
    anyPrice: async (ticker: Ticker): Promise<unknown> =>
      hasAnyPrice(ticker) || missing.has(ticker) || pages.wait(ticker, 0, anyPriceMsMax),
    /** Called after new prices were read. */
    look: (): void => {
      for (const ticker of missing) if (hasAnyPrice(ticker)) missing.delete(ticker)
      orders.look()
      pages.look()
    },
    failed: ({ tickers: failed, limited }: FailedPrices): void => {
      for (const ticker of failed) if (!hasAnyPrice(ticker)) missing.add(ticker)
      pages.refuse(failed)
      // Other failures may pass in time, but after a rate limit the next request comes too late.
      if (limited) orders.refuse(failed)
    },
    close: (): void => {
      publisher.close()
      orders.refuse(tickers)
      pages.refuse(tickers)
    },
  }
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

/** Calls that wait for a price on this node, each until the price comes, is refused, or the time is up. */
function createPriceWaitList({ hasPrice, onChange }: PriceWaitListDeps) {
  const waiters = new Set<Waiter>()
  return {
    wait: (ticker: Ticker, since: number, msMax: number): Promise<boolean> => {
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
    /** Resolves the waiters whose price has come. */
    look: (): void => {
      for (const { ticker, since, end } of waiters) if (hasPrice(ticker, since)) end(true)
    },
    /** Resolves the waiters of these stocks with false. */
    refuse: (refused: readonly Ticker[]): void => {
      for (const { ticker, end } of waiters) if (refused.includes(ticker)) end(false)
    },
    wants: (): WantedPrice[] =>
      mergeWants(Array.from(waiters, ({ ticker, since }) => ({ ticker, since, newest: since }))),
  }
}
