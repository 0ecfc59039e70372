// Reads splits with the prices at which their days began, and writes the split entries of a portfolio.
import { asDay, startOfDay, type Day } from '@tengrand/core/day.ts'
import type { Entry, SplitRatio, Trade } from '@tengrand/core/ledger.ts'
import { cents, share, type Cents } from '@tengrand/core/money.ts'
import type { Split, splitLines } from '@tengrand/core/split.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

/**
 * The splits of these days, oldest first, without those before the first trade. `entries` are those of one portfolio,
 * oldest first. One statement reads the closes and all splits, because a split recorded in between would make a price
 * wrong by its ratio.
 */
export async function readPricedSplits(
  tx: Tx,
  ticker: Ticker,
  days: readonly Day[],
  entries: readonly Entry[],
): Promise<Split[]> {
  const rows = await tx.query<SplitRow>(
    `select s.day::text as day, s.numerator, s.denominator, (
       select price_cents from bar
       where bar.ticker_id = $1 and step = 'day' and bar.at < wanted.at order by bar.at desc limit 1
     ) as close
     from split s left join unnest($2::date[], $3::timestamptz[]) as wanted (day, at) using (day)
     where s.ticker_id = $1 order by s.day`,
    [tickerIdOf(ticker), days, days.map((day) => new Date(startOfDay(day)))],
  )
  const wanted = new Set<string>(days)
  const trades = entries.filter((entry) => entry.type !== 'SPLIT')
  return rows.flatMap((row, index) => {
    const at = startOf(row)
    const last = trades.findLast((trade) => trade.at < at)
    if (last === undefined || !wanted.has(row.day)) return []
    const { numerator, denominator } = row
    const price =
      row.close === null
        ? ownPrice(last, rows.slice(0, index + 1))
        : inOlderShares(cents(row.close), rows.slice(index + 1))
    return { ticker, ratio: { numerator, denominator }, at, price }
  })
}

interface SplitRow extends SplitRatio {
  readonly day: string
  readonly close: number | null
}

const startOf = ({ day }: SplitRow): number => startOfDay(asDay(day))

/** The price of a share of today in shares before later splits. */
export function inOlderShares(price: Cents, later: readonly SplitRatio[]): Cents {
  const { numerator, denominator } = together(later)
  return share(price, numerator, denominator)
}

/** The price of a share of old in shares after the splits since. */
export function inNewShares(price: Cents, since: readonly SplitRatio[]): Cents {
  const { numerator, denominator } = together(since)
  return share(price, denominator, numerator)
}

/** Without a stored close, the last price at which this portfolio traded is used. */
const ownPrice = (last: Trade, splits: readonly SplitRow[]): Cents =>
  inNewShares(
    last.price,
    splits.filter((split) => startOf(split) > last.at),
  )

/** Multiplied exactly, so that the price is rounded once. */
const together = (ratios: readonly SplitRatio[]) =>
  ratios.reduce(
    (all, { numerator, denominator }) => ({
      numerator: all.numerator * BigInt(numerator),
      denominator: all.denominator * BigInt(denominator),
    }),
    { numerator: 1n, denominator: 1n },
  )

export async function writeSplitLines(
  tx: Tx,
  portfolioId: number,
  ticker: Ticker,
  { lines, position }: Pick<ReturnType<typeof splitLines>, 'lines' | 'position'>,
): Promise<void> {
  await tx.query(
    `with lines as (
       insert into trade (portfolio_id, ticker_id, type, price_cents, at, shares, cash_cents, cost_cents,
         numerator, denominator)
       select $1, $2, 'SPLIT', 0, *
       from unnest($3::timestamptz[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
     )
     update portfolio
     set cash_cents = cash_cents + $9, shares[$2::smallint] = $10, cost_cents[$2::smallint] = $11,
       realized_cents[$2::smallint] = coalesce(realized_cents[$2::smallint], 0) + $12
     where id = $1`,
    [
      portfolioId,
      tickerIdOf(ticker),
      lines.map(({ at }) => new Date(at)),
      lines.map(({ quantity }) => quantity),
      lines.map(({ cash }) => cash),
      lines.map(({ cost }) => cost),
      lines.map(({ ratio }) => ratio.numerator),
      lines.map(({ ratio }) => ratio.denominator),
      lines.reduce((sum, { cash }) => sum + cash, 0),
      position.quantity,
      position.cost,
      lines.reduce((sum, { cash, cost }) => sum + cash - cost, 0),
    ],
  )
}
