// Value histories on either side of the migration: from the tables of before, and from what the product reads after it.
import { asDay, rangeStart, startOfDay } from '@tengrand/core/day.ts'
import { netWorthOf, type HistoryFacts, type ValuePoint } from '@tengrand/core/history.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Db } from '../server/db/handle.ts'
import { tickerOf } from '../server/market/ticker-id.ts'
import { findPortfolio } from '../server/portfolio/find.ts'
import { instantsOf } from '../server/portfolio/instants.ts'
import { readChanges } from '../server/portfolio/store.ts'

/** The same for both, another for each stock and each day; what is compared are shares and cash. */
function pointsOf(facts: Omit<HistoryFacts, 'prices'>): ValuePoint[] {
  const prices = tickers.map((ticker, stock) => {
    const course = facts.instants.map((_, day) => cents(1_000 + 997 * stock + 13 * (day % 101)))
    return [ticker, course] as const
  })
  return netWorthOf({ ...facts, prices: new Map(prices) })
}

const instantsSince = (createdAt: number, now: number): number[] =>
  instantsOf('all', { from: rangeStart('all', now, createdAt), now, hours: 'always' })

interface AccountRow {
  readonly cash: number
  readonly at: Date
  readonly positions: readonly (readonly [number, number])[] | null
  readonly splits: readonly (readonly [number, string, number, number])[]
}

interface LineRow {
  readonly at: Date
  readonly stock: number
  readonly shares: number
  readonly cash: number
}

/** From account, position and trade, line by line. */
export async function pointsBefore(db: Db, accountId: number, now: number): Promise<ValuePoint[]> {
  const [account] = await db.query<AccountRow>(
    `select cash_cents as cash, created_at as at,
       (select json_agg(json_build_array(ticker_id, quantity)) from position
        where account_id = account.id and quantity > 0) as positions,
       (select json_agg(json_build_array(ticker_id, day, numerator, denominator)) from split
        where day >= (created_at at time zone 'America/New_York')::date) as splits
     from account where id = $1`,
    [accountId],
  )
  if (account === undefined) throw new Error('There is no such account.')
  const lines = await db.query<LineRow>(
    `select at, ticker_id as stock, shares, cash_cents as cash from trade where account_id = $1`,
    [accountId],
  )
  const instants = instantsSince(account.at.getTime(), now)
  return pointsOf({
    cash: cents(account.cash),
    quantities: new Map((account.positions ?? []).map(([stock, held]) => [tickerOf(stock), held])),
    flows: lines.map(({ at, stock, shares, cash }) => ({
      index: instants.findIndex((instant) => instant >= at.getTime()),
      ticker: tickerOf(stock),
      quantity: shares,
      cash: cents(cash),
    })),
    instants,
    splits: (account.splits ?? []).map(([stock, day, numerator, denominator]) => ({
      ticker: tickerOf(stock),
      ratio: { numerator, denominator },
      at: startOfDay(asDay(day)),
    })),
  })
}

/** As the product reads them. */
export async function pointsAfter(db: Db, accountId: number, now: number): Promise<ValuePoint[]> {
  const head = await findPortfolio(db, { accountId, publicId: null })
  if (head === null) throw new Error('The account has no portfolio.')
  const instants = instantsSince(head.openedAt, now)
  const log = { error: () => undefined }
  const { portfolio, flows, splits } = await readChanges({ db, log }, head, instants)
  const quantities = new Map(
    [...portfolio.positions].map(([ticker, { quantity }]) => [ticker, quantity]),
  )
  return pointsOf({ cash: portfolio.cash, quantities, flows, instants, splits })
}
