// Records splits and closes for tests, and reads the state in which they leave a portfolio.
import { asDay, type Day } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../../db/handle.ts'
import { recordSplit, storeBars, type RecordedSplit } from '../../market/store.ts'
import { positionRows } from '../../testing/planted-portfolio.ts'

export type Ratio = readonly [numerator: number, denominator: number]

export interface SplitFact {
  readonly ticker?: Ticker
  readonly day?: Day
  readonly ratio: Ratio
}

export const monday = asDay('2026-03-09')

export const learn = (
  db: Db,
  { ticker = 'AAPL', day = monday, ratio: [numerator, denominator] }: SplitFact,
): Promise<RecordedSplit> =>
  db.transaction((tx) => recordSplit(tx, { ticker, day, numerator, denominator }))

export type Closes = readonly (readonly [at: number | string, cents: number])[]

export async function storeCloses(db: Db, closes: Closes): Promise<void> {
  const bars = closes.map(([at, amount]) => ({ at: new Date(at).getTime(), cents: cents(amount) }))
  const through = bars.at(-1)?.at ?? 0
  await db.transaction((tx) => storeBars(tx, { ticker: 'AAPL', step: 'day', bars, through }))
}

/** Reads the tables, because a request would apply the splits first. */
export async function stateOf(db: Db, portfolioId: number) {
  const [account] = await db.query<{ cash: number }>(
    'select cash_cents as cash from portfolio where id = $1',
    [portfolioId],
  )
  const positions = await db.query<{ ticker: number; quantity: number; cost: number }>(
    `select ticker_id as ticker, quantity, cost_cents as cost from ${positionRows}
     where portfolio_id = $1 order by 1`,
    [portfolioId],
  )
  const lines = await db.query<{ at: Date; shares: number; cash: number }>(
    `select at, shares, cash_cents as cash from trade
     where portfolio_id = $1 and type = 'SPLIT' order by at`,
    [portfolioId],
  )
  return { cash: account?.cash ?? 0, positions, lines }
}

export type SplitState = Awaited<ReturnType<typeof stateOf>>
