// Reads the entries of a portfolio from the table of trades, oldest first.
import type { Entry } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'

export const entryColumns = `portfolio_id as "portfolioId", id, at, type, ticker_id as ticker, shares,
  cash_cents as cash, price_cents as price, cost_cents as cost, numerator, denominator`

/** A split comes before the trades of its day, whenever it was recorded. */
export const oldestFirst = "at, (type <> 'SPLIT'), id"

export async function readEntries(tx: Tx, portfolioId: number, ticker: Ticker): Promise<Entry[]> {
  const rows = await tx.query<EntryRow>(
    `select ${entryColumns} from trade
     where portfolio_id = $1 and ticker_id = $2 order by ${oldestFirst}`,
    [portfolioId, tickerIdOf(ticker)],
  )
  return rows.map(entryOf)
}

export interface EntryRow {
  readonly portfolioId: number
  readonly id: number
  readonly at: Date
  readonly type: Entry['type']
  readonly ticker: number
  readonly shares: number
  readonly cash: number
  readonly price: number
  readonly cost: number
  readonly numerator: number | null
  readonly denominator: number | null
}

export function entryOf(row: EntryRow): Entry {
  const { type, shares, cash, price, numerator, denominator } = row
  const common = { ticker: tickerOf(row.ticker), at: row.at.getTime(), cost: cents(row.cost) }
  if (type !== 'SPLIT') {
    return { ...common, type, quantity: Math.abs(shares), price: cents(price) }
  }
  if (numerator === null || denominator === null) throw new Error('A split has no ratio.')
  const ratio = { numerator, denominator }
  return { ...common, type, quantity: shares, cash: cents(cash), ratio }
}

/** Numbers are text, for a reader that must continue even if one exceeds a safe integer. */
export const uncheckedColumns = `portfolio_id as "portfolioId", id, at, type, ticker_id as ticker, shares::text as shares,
  cash_cents::text as cash, price_cents::text as price, cost_cents::text as cost,
  numerator::text as numerator, denominator::text as denominator`

type Counts = 'shares' | 'cash' | 'price' | 'cost' | 'numerator' | 'denominator'

/** A row whose numbers are text. */
export type UncheckedRow = Omit<EntryRow, Counts> & {
  readonly [Key in Counts]: EntryRow[Key] extends number ? string : string | null
}

/** Throws if a number of the entry is too large. */
export function checkedEntryOf(row: UncheckedRow): Entry {
  return entryOf({
    ...row,
    shares: counted(row.shares),
    cash: counted(row.cash),
    price: counted(row.price),
    cost: counted(row.cost),
    numerator: row.numerator === null ? null : counted(row.numerator),
    denominator: row.denominator === null ? null : counted(row.denominator),
  })
}

function counted(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is more than can be counted.`)
  return value
}
