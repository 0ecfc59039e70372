// Reads the prices that a row of a portfolio or a contest stores: those at its beginning and at its end.
import { dayOf } from '@tengrand/core/day.ts'
import type { SplitRatio } from '@tengrand/core/ledger.ts'
import { cents, times, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { inNewShares } from './split-store.ts'

interface StoredPrice {
  /** The price of a share as counted by the entries up to that moment. */
  readonly atTheTime: Cents
  /** The price of a share of today. */
  readonly today: Cents
  /** The value of shares of today, rounded once: a split after the moment does not change it. */
  readonly valueOf: (quantity: number) => Cents
  /** Whether a split that was due by then was recorded later: it changed the shares, but not their final value. */
  readonly isLate: boolean
}

export interface Moment {
  /** Of the portfolio, unless a contest is meant. */
  readonly id: number
  readonly at: number
  readonly of?: 'portfolio' | 'contest'
}

interface Row {
  readonly prices: readonly (string | null)[] | null
  readonly splits: readonly (SplitRatio & { readonly key: number; readonly isOfThatDay: boolean })[]
  readonly late: readonly number[]
}

/**
 * Omits stocks that had no price at that moment. On the day of a split, prices are in new shares from the open on, or
 * as soon as the split is recorded.
 */
export async function readStoredPrices(
  tx: Tx,
  which: 'opening' | 'closing',
  moment: Moment,
): Promise<ReadonlyMap<Ticker, StoredPrice>> {
  const row = await readRow(tx, which, moment)
  const prices = new Map<Ticker, StoredPrice>()
  for (const [place, ticker] of tickers.entries()) {
    const stored = row?.prices?.[place] ?? null
    if (stored === null) continue
    const price = cents(Number(stored))
    const id = tickerIdOf(ticker)
    const since = row?.splits.filter((split) => split.key === id) ?? []
    // The ledger line of a split on that day precedes the moment, whenever it was recorded.
    const ofThatDay = since.filter((split) => split.isOfThatDay)
    prices.set(ticker, {
      atTheTime: inNewShares(price, ofThatDay),
      today: inNewShares(price, since),
      valueOf: (quantity) => inNewShares(times(price, quantity), since),
      isLate: row?.late.includes(id) ?? false,
    })
  }
  return prices
}

async function readRow(
  tx: Tx,
  which: 'opening' | 'closing',
  { id, at, of: table = 'portfolio' }: Moment,
) {
  const day = dayOf(at)
  const contest = table === 'contest' ? 'stored.id' : 'stored.contest_id'
  const areOfCompanies = `exists (select from contest where id = ${contest} and market_id = 1)`
  const [row] = await tx.query<Row>(
    `select ${which}_prices::text[] as prices, (
       select coalesce(json_agg(json_build_object(
         'key', ticker_id, 'numerator', numerator, 'denominator', denominator, 'isOfThatDay', day = $2
       )), '[]') from split where ${areOfCompanies} and (day > $2 or (day = $2 and $3 and learnt_at > $4))
     ) as splits, (
       select coalesce(json_agg(ticker_id), '[]') from split
       where ${areOfCompanies} and day <= $2 and learnt_at > $4
     ) as late
     from ${table} stored where id = $1`,
    [id, day, at < (sessionOn(day, 'nyse')?.open ?? Infinity), new Date(at)],
  )
  return row
}
