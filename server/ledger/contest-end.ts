// Ends the portfolios of a contest that is over: their orders, and, once the prices of the end are known, the portfolios.
// The job of leagues does it for all, a read for the portfolio that it is about.
import { dayMs, dayOf } from '@tengrand/core/day.ts'
import type { SplitRatio } from '@tengrand/core/ledger.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import type { MarketOf } from '../market/markets.ts'
import { readCloses } from '../market/store.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { readContestTerms } from './contest-terms.ts'
import { endsAtSql } from './contest-times.ts'
import { readAtOnce } from './close.ts'
import { cancelOrders, expireOrders } from './order-end.ts'
import { holdingsOf } from './portfolio-row.ts'
import { lockPortfolios } from './portfolios.ts'
import { inOlderShares } from './split-store.ts'
import { applySplits, type SplitLog } from './splits.ts'
import { readStoredPrices, type Moment } from './stored-prices.ts'

export interface ContestEndDeps {
  readonly db: Db
  readonly marketOf: MarketOf
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
  readonly log: SplitLog
}

/** A locked portfolio must not hold up the others. */
const inTurn = { lockWaitMs: 1_000 }

/** Applies new splits first. Does nothing before the end by the database's clock, so it may be called too early. */
export async function endPortfolios(
  deps: ContestEndDeps,
  contestId: number,
  portfolioIds: readonly number[],
): Promise<void> {
  const { db, marketOf, log } = deps
  await storeEndPrices(deps, contestId)
  const decide = (await marketOf({ contestId })).deciding()
  await db.transaction(async (tx) => {
    await lockPortfolios(tx, portfolioIds)
    const decided = await decide(tx)
    const endsAt = (await readContestTerms(tx, [contestId])).get(contestId)?.endsAt ?? null
    if (decided === null || endsAt === null || decided.at < endsAt) return
    await applySplits(tx, portfolioIds, log)
    await expireOrders(tx, portfolioIds, endsAt)
    await cancelOrders(tx, portfolioIds, 'contest_over', endsAt)
    await closePortfolios(tx, { id: contestId, at: endsAt, of: 'contest' }, portfolioIds, log)
  }, inTurn)
}

/** The portfolios are locked. Does nothing while the prices of the end are unknown. */
async function closePortfolios(
  tx: Tx,
  end: Moment,
  ids: readonly number[],
  log: SplitLog,
): Promise<void> {
  const readPrices = () => readStoredPrices(tx, 'closing', end)
  const { rows, prices } = await readAtOnce(tx, ids, readPrices, log)
  const open = rows.filter((row) => row.closing === null)
  if (prices.size === 0 || open.length === 0) return
  const valued = open.flatMap((row) => {
    const { cash, positions } = holdingsOf(row)
    const values = [...positions].map(([ticker, { quantity }]) =>
      prices.get(ticker)?.valueOf(quantity),
    )
    if (values.includes(undefined)) return []
    return [{ id: row.id, value: values.reduce<number>((sum, value) => sum + (value ?? 0), cash) }]
  })
  await tx.query(
    `update portfolio set closed_at = $2, final_cents = valued.value,
       closing_prices = (select closing_prices from contest where id = $3)
     from unnest($1::bigint[], $4::bigint[]) as valued (id, value)
     where portfolio.id = valued.id and closed_at is null`,
    [valued.map(({ id }) => id), new Date(end.at), end.id, valued.map(({ value }) => value)],
  )
}

/**
 * Stores the prices of the end on the contest once, so that all portfolios are valued at the same ones. A statement of
 * its own: it locks the contest, and portfolios are locked after their contest.
 */
export async function storeEndPrices(
  { db, marketOf }: Pick<ContestEndDeps, 'db' | 'marketOf'>,
  contestId: number,
): Promise<void> {
  const { market, now } = await marketOf({ contestId })
  const at = now()
  const [contest] = await db.query<{ endsAt: number }>(
    `select ${endsAtSql} as "endsAt" from contest c where id = $1 and closing_prices is null`,
    [contestId],
  )
  if (contest === undefined || at < contest.endsAt) return
  const prices = await findEndPrices(db, market, contest.endsAt, at)
  if (prices === null) return
  await db.query(
    'update contest set closing_prices = $2 where id = $1 and closing_prices is null',
    [contestId, tickers.map((ticker) => prices.get(ticker) ?? null)],
  )
}

/** A provider may have no close of a stock that was delisted; a league does not wait for it any longer. */
const closesWithinMs = 3 * dayMs

/** Null while a provider's official closes are unknown. */
async function findEndPrices(db: Db, market: Market, endsAt: number, now: number) {
  if (market.freshFor === undefined) {
    const quotes = await market.quotesIn(db, tickers, endsAt)
    return new Map([...quotes].map(([ticker, { price }]) => [ticker, price]))
  }
  const closes = await readClosesThen(db, endsAt)
  if (closes.size === tickers.length) return closes
  if (now < endsAt + closesWithinMs) return null
  return new Map([...(await market.pricesAt(tickers, endsAt)), ...closes])
}

/**
 * Stored closes are prices of today's shares; converts them back to shares as they were counted then. The lock keeps a
 * split from being recorded in between.
 */
function readClosesThen(db: Db, at: number): Promise<ReadonlyMap<Ticker, Cents>> {
  return db.transaction(async (tx) => {
    await tx.query('lock table split in share mode')
    const closes = await readCloses(tx, at)
    const splits = await tx.query<SplitRatio & { readonly key: number }>(
      'select ticker_id as key, numerator, denominator from split where day > $1',
      [dayOf(at)],
    )
    return new Map(
      [...closes].map(([ticker, close]) => {
        const own = splits.filter((split) => split.key === tickerIdOf(ticker))
        return [ticker, inOlderShares(close, own)]
      }),
    )
  })
}
