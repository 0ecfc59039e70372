// The prices at which a chapter was closed.
import { dayOf } from '@tengrand/core/day.ts'
import { cents, share, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

export interface ClosingPrice {
  /** Of a share as it was counted then. */
  readonly atClose: Cents
  /** Of a share of today. */
  readonly today: Cents
}

/**
 * A stock that had no price then has none here. On the day of a split, prices are in new shares from the open on, or as
 * soon as the split is learned.
 */
export async function readClosingPrices(
  tx: Tx,
  { id, closedAt }: { readonly id: number; readonly closedAt: number },
): Promise<ReadonlyMap<Ticker, ClosingPrice>> {
  const day = dayOf(closedAt)
  const [row] = await tx.query<{ prices: (string | null)[]; splits: SplitSince[] }>(
    `select closing_prices::text[] as prices, (
       select coalesce(json_agg(json_build_array(ticker_id, numerator, denominator)), '[]')
       from split where day > $2 or (day = $2 and $3 and learnt_at > closed_at)
     ) as splits
     from portfolio where id = $1`,
    [id, day, closedAt < (sessionOn(day, 'nyse')?.open ?? Infinity)],
  )
  const prices = new Map<Ticker, ClosingPrice>()
  for (const [place, ticker] of tickers.entries()) {
    const price = row?.prices[place] ?? null
    if (price === null) continue
    const since = row?.splits.filter(([key]) => key === tickerIdOf(ticker)) ?? []
    const atClose = cents(Number(price))
    prices.set(ticker, { atClose, today: inNewShares(atClose, since) })
  }
  return prices
}

/** Ticker, numerator and denominator. */
type SplitSince = readonly [number, number, number]

/** Multiplied exactly, so that the price is rounded once. */
function inNewShares(price: Cents, splits: readonly SplitSince[]): Cents {
  let [numerator, denominator] = [1n, 1n]
  for (const [, added, removed] of splits) {
    numerator *= BigInt(added)
    denominator *= BigInt(removed)
  }
  return share(price, denominator, numerator)
}
