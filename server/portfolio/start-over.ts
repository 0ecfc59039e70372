// Starting over: closes the open chapter at the prices of the moment and opens the next one, in one transaction.
import { startOverRefusal, type StartOverRefusal } from '@tengrand/core/chapter.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Market } from '../market/market.ts'
import type { MarketOf } from '../market/markets.ts'
import { quotedPrices } from '../market/store.ts'
import { cancelOrders } from '../ledger/order-end.ts'
import { holdingsOf, type PortfolioRow } from '../ledger/portfolio-row.ts'
import { lockPortfolios } from '../ledger/portfolios.ts'
import { applySplits, readLatestSplit, type SplitLog } from '../ledger/splits.ts'
import { findPortfolio } from './find.ts'
import type { NoPrice } from './history.ts'

interface StartOverDeps {
  readonly db: Db
  readonly marketOf: MarketOf
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
  readonly log: SplitLog
}

type StartOverOutcome =
  | NonNullable<Awaited<ReturnType<typeof readDone>>>
  | { readonly refusal: StartOverRefusal | { readonly code: 'unavailable' } }
  | NoPrice

/** A key starts over once, whatever the number of requests and nodes. */
export function startOver(
  { db, marketOf, clock, log }: StartOverDeps,
  { accountId, key }: { readonly accountId: number; readonly key: string },
): Promise<StartOverOutcome> {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    // Serializes the requests of an account: one that waited for the lock finds the result of the other.
    await tx.query('select from account where id = $1 for no key update', [accountId])
    const done = await readDone(tx, accountId, key)
    if (done !== null) return done
    const head = await findPortfolio(tx, { accountId, publicId: null })
    if (head === null) throw new AccountGone()
    // From here on, no order of this portfolio is decided; waiting ones will find it closed.
    const locked = await lockOne(tx, head.id)
    const { lastTradeAt } = locked
    const at = clock.decidedAt(await readTime(tx), shownBefore)
    if (at === null) return { refusal: { code: 'unavailable' } }
    const startedOverAt = await readStartOver(tx, head)
    const refusal = startOverRefusal({ startedOverAt, hasTraded: lastTradeAt > 0 }, at)
    if (refusal !== null) return { refusal }
    const { market } = marketOf(head)
    const { state, quotes } = await readEnd(tx, { market, log, locked, at })
    const valued = valuationOf(holdingsOf(state), (ticker) => quotes.get(ticker)?.price ?? null)
    if ('missing' in valued) return { refusal: { code: 'no_price', ticker: valued.missing } }
    // The database's clock may be set back a little. The end must not be before the last trade; the new chapter begins
    // now.
    const end = Math.max(at, lastTradeAt)
    await cancelOrders(tx, [head.id], 'chapter_closed')
    const prices = tickers.map((ticker) => quotes.get(ticker)?.price ?? null)
    await tx.query(closeStatement, [head.id, new Date(end), key, prices, valued.total])
    await tx.query(openStatement, [accountId, head.chapter + 1, new Date(at)])
    const begun = await readDone(tx, accountId, key)
    if (begun === null) throw new Error('A chapter that was just begun is not there.')
    return begun
  })
}

async function lockOne(tx: Tx, id: number): Promise<PortfolioRow> {
  const [state] = await lockPortfolios(tx, [id])
  if (state === undefined) throw new AccountGone()
  return state
}

/** Reads the holdings and prices in the same shares: a split may be recorded at any time and changes prices at once. */
async function readEnd(
  tx: Tx,
  { market, log, locked, at }: { market: Market; log: SplitLog; locked: PortfolioRow; at: number },
) {
  for (let state = locked; ; state = await lockOne(tx, locked.id)) {
    const quotes = await market.quotesIn(tx, tickers, at)
    if (state.splitsThrough >= (await readLatestSplit(tx))) return { state, quotes }
    await applySplits(tx, [locked.id], log)
  }
}

/** When the previous chapter was closed; without one, when an earlier account of the same person was deleted. */
async function readStartOver(tx: Tx, { accountId, openedAt }: PortfolioRow) {
  const [row] = await tx.query<{ hasClosed: boolean; departedAt: Date | null }>(
    `select departed_at as "departedAt", exists (
       select from portfolio
       where account_id = account.id and contest_id = ${openContestId} and closed_at is not null
     ) as "hasClosed" from account where id = $1`,
    [accountId],
  )
  return row?.hasClosed === true ? openedAt : (row?.departedAt?.getTime() ?? null)
}

/** The database's time, after the locks. */
async function readTime(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  return row?.at ?? 0
}

const closeStatement = `
  update portfolio set closed_at = $2, closing_key = $3, closing_prices = $4, final_cents = $5 where id = $1`

const openStatement = `
  insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
    opening_prices, splits_through, email_verified)
  select account.id, contest.id, $2, starting_cents, starting_cents, $3, ${quotedPrices},
    (select coalesce(max(id), 0) from split), email_verified
  from account, contest where account.id = $1 and contest.id = ${openContestId}`

/** The result of an earlier request with this key. */
async function readDone(tx: Tx, accountId: number, key: string) {
  const [row] = await tx.query<{
    publicId: string
    chapter: number
    cash: number
    closedId: string
    start: number
    final: number
  }>(
    `select next.public_id as "publicId", next.chapter, next.starting_cents as cash,
       p.public_id as "closedId", p.starting_cents as start, p.final_cents as final
     from portfolio p join portfolio next on next.account_id = p.account_id
       and next.contest_id = p.contest_id and next.chapter = p.chapter + 1
     where p.account_id = $1 and p.closing_key = $2`,
    [accountId, key],
  )
  if (row === undefined) return null
  const { publicId, chapter, cash, closedId, start, final } = row
  const closed = { publicId: closedId, startingCash: cents(start), finalValue: cents(final) }
  return { publicId, chapter, cash: cents(cash), closed }
}
