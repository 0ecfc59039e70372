// Reads the holdings and changes of a portfolio, each in a single statement, so that the parts are of one moment.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Flow, HistoryFacts } from '@tengrand/core/history.ts'
import type { Portfolio } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Prepared } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { holdingsOf, portfolioOf, type PortfolioRow } from '../ledger/portfolio-row.ts'
import { noSplits } from '../ledger/splits.ts'
import { bringUpToDate, type ReadDeps } from '../ledger/up-to-date.ts'
import { tickerOf } from '../market/ticker-id.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { readColumns, type ReadValues } from './find.ts'

/** Ticker id, day, numerator and denominator. */
export type SplitTerms = readonly [number, string, number, number]

/** The splits since a day as an SQL column of `portfolio p`. Prices of earlier days are adjusted for them. */
export const splitsSince = (day: string): string => `(
    select coalesce(json_agg(json_build_array(ticker_id, day, numerator, denominator)), '[]')
    from split where day >= ${day} and p.splits_through < ${noSplits}
  ) as splits`

export const splitOf = ([key, day, numerator, denominator]: SplitTerms) => ({
  ticker: tickerOf(key),
  ratio: { numerator, denominator },
  at: startOfDay(asDay(day)),
})

export interface Changes extends Pick<HistoryFacts, 'flows' | 'splits'> {
  readonly portfolio: Portfolio
}

interface ChangesRow extends ReadValues {
  /** For each trade the index of its instant, its ticker id, shares and cash, in PostgreSQL's array format: {1,2,3}. */
  readonly indexes: string
  readonly keys: string
  readonly quantities: string
  readonly cashes: string
  readonly splits: readonly SplitTerms[]
}

/**
 * The current holdings and the changes between the instants, as of one moment. The index of a trade is the first
 * instant by which it had happened; the half millisecond includes trades at the instant itself, because all instants
 * are whole milliseconds. Arrays in one row, because the driver takes longer for many rows than PostgreSQL for many
 * trades, and PostgreSQL takes longer for sums than for arrays.
 */
const changesStatement = `select ${readColumns}, trades.*, ${splitsSince('$4')}
  from portfolio p, (
    select coalesce(array_agg(width_bucket(date_part('epoch', at) * 1000 - 0.5, $2::float8[]))::text, '{}') as indexes,
      coalesce(array_agg(ticker_id)::text, '{}') as keys,
      coalesce(array_agg(shares)::text, '{}') as quantities,
      coalesce(array_agg(cash_cents)::text, '{}') as cashes
    from trade where portfolio_id = $1 and at > $3
  ) as trades
  where p.id = $1`

/** The splits are those for which the prices since the first instant's day are adjusted. */
export async function readChanges(
  deps: ReadDeps,
  { id, closing }: Pick<PortfolioRow, 'id' | 'closing'>,
  instants: readonly number[],
): Promise<Changes> {
  const [from = 0] = instants
  const values = [id, instants, new Date(from), dayOf(from)] as const
  const [row] = await readRowsWithSplits<ChangesRow>(deps, changesStatement, values)
  if (row === undefined) throw new AccountGone()
  // The clock of another node may be ahead; the current holdings include its trades. After the end of a chapter only
  // splits are recorded, which do not belong to it.
  const flows = await flowsOf(row, closing === null ? instants.length - 1 : instants.length)
  return { portfolio: holdingsOf(portfolioOf(row)), flows, splits: row.splits.map(splitOf) }
}

/** This many trades are summed in less than a millisecond. */
const tradesAtOnce = 20_000

/** Sums the trades of a stock between two instants into one flow. Yields to other requests during a long history. */
async function flowsOf(row: ChangesRow, latest: number): Promise<Flow[]> {
  const indexes = await longListOf(row.indexes)
  const keys = await longListOf(row.keys)
  const shares = await longListOf(row.quantities)
  const cashes = await longListOf(row.cashes)
  const width = tickers.length + 1
  const cells = (latest + 1) * width
  const sums = { shares: new Float64Array(cells), cash: new Float64Array(cells) }
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % tradesAtOnce === 0) await yieldToEventLoop()
    const cell = Math.min(indexes[place] ?? latest, latest) * width + (keys[place] ?? 0)
    sums.shares[cell] = (sums.shares[cell] ?? 0) + (shares[place] ?? 0)
    sums.cash[cell] = (sums.cash[cell] ?? 0) + (cashes[place] ?? 0)
  }
  const flows: Flow[] = []
  for (const [cell, quantity] of sums.shares.entries()) {
    const cash = sums.cash[cell] ?? 0
    if (quantity === 0 && cash === 0) continue
    const [index, key] = [Math.floor(cell / width), cell % width]
    flows.push({ index, ticker: tickerOf(key), quantity, cash: cents(cash) })
  }
  return flows
}

async function longListOf(list: string): Promise<readonly number[]> {
  await yieldToEventLoop()
  return numbersIn(list)
}

export const numbersIn = (list: string): readonly number[] =>
  JSON.parse(`[${list.slice(1, -1)}]`) as number[]

/** Applies splits that were recorded since the last read of the portfolio, and then reads it again. */
export async function readRowsWithSplits<Row extends ReadValues>(
  deps: ReadDeps,
  statement: string | Prepared,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const rows = await deps.db.query<Row>(statement, values)
  const [row] = rows
  if (row === undefined || !(await bringUpToDate(deps, row))) return rows
  return deps.db.query<Row>(statement, values)
}
