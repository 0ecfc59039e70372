// Closes a portfolio for good at the prices of the moment: when its learner starts over, leaves a league or is removed.
import type { Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Market } from '../market/market.ts'
import { cancelOrders } from './order-end.ts'
import { holdingsOf, type PortfolioRow } from './portfolio-row.ts'
import { lockPortfolios } from './portfolios.ts'
import { applySplits, readLatestSplit, type SplitLog } from './splits.ts'

export interface NoPrice {
  readonly refusal: { readonly code: 'no_price'; readonly ticker: string }
}

interface Closing {
  readonly market: Market
  readonly log: SplitLog
  readonly locked: PortfolioRow
  /** The database's time, after the lock. */
  readonly at: number
  /** Of the request that starts over; null where a member leaves a league or is removed. */
  readonly key: string | null
}

/** The portfolio must be locked, so that no order of it is decided meanwhile; waiting ones will find it closed. */
export async function closeNow(
  tx: Tx,
  { market, log, locked, at, key }: Closing,
): Promise<{ readonly value: Cents } | NoPrice> {
  const readQuotes = () => market.quotesIn(tx, tickers, at)
  const { rows, prices: quotes } = await readAtOnce(tx, [locked.id], readQuotes, log)
  const [state = locked] = rows
  const valued = valuationOf(holdingsOf(state), (ticker) => quotes.get(ticker)?.price ?? null)
  if ('missing' in valued) return { refusal: { code: 'no_price', ticker: valued.missing } }
  await cancelOrders(tx, [locked.id], key === null ? 'league_left' : 'chapter_closed')
  const prices = tickers.map((ticker) => quotes.get(ticker)?.price ?? null)
  // The database's clock may be set back a little; the end must not be before the last trade.
  const end = new Date(Math.max(at, locked.lastTradeAt))
  await tx.query(
    `update portfolio set closed_at = $2, closing_key = $3, closing_prices = $4, final_cents = $5 where id = $1`,
    [locked.id, end, key, prices, valued.total],
  )
  return { value: valued.total }
}

export async function lockOne(tx: Tx, id: number): Promise<PortfolioRow> {
  const [state] = await lockPortfolios(tx, [id])
  if (state === undefined) throw new AccountGone()
  return state
}

/**
 * Reads locked portfolios and prices in the same shares: a split may be recorded at any time and changes prices at once.
 */
export async function readAtOnce<Prices>(
  tx: Tx,
  ids: readonly number[],
  readPrices: () => Promise<Prices>,
  log: SplitLog,
) {
  for (;;) {
    const prices = await readPrices()
    const rows = await lockPortfolios(tx, ids)
    const latest = await readLatestSplit(tx)
    if (rows.every(({ splitsThrough }) => splitsThrough >= latest)) return { rows, prices }
    await applySplits(tx, ids, log)
  }
}
