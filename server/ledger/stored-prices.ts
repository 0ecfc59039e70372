// Reads the prices that a row of a portfolio or a contest stores: those at its beginning and at its end.
import { dayOf } from '@tengrand/core/day.ts'
import { cents, share, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

interface StoredPrice {
  /** The price of a share as counted by the entries up to that moment. */
  readonly atTheTime: Cents
  /** The price of a share of today. */
  readonly today: Cents
  /** Whether a split that was due by then was recorded later: it changed the shares, but not their final value. */
  readonly isLate: boolean
}

interface Moment {
  /** Of the portfolio, unless a contest is meant. */
  readonly id: number
  readonly at: number
  readonly of?: 'portfolio' | 'contest'
}

/** The columns with the instants of the prices. */
const instantColumns = {
  portfolio: { opening: 'opened_at', closing: 'closed_at' },
  contest: { opening: 'starts_at', closing: 'ends_at' },
} as const

interface Row {
  readonly prices: readonly (string | null)[] | null
  readonly splits: readonly SplitSince[]
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
    const since = row?.splits.filter(([key]) => key === id) ?? []
    // The ledger line of a split on that day precedes the moment, whenever it was recorded.
    const ofThatDay = since.filter(([, , , isOfThatDay]) => isOfThatDay)
    prices.set(ticker, {
      atTheTime: inNewShares(price, ofThatDay),
      today: inNewShares(price, since),
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
  const since = instantColumns[table][which]
  const day = dayOf(at)
  const [row] = await tx.query<Row>(
    `select ${which}_prices::text[] as prices, (
       select coalesce(json_agg(json_build_array(ticker_id, numerator, denominator, day = $2)), '[]')
       from split where day > $2 or (day = $2 and $3 and learnt_at > ${since})
     ) as splits, (
       select coalesce(json_agg(ticker_id), '[]') from split where day <= $2 and learnt_at > ${since}
     ) as late
     from ${table} where id = $1`,
    [id, day, at < (sessionOn(day, 'nyse')?.open ?? Infinity)],
  )
  return row
}

/** Ticker id, numerator, denominator, and whether the split is on the day itself. */
type SplitSince = readonly [number, number, number, boolean]

/** Multiplied exactly, so that the price is rounded once. */
function inNewShares(price: Cents, splits: readonly SplitSince[]): Cents {
  let [numerator, denominator] = [1n, 1n]
  for (const [, added, removed] of splits) {
    numerator *= BigInt(added)
    denominator *= BigInt(removed)
  }
  return share(price, denominator, numerator)
}
