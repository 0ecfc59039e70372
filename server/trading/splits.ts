// Brings a split that has been learnt into an account, once, also when it is learnt late.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import {
  afterEntry,
  nothing,
  type Entry,
  type Position,
  type SplitEntry,
  type SplitRatio,
} from '@tengrand/core/ledger.ts'
import { cents, share, times, type Cents } from '@tengrand/core/money.ts'
import { splitEntryOf, type Split } from '@tengrand/core/split.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger } from 'fastify'

import type { Tx } from '../db.ts'
import { keyOf } from '../market/store.ts'
import { readEntries } from './entries.ts'

export type SplitLog = Pick<FastifyBaseLogger, 'error'>

/** The account must be locked. */
export async function meetSplits(tx: Tx, accountId: number, log: SplitLog): Promise<void> {
  const splits = await tx.query<SplitRow>(
    `select s.id, s.ticker_id as ticker, s.day::text as day, s.numerator, s.denominator
     from split s, account a where a.id = $1 and s.id > a.splits_through order by s.day, s.id`,
    [accountId],
  )
  for (const row of splits) {
    const ticker = tickers[row.ticker - 1]
    if (ticker !== undefined) await meetOrGoOn(tx, { accountId, ticker, row }, log)
  }
  const latest = Math.max(0, ...splits.map(({ id }) => id))
  await tx.query('update account set splits_through = greatest(splits_through, $2) where id = $1', [
    accountId,
    latest,
  ])
}

interface SplitRow {
  readonly id: number
  readonly ticker: number
  readonly day: string
  readonly numerator: number
  readonly denominator: number
}

interface Meeting {
  readonly accountId: number
  readonly ticker: Ticker
  readonly row: SplitRow
}

/** One that does not fit would stand in the way of every later trade of the account: it is told of and left out. */
async function meetOrGoOn(tx: Tx, meeting: Meeting, log: SplitLog): Promise<void> {
  await tx.query('savepoint meeting')
  try {
    await meet(tx, meeting)
  } catch (err) {
    if (!isHopeless(err)) throw err
    await tx.query('rollback to savepoint meeting')
    const { accountId, ticker, row } = meeting
    log.error({ err, accountId, ticker, day: row.day }, 'a split does not fit an account')
  }
  await tx.query('release savepoint meeting')
}

/** Numbers that cannot be, or rows that the database does not take; a lost connection or a deadlock may go better. */
const isHopeless = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))

async function meet(tx: Tx, { accountId, ticker, row }: Meeting): Promise<void> {
  const entries = await readEntries(tx, { accountId, ticker })
  const at = startOfDay(asDay(row.day))
  const before = entries.filter((entry) => entry.at < at)
  if (before.length === 0) return
  const { numerator, denominator } = row
  const ratio = { numerator, denominator }
  const price = await priceAtStart(tx, { ticker, ratio, at, before })
  const line = splitEntryOf({ ticker, ratio, at, price }, entries)
  if (line === null) return
  const position = positionOf([...before, line, ...entries.slice(before.length)])
  // Refused here when it is more than can be counted, or nobody could read the account any more.
  times(price, position.quantity)
  await write(tx, accountId, line, position)
}

/** Only the position matters here; cash enough for any trade of the past is assumed. */
function positionOf(entries: readonly Entry[]): Position {
  let position = nothing
  for (const entry of entries) ({ position } = afterEntry({ cash: plenty, position }, entry))
  return position
}

/** The last close before the day, in the shares of that day: what is stored is in the shares of today. */
async function priceAtStart(
  tx: Tx,
  { ticker, ratio, at, before }: Omit<Split, 'price'> & { readonly before: readonly Entry[] },
): Promise<Cents> {
  const [close] = await tx.query<{ price: number }>(
    `select price_cents as price from bar
     where ticker_id = $1 and step = 'day' and at < $2 order by at desc limit 1`,
    [keyOf(ticker), new Date(at)],
  )
  if (close !== undefined) {
    const later = await tx.query<SplitRatio>(
      'select numerator, denominator from split where ticker_id = $1 and day > $2',
      [keyOf(ticker), dayOf(at)],
    )
    const { numerator, denominator } = together(later)
    return share(cents(close.price), numerator, denominator)
  }
  // Where nothing is stored, the last price that this account has paid or got is one that was real.
  const index = before.findLastIndex((entry) => entry.type !== 'SPLIT')
  const last = before[index]
  if (last === undefined || last.type === 'SPLIT')
    throw new RangeError('Shares that nobody bought.')
  const since = before.slice(index).flatMap((entry) => (entry.type === 'SPLIT' ? entry.ratio : []))
  const { numerator, denominator } = together([...since, ratio])
  return share(last.price, denominator, numerator)
}

/** Multiplied exactly, so that the price is rounded once. */
const together = (ratios: readonly SplitRatio[]) =>
  ratios.reduce(
    (all, { numerator, denominator }) => ({
      numerator: all.numerator * BigInt(numerator),
      denominator: all.denominator * BigInt(denominator),
    }),
    { numerator: 1n, denominator: 1n },
  )

async function write(
  tx: Tx,
  accountId: number,
  line: SplitEntry,
  position: Position,
): Promise<void> {
  await tx.query(
    `with line as (
       insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, numerator, denominator)
       values ($1, $2, 'SPLIT', $3, $4, $5, 0, $6, $7)
     ), folded as (
       insert into position (account_id, ticker_id, quantity, cost_cents) values ($1, $3, $8, $9)
       on conflict (account_id, ticker_id)
       do update set quantity = excluded.quantity, cost_cents = excluded.cost_cents
     )
     update account set cash_cents = cash_cents + $5 where id = $1`,
    [
      accountId,
      new Date(line.at),
      keyOf(line.ticker),
      line.quantity,
      line.cash,
      line.ratio.numerator,
      line.ratio.denominator,
      position.quantity,
      position.cost,
    ],
  )
}

const plenty = cents(2 ** 52)
