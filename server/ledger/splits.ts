// Applies new splits to portfolios: for order batches, for reads and for the job.
import { asDay, dayOf } from '@tengrand/core/day.ts'
import { afterEntry, nothing, type Entry } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { splitLines, type Split } from '@tengrand/core/split.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { errorCode } from '../errors.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import { readEntries } from './entries.ts'
import { cancelBySplits } from './order-end.ts'
import { lockPortfolios } from './portfolios.ts'
import { readPricedSplits, writeSplitLines } from './split-store.ts'

export interface SplitLog {
  readonly error: (about: object, words: string) => void
}

/** Locks the portfolios and applies all known splits to each. */
export async function applySplits(
  tx: Tx,
  portfolioIds: readonly number[],
  log: SplitLog,
): Promise<void> {
  await lockPortfolios(tx, portfolioIds)
  // Uses the splits of one moment; a split recorded later is applied the next time.
  const through = await readLatestSplit(tx)
  await cancelBySplits(tx, portfolioIds, through)
  for (const { id } of await passUntouched(tx, portfolioIds, through))
    await applyToPortfolio(tx, id, through, log)
}

/** The id of the split that was recorded last; 0 without one. */
export async function readLatestSplit(tx: Tx): Promise<number> {
  const [latest] = await tx.query<{ id: number | null }>('select max(id) as id from split')
  return latest?.id ?? 0
}

/** Marks portfolios without trades in the stock of a new split as done, which are most of them; returns the others. */
function passUntouched(tx: Tx, ids: readonly number[], through: number): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `with pending as (
       select id, exists (
         select from split s join trade t on t.ticker_id = s.ticker_id and t.portfolio_id = portfolio.id
         where s.id > portfolio.splits_through and s.id <= $2
       ) as is_touched
       from portfolio where id = any($1::bigint[]) and splits_through < $2
     ), passed as (
       update portfolio set splits_through = $2
       from pending where portfolio.id = pending.id and not is_touched
     )
     select id from pending where is_touched order by id`,
    [ids, through],
  )
}

/** The `splits_through` of a portfolio whose stocks are not companies. */
export const noSplits = Number.MAX_SAFE_INTEGER

/** `splits_through` is the highest applied split id, because ids are assigned in the order of recording. */
async function applyToPortfolio(
  tx: Tx,
  portfolioId: number,
  through: number,
  log: SplitLog,
): Promise<void> {
  const news = await tx.query<{ id: number; ticker: number; day: string }>(
    `select s.id, s.ticker_id as ticker, s.day::text as day
     from split s join portfolio p on s.id > p.splits_through
     where p.id = $1 and s.id <= $2 order by s.ticker_id, s.day`,
    [portfolioId, through],
  )
  for (const [key, splits] of Map.groupBy(news, ({ ticker }) => ticker)) {
    const days = splits.map(({ day }) => day)
    await applyOrSkip(tx, { portfolioId, ticker: tickerOf(key), days }, log)
  }
  const latest = Math.max(...news.map(({ id }) => id))
  await tx.query('update portfolio set splits_through = $2 where id = $1', [portfolioId, latest])
}

interface StockSplits {
  readonly portfolioId: number
  readonly ticker: Ticker
  /** The days of the new splits, oldest first. */
  readonly days: readonly string[]
}

/**
 * Logs and skips a split that cannot be applied, because it would otherwise block every later trade of the portfolio.
 */
async function applyOrSkip(tx: Tx, stock: StockSplits, log: SplitLog): Promise<void> {
  const { portfolioId, ticker, days } = stock
  const logSplit = (about: object): void =>
    log.error({ portfolioId, ticker, ...about }, 'a split does not fit a portfolio')
  await tx.query('savepoint splits')
  try {
    for (const { at } of await apply(tx, stock)) logSplit({ day: dayOf(at) })
  } catch (err) {
    if (!isHopeless(err)) throw err
    await tx.query('rollback to savepoint splits')
    for (const day of days) logSplit({ day, err })
  }
  await tx.query('release savepoint splits')
}

/**
 * Whether a retry is useless: impossible numbers, or rows that violate a constraint. A lost connection or a deadlock
 * may pass.
 */
const isHopeless = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test(errorCode(error))

/** Adds the ledger lines of the new splits. Returns the splits that are skipped. */
async function apply(
  tx: Tx,
  { portfolioId, ticker, days }: StockSplits,
): Promise<readonly Split[]> {
  const entries = await readEntries(tx, portfolioId, ticker)
  const splits = await readPricedSplits(tx, ticker, days.map(asDay), entries)
  const [row] = await lockPortfolios(tx, [portfolioId])
  const place = tickerIdOf(ticker)
  const held = { quantity: row?.shares[place] ?? 0, cost: cents(row?.costs[place] ?? 0) }
  const { lines, position, skipped } = splitLines(splits, entries, held)
  if (lines.length === 0) return skipped
  refuseUnsound([...lines, ...entries].toSorted((a, b) => a.at - b.at))
  await writeSplitLines(tx, portfolioId, ticker, { lines, position })
  return skipped
}

/** Checks only the shares, so it assumes enough cash for any past trade. */
function refuseUnsound(entries: readonly Entry[]): void {
  let position = nothing
  for (const entry of entries) ({ position } = afterEntry({ cash: plenty, position }, entry))
}

const plenty = cents(2 ** 52)
