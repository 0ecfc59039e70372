// What an account holds and what happened in it, read in single statements so that the parts belong together.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Flow, HistoryFacts } from '@tengrand/core/history.ts'
import type { Portfolio, Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import { tickerOf } from '../market/ticker-id.ts'
import { applySplits, type SplitLog } from '../trading/splits.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

export interface AccountDeps {
  readonly db: Db
  readonly log: SplitLog
}

interface StateRow {
  readonly cash: number
  /** Whether a split is known that has not been applied to the account. */
  readonly hasNewSplits: boolean
  /** Of each its ticker, quantity and cost. */
  readonly positions: readonly (readonly [number, number, number])[]
}

const hasNewSplits = 'splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits"'

const stateColumns = `cash_cents as cash, ${hasNewSplits}, (
    select coalesce(json_agg(json_build_array(ticker_id, quantity, cost_cents) order by ticker_id), '[]')
    from position where account_id = $1 and quantity > 0
  ) as positions`

export async function readPortfolio(deps: AccountDeps, accountId: number): Promise<Portfolio> {
  const statement = `select ${stateColumns} from account where id = $1`
  return portfolioOf(await readWithSplits<StateRow>(deps, statement, [accountId]))
}

export interface Changes extends Pick<HistoryFacts, 'flows' | 'splits'> {
  readonly portfolio: Portfolio
}

interface ChangesRow extends StateRow {
  /** Of each trade the index of its instant, its ticker, shares and cash, as lists that PostgreSQL writes: {1,2,3}. */
  readonly indexes: string
  readonly keys: string
  readonly shares: string
  readonly cashes: string
  /** Of each its ticker, day, numerator and denominator. */
  readonly splits: readonly (readonly [number, string, number, number])[]
}

/**
 * What is held now and what changed between the instants, as of one moment. Of a trade, the index is the first
 * instant by which it had happened: all instants are whole milliseconds, so half a one before it is counted. All in
 * one line of plain lists, because the driver takes longer over many lines than the database over many trades, and
 * the database longer over sums of them than over writing them out.
 */
const changesStatement = `select ${stateColumns}, trades.*, (
    select coalesce(json_agg(json_build_array(ticker_id, day, numerator, denominator)), '[]')
    from split where day >= $4
  ) as splits
  from account, (
    select coalesce(array_agg(width_bucket(date_part('epoch', at) * 1000 - 0.5, $2::float8[]))::text, '{}') as indexes,
      coalesce(array_agg(ticker_id)::text, '{}') as keys,
      coalesce(array_agg(shares)::text, '{}') as shares,
      coalesce(array_agg(cash_cents)::text, '{}') as cashes
    from trade where account_id = $1 and at > $3
  ) as trades
  where id = $1`

/** The splits are those that the prices of earlier days are adjusted for. */
export async function readChanges(
  deps: AccountDeps,
  accountId: number,
  instants: readonly number[],
): Promise<Changes> {
  const [from = 0] = instants
  const values = [accountId, instants, new Date(from), dayOf(from)] as const
  const row = await readWithSplits<ChangesRow>(deps, changesStatement, values)
  const flows = await flowsOf(row, instants.length - 1)
  const splits = row.splits.map(([key, day, numerator, denominator]) => ({
    ticker: tickerOf(key),
    ratio: { numerator, denominator },
    at: startOfDay(asDay(day)),
  }))
  return { portfolio: portfolioOf(row), flows, splits }
}

/** So many trades are added up in less than a millisecond. */
const tradesAtOnce = 20_000

/** One flow for all trades of a stock between two instants. Others are served between the parts of a long account. */
async function flowsOf(row: ChangesRow, last: number): Promise<Flow[]> {
  const indexes = await numbersOf(row.indexes)
  const keys = await numbersOf(row.keys)
  const shares = await numbersOf(row.shares)
  const cashes = await numbersOf(row.cashes)
  const width = tickers.length + 1
  const sums = {
    shares: new Float64Array((last + 1) * width),
    cash: new Float64Array((last + 1) * width),
  }
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % tradesAtOnce === 0) await yieldToEventLoop()
    // Another node's clock may be ahead of ours; what is held now has its trades in it.
    const cell = Math.min(indexes[place] ?? last, last) * width + (keys[place] ?? 0)
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

async function numbersOf(list: string): Promise<readonly number[]> {
  await yieldToEventLoop()
  return JSON.parse(`[${list.slice(1, -1)}]`) as number[]
}

function portfolioOf({ cash, positions }: StateRow): Portfolio {
  return {
    cash: cents(cash),
    positions: new Map<Ticker, Position>(
      positions.map(([key, quantity, cost]) => [tickerOf(key), { quantity, cost: cents(cost) }]),
    ),
  }
}

/** A split that was learnt since the account was last read is applied first, and then it is read again. */
async function readWithSplits<Row extends StateRow>(
  deps: AccountDeps,
  statement: string,
  values: readonly [accountId: number, ...unknown[]],
): Promise<Row> {
  const read = async (): Promise<Row> => {
    const [row] = await deps.db.query<Row>(statement, values)
    if (row === undefined) throw new Error('There is no such account.')
    return row
  }
  const row = await read()
  if (!row.hasNewSplits) return row
  await apply(deps, values[0])
  return read()
}

/** For those who read the lines of an account and not what they add up to. */
export async function applyNewSplits(deps: AccountDeps, accountId: number): Promise<void> {
  const [row] = await deps.db.query<Pick<StateRow, 'hasNewSplits'>>(
    `select ${hasNewSplits} from account where id = $1`,
    [accountId],
  )
  if (row?.hasNewSplits === true) await apply(deps, accountId)
}

const apply = ({ db, log }: AccountDeps, accountId: number): Promise<void> =>
  db.transaction((tx) => applySplits(tx, [accountId], log))
