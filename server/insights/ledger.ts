// Reads the entries of a portfolio since an instant and its current holdings, in one statement.
import { dayOf } from '@tengrand/core/day.ts'
import type { HistoryFacts } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'

import { AccountGone } from '../http/refusals.ts'
import { tickerOf } from '../market/ticker-id.ts'
import {
  numbersIn,
  readRowsWithSplits,
  splitOf,
  splitsSince,
  type Changes,
  type SplitTerms,
} from '../portfolio/store.ts'
import { oldestFirst } from '../ledger/entries.ts'
import { holdingsOf, portfolioOf } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { readColumns, type ReadValues } from '../portfolio/find.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

export interface Ledger extends Pick<Changes, 'portfolio'> {
  /** Oldest first, and at the same instant a split before the trades. */
  readonly entries: readonly Entry[]
  /** The splits since the day of the instant, for which the prices are adjusted. */
  readonly splits: HistoryFacts['splits']
}

/** Lists in PostgreSQL's array format: {1,2,3}. Null in the only row of a portfolio without trades. */
interface BlockRow extends ReadValues {
  readonly instants: string | null
  readonly types: string
  readonly keys: string
  readonly quantities: string
  readonly cashes: string
  readonly prices: string
  readonly spent: string
  readonly numerators: string
  readonly denominators: string
  readonly splits: readonly SplitTerms[]
}

/** A block is read in one or two milliseconds. */
const tradesPerBlock = 2_000

const listOf = (column: string): string => `array_agg(${column} order by place)::text`

/**
 * Arrays instead of rows, because the driver takes longer for many rows than PostgreSQL for many trades; in blocks, so
 * that the event loop can serve other requests in between.
 */
const ledgerStatement = `select ${readColumns}, ${splitsSince('$3')}, blocks.*
  from portfolio p left join (
    select place / ${tradesPerBlock} as block,
      ${listOf('round(extract(epoch from at) * 1000)')} as instants,
      ${listOf("case type when 'BUY' then 0 when 'SELL' then 1 else 2 end")} as types,
      ${listOf('ticker_id')} as keys, ${listOf('shares')} as quantities, ${listOf('cash_cents')} as cashes,
      ${listOf('price_cents')} as prices, ${listOf('cost_cents')} as spent,
      ${listOf('coalesce(numerator, 1)')} as numerators, ${listOf('coalesce(denominator, 1)')} as denominators
    from (
      select *, row_number() over (order by ${oldestFirst}) - 1 as place
      from trade where portfolio_id = $1 and at > $2
    ) as numbered
    group by block
  ) as blocks on true
  where p.id = $1 order by block`

export async function readLedger(deps: ReadDeps, id: number, since: number): Promise<Ledger> {
  const values = [id, new Date(since), dayOf(since)]
  const rows = await readRowsWithSplits<BlockRow>(deps, ledgerStatement, values)
  const [first] = rows
  if (first === undefined) throw new AccountGone()
  const entries: Entry[] = []
  for (const row of rows) {
    await yieldToEventLoop()
    if (row.instants !== null) addEntries(entries, row, row.instants)
  }
  return { portfolio: holdingsOf(portfolioOf(first)), entries, splits: first.splits.map(splitOf) }
}

/**
 * Creates each entry with one object literal: copying objects a hundred thousand times would cost garbage collection.
 */
function addEntries(entries: Entry[], row: BlockRow, instants: string): void {
  const kinds = numbersIn(row.types)
  const keys = numbersIn(row.keys)
  const shares = numbersIn(row.quantities)
  const prices = numbersIn(row.prices)
  const spent = numbersIn(row.spent)
  // Few blocks contain a split.
  const hasSplits = kinds.includes(splitKind)
  const cashes = hasSplits ? numbersIn(row.cashes) : []
  const numerators = hasSplits ? numbersIn(row.numerators) : []
  const denominators = hasSplits ? numbersIn(row.denominators) : []
  for (const [place, at] of numbersIn(instants).entries()) {
    const kind = kinds[place] ?? 0
    const ticker = tickerOf(keys[place] ?? 0)
    const quantity = shares[place] ?? 0
    const cost = cents(spent[place] ?? 0)
    if (kind === splitKind) {
      const cash = cents(cashes[place] ?? 0)
      const ratio = { numerator: numerators[place] ?? 1, denominator: denominators[place] ?? 1 }
      entries.push({ type: 'SPLIT', ticker, quantity, cash, cost, ratio, at })
    } else {
      const type = kind === 0 ? 'BUY' : 'SELL'
      const price = cents(prices[place] ?? 0)
      entries.push({ type, ticker, quantity: Math.abs(quantity), price, at, cost })
    }
  }
}

const splitKind = 2
