// What an account holds and what happened in it, read in single statements so that the parts belong together.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Flow, HistoryFacts } from '@tengrand/core/history.ts'
import type { Portfolio, Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db.ts'
import { tickerOf } from '../market/store.ts'
import { othersFirst } from '../others-first.ts'
import { meetSplits, type SplitLog } from '../trading/splits.ts'
import { lockAccounts } from '../trading/store.ts'

export interface AccountDoors {
  readonly db: Db
  readonly log: SplitLog
}

interface StateRow {
  readonly cash: number
  /** Whether a split is known that the account has not met. */
  readonly behind: boolean
  /** Of each its ticker, quantity and cost. */
  readonly positions: readonly (readonly [number, number, number])[]
}

const behind = 'splits_through < (select coalesce(max(id), 0) from split)'

const stateColumns = `cash_cents as cash, ${behind} as behind, (
    select coalesce(json_agg(json_build_array(ticker_id, quantity, cost_cents) order by ticker_id), '[]')
    from position where account_id = $1 and quantity > 0
  ) as positions`

export async function readPortfolio(doors: AccountDoors, accountId: number): Promise<Portfolio> {
  const statement = `select ${stateColumns} from account where id = $1`
  return portfolioOf(await readMet<StateRow>(doors, statement, [accountId]))
}

export interface Changes extends Pick<HistoryFacts, 'flows' | 'splits'> {
  readonly portfolio: Portfolio
}

interface ChangesRow extends StateRow {
  /** Of each its index, ticker, shares and cash: sums of what changed between two instants. */
  readonly flows: readonly (readonly [number, number, number, number])[]
  /** Of each its ticker, day, numerator and denominator. */
  readonly splits: readonly (readonly [number, string, number, number])[]
}

/**
 * What is held now and what changed between the instants, as of one moment. Of a trade, the index is the first
 * instant by which it had happened: all instants are whole milliseconds, so half a one before it is counted. All in
 * one line, because the driver takes longer over many lines than the database over many trades.
 */
const changesStatement = `select ${stateColumns}, (
    select coalesce(json_agg(json_build_array(index, ticker_id, shares, cash)), '[]') from (
      select width_bucket(date_part('epoch', at) * 1000 - 0.5, $2::float8[]) as index, ticker_id,
        sum(shares)::bigint as shares, sum(cash_cents)::bigint as cash
      from trade where account_id = $1 and at > $3 group by 1, 2
    ) as sums
  ) as flows, (
    select coalesce(json_agg(json_build_array(ticker_id, day, numerator, denominator)), '[]')
    from split where day >= $4
  ) as splits
  from account where id = $1`

/** The splits are those that the prices of earlier days are adjusted for. */
export async function readChanges(
  doors: AccountDoors,
  accountId: number,
  instants: readonly number[],
): Promise<Changes> {
  const [from = 0] = instants
  const values = [accountId, instants, new Date(from), dayOf(from)] as const
  const row = await readMet<ChangesRow>(doors, changesStatement, values)
  // The driver has just read a long line; others want to be served before it is taken apart.
  await othersFirst()
  // Another node's clock may be ahead of ours; what is held now has its trades in it.
  const last = instants.length - 1
  const flows = row.flows.map(([index, key, quantity, cash]): Flow => ({
    index: Math.min(index, last),
    ticker: tickerOf(key),
    quantity,
    cash: cents(cash),
  }))
  const splits = row.splits.map(([key, day, numerator, denominator]) => ({
    ticker: tickerOf(key),
    ratio: { numerator, denominator },
    at: startOfDay(asDay(day)),
  }))
  return { portfolio: portfolioOf(row), flows, splits }
}

function portfolioOf({ cash, positions }: StateRow): Portfolio {
  return {
    cash: cents(cash),
    positions: new Map<Ticker, Position>(
      positions.map(([key, quantity, cost]) => [tickerOf(key), { quantity, cost: cents(cost) }]),
    ),
  }
}

/** A split that was learnt since the account was last read is met first, and then it is read again. */
async function readMet<Row extends StateRow>(
  doors: AccountDoors,
  statement: string,
  values: readonly [accountId: number, ...unknown[]],
): Promise<Row> {
  const read = async (): Promise<Row> => {
    const [row] = await doors.db.query<Row>(statement, values)
    if (row === undefined) throw new Error('There is no such account.')
    return row
  }
  const row = await read()
  if (!row.behind) return row
  await meet(doors, values[0])
  return read()
}

/** For those who read the lines of an account and not what they add up to. */
export async function meetWhatIsNew(doors: AccountDoors, accountId: number): Promise<void> {
  const [row] = await doors.db.query<{ behind: boolean }>(
    `select ${behind} as behind from account where id = $1`,
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
