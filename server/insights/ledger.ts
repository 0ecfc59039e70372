// Reads all entries of a portfolio since an instant, with what is held now, as of one moment.
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
  type StoreDeps,
} from '../portfolio/store.ts'
import { oldestFirst } from '../ledger/entries.ts'
import { holdingsOf, portfolioOf } from '../ledger/portfolio-row.ts'
import { readColumns, type ReadValues } from '../portfolio/find.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

export interface Ledger extends Pick<Changes, 'portfolio'> {
  /** Oldest first, and at the same instant a split before the trades. */
  readonly entries: readonly Entry[]
  /** Since the day of the instant, those that prices are adjusted for. */
  readonly splits: HistoryFacts['splits']
}

/** Lists that PostgreSQL writes: {1,2,3}. Null in the one row of a portfolio without trades. */
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

/** So many are read in a millisecond or two. */
const tradesPerBlock = 2_000

const listOf = (column: string): string => `array_agg(${column} order by place)::text`

/**
 * In plain lists, because the driver takes longer over many lines than the database over many trades, and in blocks of
 * them, between which others are served.
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

export async function readLedger(deps: StoreDeps, id: number, since: number): Promise<Ledger> {
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

/** Each is written out at once: what is copied here a hundred thousand times has to be cleaned up again. */
function addEntries(entries: Entry[], row: BlockRow, instants: string): void {
  const kinds = numbersIn(row.types)
  const keys = numbersIn(row.keys)
  const shares = numbersIn(row.quantities)
  const prices = numbersIn(row.prices)
  const spent = numbersIn(row.spent)
  // Few blocks have a split in them.
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
