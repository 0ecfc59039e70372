// Applies new splits to accounts. The batch, the portfolio and the job that find an account without a known split all come here.
import { asDay, dayOf } from '@tengrand/core/day.ts'
import { afterEntry, nothing, type Entry, type Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { splitLines, type Split } from '@tengrand/core/split.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { errorCode } from '../error-code.ts'
import { tickerOf } from '../market/ticker-id.ts'
import { readEntries } from './entries.ts'
import { readPricedSplits, writeSplitLines } from './split-store.ts'
import { lockAccounts } from './store.ts'

export interface SplitLog {
  readonly error: (about: object, words: string) => void
}

/** Locks the accounts and leaves each with all splits that are known by then. */
export async function applySplits(
  tx: Tx,
  accountIds: readonly number[],
  log: SplitLog,
): Promise<void> {
  await lockAccounts(tx, accountIds)
  for (const { id } of await passUntouched(tx, accountIds)) await applyToAccount(tx, id, log)
}

/** Marks accounts that never had the stock of a new split as done, which are most of them; returns the others. */
function passUntouched(tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `with pending as (
       select id, exists (
         select from split s join position p on p.ticker_id = s.ticker_id and p.account_id = account.id
         where s.id > account.splits_through
       ) as is_touched
       from account where id = any($1::bigint[]) and splits_through < (select max(id) from split)
     ), passed as (
       update account set splits_through = (select max(id) from split)
       from pending where account.id = pending.id and not is_touched
     )
     select id from pending where is_touched order by id`,
    [ids],
  )
}

/** An account remembers the highest id among its splits: ids rise in the order in which splits are recorded. */
async function applyToAccount(tx: Tx, accountId: number, log: SplitLog): Promise<void> {
  const news = await tx.query<NewSplit>(
    `select s.id, s.ticker_id as ticker, s.day::text as day
     from split s join account a on s.id > a.splits_through
     where a.id = $1 order by s.ticker_id, s.day`,
    [accountId],
  )
  for (const [key, splits] of Map.groupBy(news, ({ ticker }) => ticker)) {
    const days = splits.map(({ day }) => day)
    await applyOrSkip(tx, { accountId, ticker: tickerOf(key), days }, log)
  }
  const latest = Math.max(...news.map(({ id }) => id))
  await tx.query('update account set splits_through = $2 where id = $1', [accountId, latest])
}

interface NewSplit {
  readonly id: number
  readonly ticker: number
  readonly day: string
}

interface StockSplits {
  readonly accountId: number
  readonly ticker: Ticker
  /** Of the new splits, oldest first. */
  readonly days: readonly string[]
}

/** What does not fit would stand in the way of every later trade of the account: it is logged and skipped. */
async function applyOrSkip(tx: Tx, stock: StockSplits, log: SplitLog): Promise<void> {
  const { accountId, ticker, days } = stock
  const tell = (about: object): void =>
    log.error({ accountId, ticker, ...about }, 'a split does not fit an account')
  await tx.query('savepoint splits')
  try {
    for (const { at } of await apply(tx, stock)) tell({ day: dayOf(at) })
  } catch (err) {
    if (!isHopeless(err)) throw err
    await tx.query('rollback to savepoint splits')
    for (const day of days) tell({ day, err })
  }
  await tx.query('release savepoint splits')
}

/** Numbers that cannot be, or rows that the database does not take; a lost connection or a deadlock may go better. */
const isHopeless = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test(errorCode(error))

/** Adds the lines of the new splits, which are later than all lines that stand. Returns the splits that are skipped. */
async function apply(
  tx: Tx,
  { accountId, ticker, days }: StockSplits,
): Promise<readonly Pick<Split, 'at'>[]> {
  const entries = await readEntries(tx, { accountId, ticker })
  const splits = await readPricedSplits(tx, { ticker, days: days.map(asDay), entries })
  const { lines, skipped } = splitLines(splits, entries)
  if (lines.length > 0) {
    const position = positionOf([...lines, ...entries].toSorted((a, b) => a.at - b.at))
    await writeSplitLines(tx, { accountId, ticker, lines, position })
  }
  return skipped
}

/** Only the position matters here; cash enough for any trade of the past is assumed. */
function positionOf(entries: readonly Entry[]): Position {
  let position = nothing
  for (const entry of entries) ({ position } = afterEntry({ cash: plenty, position }, entry))
  return position
}

const plenty = cents(2 ** 52)
