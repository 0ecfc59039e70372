// Brings splits into an account when they have been learnt, also late and in another order than that of their days.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import {
  afterEntry,
  nothing,
  type Entry,
  type Position,
  type SplitEntry,
} from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { inPlaceOf, splitLines, type Split } from '@tengrand/core/split.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { errorCode } from '../error-code.ts'
import { readEntries } from './entries.ts'
import { readLeastCash, readPricedSplits, writeSplitLines } from './split-store.ts'

export interface SplitLog {
  readonly error: (about: object, words: string) => void
}

/**
 * The account must be locked. It remembers the highest id among the splits that it has met; what it makes of those of
 * one stock goes by their days, so that one which is learnt after a later one still takes its place before it.
 */
export async function applySplits(tx: Tx, accountId: number, log: SplitLog): Promise<void> {
  const known = await tx.query<KnownSplit>(
    `select s.id, s.ticker_id as ticker, s.day::text as day, s.id > a.splits_through as "isNew"
     from split s, account a
     where a.id = $1 and exists (
       select from split n where n.ticker_id = s.ticker_id and n.id > a.splits_through)
     order by s.ticker_id, s.day`,
    [accountId],
  )
  if (known.length === 0) return
  for (const [key, splits] of Map.groupBy(known, ({ ticker }) => ticker)) {
    const ticker = tickers[key - 1]
    if (ticker !== undefined) await meetOrGoOn(tx, { accountId, ticker, splits }, log)
  }
  const latest = Math.max(...known.map(({ id }) => id))
  await tx.query('update account set splits_through = $2 where id = $1', [accountId, latest])
}

interface KnownSplit {
  readonly id: number
  readonly ticker: number
  readonly day: string
  readonly isNew: boolean
}

interface Meeting {
  readonly accountId: number
  readonly ticker: Ticker
  /** All of the stock, in the order of their days. */
  readonly splits: readonly KnownSplit[]
}

/** What does not fit would stand in the way of every later trade of the account: it is told of and left out. */
async function meetOrGoOn(tx: Tx, meeting: Meeting, log: SplitLog): Promise<void> {
  const { accountId, ticker, splits } = meeting
  const tell = (about: object): void =>
    log.error({ accountId, ticker, ...about }, 'a split does not fit an account')
  await tx.query('savepoint meeting')
  try {
    for (const { at } of await meet(tx, meeting)) tell({ day: dayOf(at) })
  } catch (err) {
    if (!isHopeless(err)) throw err
    await tx.query('rollback to savepoint meeting')
    for (const { day } of splits.filter(({ isNew }) => isNew)) tell({ day, err })
  }
  await tx.query('release savepoint meeting')
}

/** Numbers that cannot be, or rows that the database does not take; a lost connection or a deadlock may go better. */
const isHopeless = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test(errorCode(error))

/** All splits of the stock anew, because each counts what the one before it has left. Returns those that do not fit. */
async function meet(
  tx: Tx,
  { accountId, ticker, splits }: Meeting,
): Promise<readonly Pick<Split, 'at'>[]> {
  const entries = await readEntries(tx, { accountId, ticker })
  const trades = entries.filter((entry) => entry.type !== 'SPLIT')
  const before = entries.filter((entry) => entry.type === 'SPLIT')
  const days = splits.map(({ day }) => asDay(day))
  const { lines, misfits } = splitLines(
    await readPricedSplits(tx, { ticker, days, trades }),
    trades,
  )
  if (lines.length === 0 && before.length === 0) return misfits
  const least = await readLeastCash(tx, accountId, paidMore(before, lines))
  const settled = inPlaceOf(
    {
      before,
      from: Math.min(...splits.flatMap(({ day, isNew }) => (isNew ? startOfDay(asDay(day)) : []))),
      leastCashSince: (at) => least.get(at) ?? 0,
    },
    lines,
  )
  await writeSplitLines(tx, {
    accountId,
    ticker,
    lines: settled,
    paid: cents(sumOf(settled) - sumOf(before)),
    position: positionOf([...settled, ...trades].toSorted((a, b) => a.at - b.at)),
  })
  return misfits
}

/** When what was paid is more than what is due. */
function paidMore(before: readonly SplitEntry[], lines: readonly SplitEntry[]): number[] {
  const due = new Map(lines.map(({ at, cash }) => [at, cash]))
  return before.flatMap(({ at, cash }) => (cash > (due.get(at) ?? 0) ? at : []))
}

const sumOf = (lines: readonly SplitEntry[]): number =>
  lines.reduce((sum, { cash }) => sum + cash, 0)

/** Only the position matters here; cash enough for any trade of the past is assumed. */
function positionOf(entries: readonly Entry[]): Position {
  let position = nothing
  for (const entry of entries) ({ position } = afterEntry({ cash: plenty, position }, entry))
  return position
}

const plenty = cents(2 ** 52)
