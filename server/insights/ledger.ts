// Everything that happened in a portfolio since an instant, with what is held now, as of one moment.
import { dayOf } from '@tengrand/core/day.ts'
import type { HistoryFacts } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'

import { AccountGone } from '../http/account-gone.ts'
import { tickerOf } from '../market/ticker-id.ts'
import { splitOf, splitsSince, type SplitTerms } from '../portfolio/splits-since.ts'
import {
  numbersIn,
  readRowsWithSplits,
  stateColumns,
  stateIn,
  type State,
  type StateRow,
  type StoreDeps,
} from '../portfolio/store.ts'
import { oldestFirst } from '../trading/entries.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

export interface Ledger extends Pick<State, 'portfolio'> {
  /** Oldest first, and at the same instant a split before the trades. */
  readonly entries: readonly Entry[]
  /** Since the day of the instant, those that prices are adjusted for. */
  readonly splits: HistoryFacts['splits']
}

const types = ['BUY', 'SELL', 'SPLIT'] as const

/** Lists that PostgreSQL writes: {1,2,3}. Null in the one row of a portfolio without trades. */
interface BlockRow extends StateRow {
  readonly instants: string | null
  readonly types: string
  readonly keys: string
  readonly shares: string
  readonly cashes: string
  readonly prices: string
  readonly spent: string
  readonly numerators: string
  readonly denominators: string
  readonly splits: readonly SplitTerms[]
}

/** So many are read in a few milliseconds. */
const tradesPerBlock = 4_000

const listOf = (column: string): string => `array_agg(${column} order by place)::text`

/**
 * In plain lists, because the driver takes longer over many lines than the database over many trades, and in blocks of
 * them, between which others are served.
 */
const ledgerStatement = `select ${stateColumns}, ${splitsSince('$3')}, blocks.*
  from portfolio p left join (
    select place / ${tradesPerBlock} as block,
      ${listOf('round(extract(epoch from at) * 1000)')} as instants,
      ${listOf("case type when 'BUY' then 0 when 'SELL' then 1 else 2 end")} as types,
      ${listOf('ticker_id')} as keys, ${listOf('shares')} as shares, ${listOf('cash_cents')} as cashes,
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
  return { portfolio: stateIn(first).portfolio, entries, splits: first.splits.map(splitOf) }
}

function addEntries(entries: Entry[], row: BlockRow, instants: string): void {
  const kinds = numbersIn(row.types)
  const keys = numbersIn(row.keys)
  const shares = numbersIn(row.shares)
  const cashes = numbersIn(row.cashes)
  const prices = numbersIn(row.prices)
  const spent = numbersIn(row.spent)
  const numerators = numbersIn(row.numerators)
  const denominators = numbersIn(row.denominators)
  for (const [place, at] of numbersIn(instants).entries()) {
    const type = types[kinds[place] ?? 0] ?? 'BUY'
    const quantity = shares[place] ?? 0
    const common = { ticker: tickerOf(keys[place] ?? 0), at, cost: cents(spent[place] ?? 0) }
    if (type === 'SPLIT') {
      const ratio = { numerator: numerators[place] ?? 1, denominator: denominators[place] ?? 1 }
      entries.push({ ...common, type, quantity, cash: cents(cashes[place] ?? 0), ratio })
    } else {
      const price = cents(prices[place] ?? 0)
      entries.push({ ...common, type, quantity: Math.abs(quantity), price })
    }
  }
}
