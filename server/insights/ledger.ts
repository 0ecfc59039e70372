// Everything that happened in a portfolio since an instant, with what is held now, as of one moment.
import { dayOf } from '@tengrand/core/day.ts'
import type { HistoryFacts } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'

import { AccountGone } from '../http/account-gone.ts'
import { tickerOf } from '../market/ticker-id.ts'
import { splitOf, splitsSince, type SplitTerms } from '../portfolio/splits-since.ts'
import {
  numbersOf,
  readWithSplits,
  stateColumns,
  stateIn,
  type State,
  type StateRow,
  type StoreDeps,
} from '../portfolio/store.ts'
import { oldestFirst } from '../trading/entries.ts'
import { inTurn } from './in-turn.ts'

export interface Ledger extends Pick<State, 'portfolio'> {
  /** Oldest first, and at the same instant a split before the trades. */
  readonly entries: readonly Entry[]
  /** Since the day of the instant, those that prices are adjusted for. */
  readonly splits: HistoryFacts['splits']
}

const types = ['BUY', 'SELL', 'SPLIT'] as const

/** Lists that PostgreSQL writes: {1,2,3}. */
interface LedgerRow extends StateRow {
  readonly instants: string
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

const listOf = (column: string): string => `coalesce(array_agg(${column})::text, '{}')`

/** In plain lists, because the driver takes longer over many lines than the database over many trades. */
const ledgerStatement = `select ${stateColumns}, trades.*, ${splitsSince('$3')}
  from portfolio p, (
    select ${listOf('round(extract(epoch from at) * 1000)')} as instants,
      ${listOf("case type when 'BUY' then 0 when 'SELL' then 1 else 2 end")} as types,
      ${listOf('ticker_id')} as keys, ${listOf('shares')} as shares, ${listOf('cash_cents')} as cashes,
      ${listOf('price_cents')} as prices, ${listOf('cost_cents')} as spent,
      ${listOf('coalesce(numerator, 1)')} as numerators, ${listOf('coalesce(denominator, 1)')} as denominators
    from (select * from trade where portfolio_id = $1 and at > $2 order by ${oldestFirst}) as ordered
  ) as trades
  where p.id = $1`

export async function readLedger(deps: StoreDeps, id: number, since: number): Promise<Ledger> {
  const values = [id, new Date(since), dayOf(since)]
  const row = await readWithSplits<LedgerRow>(deps, ledgerStatement, values)
  if (row === null) throw new AccountGone()
  return {
    portfolio: stateIn(row).portfolio,
    entries: await entriesOf(row),
    splits: row.splits.map(splitOf),
  }
}

async function entriesOf(row: LedgerRow): Promise<Entry[]> {
  const instants = await numbersOf(row.instants)
  const kinds = await numbersOf(row.types)
  const keys = await numbersOf(row.keys)
  const shares = await numbersOf(row.shares)
  const cashes = await numbersOf(row.cashes)
  const prices = await numbersOf(row.prices)
  const spent = await numbersOf(row.spent)
  const numerators = await numbersOf(row.numerators)
  const denominators = await numbersOf(row.denominators)
  const entries: Entry[] = []
  await inTurn(instants, (at, place) => {
    const type = types[kinds[place] ?? 0] ?? 'BUY'
    const quantity = shares[place] ?? 0
    const common = { ticker: tickerOf(keys[place] ?? 0), at, cost: cents(spent[place] ?? 0) }
    if (type !== 'SPLIT') {
      const price = cents(prices[place] ?? 0)
      entries.push({ ...common, type, quantity: Math.abs(quantity), price })
      return
    }
    const ratio = { numerator: numerators[place] ?? 1, denominator: denominators[place] ?? 1 }
    entries.push({ ...common, type, quantity, cash: cents(cashes[place] ?? 0), ratio })
  })
  return entries
}
