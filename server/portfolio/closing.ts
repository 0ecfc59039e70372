// The prices at which a portfolio was opened, and at which a chapter was closed.
import { dayOf } from '@tengrand/core/day.ts'
import { cents, share, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

export interface ClosingPrice {
  /** Of a share as the entries up to the end count it. */
  readonly atClose: Cents
  /** Of a share of today. */
  readonly today: Cents
  /** Whether a split that was due by then was learned afterwards: shares have changed since, what it came to has not. */
  readonly isLate: boolean
}

/**
 * A stock that had no price then has none here. On the day of a split, prices are in new shares from the open on, or as
 * soon as the split is learned.
 */
export async function readClosingPrices(
  tx: Tx,
  { id, closedAt }: { readonly id: number; readonly closedAt: number },
): Promise<ReadonlyMap<Ticker, ClosingPrice>> {
  const row = await readMoment(tx, {
    id,
    at: closedAt,
    prices: 'closing_prices',
    since: 'closed_at',
  })
  const prices = new Map<Ticker, ClosingPrice>()
  for (const [place, ticker] of tickers.entries()) {
    const price = row?.prices?.[place] ?? null
    if (price === null) continue
    const since = row?.splits.filter(([key]) => key === tickerIdOf(ticker)) ?? []
    // The line of a split of that very day stands before the end, whenever it was learned.
    const atClose = inNewShares(
      cents(Number(price)),
      since.filter(([, , , isOfThatDay]) => isOfThatDay),
    )
    const isLate = row?.late.includes(tickerIdOf(ticker)) ?? false
    prices.set(ticker, { atClose, today: inNewShares(cents(Number(price)), since), isLate })
  }
  return prices
}

/** In shares of today; those that a provider had told. */
export async function readOpeningPrices(
  tx: Tx,
  { id, openedAt }: { readonly id: number; readonly openedAt: number },
): Promise<ReadonlyMap<Ticker, Cents>> {
  const row = await readMoment(tx, {
    id,
    at: openedAt,
    prices: 'opening_prices',
    since: 'opened_at',
  })
  const { prices, splits } = row ?? { prices: null, splits: [] }
  return new Map(
    tickers.flatMap((ticker, place): [Ticker, Cents][] => {
      const price = prices?.[place] ?? null
      if (price === null) return []
      const since = splits.filter(([key]) => key === tickerIdOf(ticker))
      return [[ticker, inNewShares(cents(Number(price)), since)]]
    }),
  )
}

interface Moment {
  readonly id: number
  readonly at: number
  /** The columns of the prices and of the instant. */
  readonly prices: 'opening_prices' | 'closing_prices'
  readonly since: 'opened_at' | 'closed_at'
}

interface MomentRow {
  readonly prices: readonly (string | null)[] | null
  readonly splits: readonly SplitSince[]
  readonly late: readonly number[]
}

async function readMoment(
  tx: Tx,
  { id, at, prices, since }: Moment,
): Promise<MomentRow | undefined> {
  const day = dayOf(at)
  const [row] = await tx.query<MomentRow>(
    `select ${prices}::text[] as prices, (
       select coalesce(json_agg(json_build_array(ticker_id, numerator, denominator, day = $2)), '[]')
       from split where day > $2 or (day = $2 and $3 and learnt_at > ${since})
     ) as splits, (
       select coalesce(json_agg(ticker_id), '[]') from split where day <= $2 and learnt_at > ${since}
     ) as late
     from portfolio where id = $1`,
    [id, day, at < (sessionOn(day, 'nyse')?.open ?? Infinity)],
  )
  return row
}

/** Ticker, numerator, denominator, and whether it is of the day of the end. */
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
