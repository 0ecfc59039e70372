// Where this node waits for prices of a provider: orders for a new one, and pages for any at all.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import type { PriceCache } from './price-cache.ts'
import { createPriceWaiting } from './price-waiting.ts'
import { createWantTeller } from './price-wants.ts'
import type { Log } from './providers/provider.ts'
import { tell, type Word } from './words.ts'

/** Whoever ordered waits no longer, counted from when the order arrived. */
const newPriceMsMax = 8_000
const anyPriceMsMax = 3_000

export interface PriceDeskDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: Log
  readonly priceCache: PriceCache
}

export interface PriceDesk {
  /** Until there is a price that was asked for after an instant; false where none came in time. */
  newPrice(ticker: Ticker, arrivedAt: number): Promise<boolean>
  /** Until there is a price, or it is known that there is none for now. */
  anyPrice(ticker: Ticker): Promise<unknown>
  /** To be called when the priceCache was filled. */
  look(): void
  failed(word: Extract<Word, { kind: 'failed' }>): void
  close(): void
}

export function createPriceDesk({ db, now, log, priceCache }: PriceDeskDeps): PriceDesk {
  const orders = createPriceWaiting({
    isThere: (ticker, arrivedAt) => priceCache.askedAt(ticker) >= arrivedAt,
    onChange: () => teller.tellSoon(),
  })
  const teller = createWantTeller(
    () => orders.wants(),
    (node, wants) =>
      tell(db, { kind: 'wanted', node, wants: [...wants] }).catch((err: unknown) =>
        log.warn({ err }, 'prices could not be asked for'),
      ),
  )
  const isHere = (ticker: Ticker): boolean => priceCache.quote(ticker) !== null
  const pages = createPriceWaiting({ isThere: isHere, onChange: () => undefined })
  /** Asked for in vain, and not told since. They are asked for again without anybody waiting for it. */
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
      teller.close()
      orders.refuse(tickers)
      pages.refuse(tickers)
    },
  }
}
