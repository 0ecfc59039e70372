// What an account holds and what happened in it, read in single statements so that the parts belong together.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Flow, HistoryFacts } from '@tengrand/core/history.ts'
import type { Portfolio, Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db.ts'
import { meetSplits, type SplitLog } from '../trading/splits.ts'
import { lockAccounts } from '../trading/store.ts'

export interface AccountDoors {
  readonly db: Db
  readonly log: SplitLog
}

/** One shape for all kinds of lines, since one statement gives them all. */
interface Row {
  readonly kind: 'account' | 'position' | 'flow' | 'split'
  readonly index: number
  readonly ticker: number
  readonly quantity: number
  /** Of the account its cash, of a position its cost. */
  readonly cents: number
  /** Of a split its day; of a flow all that changed, each as four numbers: index, ticker, shares and cents. */
  readonly words: string | null
}

/** The account's quantity says how many splits are known that it has not met. */
const stateStatement = `
  select 'account' as kind, 0 as index, 0 as ticker,
    (select count(*) from split where split.id > splits_through) as quantity,
    cash_cents as cents, null as words
  from account where id = $1
  union all
  select 'position', 0, ticker_id, quantity, cost_cents, null
  from position where account_id = $1 and quantity > 0`

export async function readPortfolio(doors: AccountDoors, accountId: number): Promise<Portfolio> {
  return portfolioOfRows(await readMet(doors, `${stateStatement} order by 3`, [accountId]))
}

export interface Changes extends Pick<HistoryFacts, 'flows' | 'splits'> {
  readonly portfolio: Portfolio
}

/**
 * What is held now and what changed between the instants, as of one moment. Of a trade, the index is the first
 * instant by which it had happened: all instants are whole milliseconds, so half a one before it is counted. One line
 * holds the changes of 64 indices, because the driver takes longer over many lines than the database over many trades.
 */
const flowStatement = `${stateStatement}
  union all
  select 'flow', index / 64, 0, 0, 0,
    string_agg(concat(index, ',', ticker_id, ',', shares, ',', cash), ',')
  from (
    select width_bucket(date_part('epoch', at) * 1000 - 0.5, $2::float8[]) as index, ticker_id,
      sum(shares)::bigint as shares, sum(cash_cents)::bigint as cash
    from trade where account_id = $1 and at > $3 group by 1, 2
  ) as sums group by index / 64
  union all
  select 'split', 0, ticker_id, numerator, denominator, day::text from split where day >= $4
  order by 2`

/** The splits are those that the prices of earlier days are adjusted for. */
export async function readFlows(
  doors: AccountDoors,
  accountId: number,
  instants: readonly number[],
): Promise<Changes> {
  const [from = 0] = instants
  const values = [accountId, instants, new Date(from), dayOf(from)]
  const rows = await readMet(doors, flowStatement, values)
  const flows: Flow[] = []
  const splits: HistoryFacts['splits'][number][] = []
  for (const row of rows) {
    const ticker = tickers[row.ticker - 1]
    if (row.kind === 'split' && ticker !== undefined) splits.push(splitOf(row, ticker))
    if (row.kind !== 'flow') continue
    addFlows(flows, row, instants.length - 1)
    // A line can be long, and others want to be served meanwhile.
    await new Promise(setImmediate)
  }
  return { portfolio: portfolioOfRows(rows), flows, splits }
}

function addFlows(flows: Flow[], { words }: Row, last: number): void {
  const numbers: number[] = JSON.parse(`[${words ?? ''}]`)
  for (let place = 0; place < numbers.length; place += 4) {
    const [index = 0, key = 0, quantity = 0, cash = 0] = numbers.slice(place, place + 4)
    const ticker = tickers[key - 1]
    // Another node's clock may be ahead of ours; what is held now has its trades in it.
    if (ticker) flows.push({ index: Math.min(index, last), ticker, quantity, cash: cents(cash) })
  }
}

const splitOf = ({ quantity: numerator, cents: denominator, words }: Row, ticker: Ticker) => ({
  ticker,
  ratio: { numerator, denominator },
  at: startOfDay(asDay(words ?? '')),
})

function portfolioOfRows(rows: readonly Row[]): Portfolio {
  const positions = new Map<Ticker, Position>()
  let cash = cents(0)
  for (const row of rows) {
    const ticker = tickers[row.ticker - 1]
    if (row.kind === 'account') cash = cents(row.cents)
    if (row.kind === 'position' && ticker !== undefined) {
      positions.set(ticker, { quantity: row.quantity, cost: cents(row.cents) })
    }
  }
  return { cash, positions }
}

/** A split that was learnt since the account was last read is met first, and then it is read again. */
async function readMet(
  doors: AccountDoors,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const [accountId] = values
  const rows = await doors.db.query<Row>(statement, values)
  const isBehind = rows.some(({ kind, quantity }) => kind === 'account' && quantity > 0)
  if (!isBehind) return rows
  await meet(doors, Number(accountId))
  return doors.db.query<Row>(statement, values)
}

/** For those who read the lines of an account and not what they add up to. */
export async function meetWhatIsNew(doors: AccountDoors, accountId: number): Promise<void> {
  const [row] = await doors.db.query<{ behind: boolean }>(
    `select splits_through < (select coalesce(max(id), 0) from split) as behind
     from account where id = $1`,
    [accountId],
  )
  if (row?.behind === true) await meet(doors, accountId)
}

function meet({ db, log }: AccountDoors, accountId: number): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccounts(tx, [accountId])
    await meetSplits(tx, accountId, log)
  })
}
