// Takes a call to buy or sell in a lesson, and answers it in the symbols of the lesson.
import { fromDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'
import { invalidKey, unknownTicker } from '../http/refusals.ts'
import { parsePortfolioRef, type PortfolioRef } from '../ledger/portfolios.ts'
import type { MarketOf } from '../market/markets.ts'
import { receiptOf, type MarketOrderCall, type Receipt } from '../orders/receipt.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { isLiveLesson } from './live.ts'
import type { LessonTrade } from './order-batch.ts'
import { placeInLesson, type PlaceDeps } from './place-order.ts'

interface TradeDeps extends PlaceDeps {
  readonly db: Tx
  readonly marketOf: MarketOf
}

/** The function that it returns has null for an order of another contest. */
export function createTradeInLesson(deps: TradeDeps) {
  const contestOf = createContestOf(deps.db)
  return async ({ caller, body, side, request }: MarketOrderCall) => {
    const ref = parsePortfolioRef(caller.accountId, body.portfolio)
    const contestId = ref && (await contestOf(ref))
    const lesson = contestId && (await deps.marketOf({ contestId }))
    if (!ref || !lesson || !isLiveLesson(lesson)) return null
    const ticker = lesson.listing.tickerOf(body.ticker)
    if (ticker === null) return unknownTicker(body.ticker)
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    const { quantity, price, tick: shownTick = null } = body
    const expectedPrice = price === undefined ? null : fromDollars(price)
    const order = { ...ref, key, side, ticker, quantity, expectedPrice, shownTick }
    const outcome = await placeInLesson(deps, lesson, order)
    if ('trade' in outcome) return reduced(outcome, receiptOf(outcome, lesson.listing), quantity)
    const { refusal } = outcome
    const name = lesson.listing.nameOf(ticker)
    return { refusal: 'ticker' in refusal ? { ...refusal, ticker: name } : refusal }
  }
}

const rememberedMax = 100_000

/** Remembers the contest of a portfolio, which never changes. Null for the main portfolio and for unknown ones. */
function createContestOf(db: Tx) {
  const known = new BoundedMap<string, number>(rememberedMax)
  return async ({ accountId, publicId }: PortfolioRef): Promise<number | null> => {
    const name = `${accountId} ${publicId}`
    const found = publicId === null ? null : known.get(name)
    if (found !== undefined) return found
    const [row] = await db.query<{ contestId: number }>(
      'select contest_id as "contestId" from portfolio where public_id = $1 and account_id = $2',
      [publicId, accountId],
    )
    if (row !== undefined) known.set(name, row.contestId)
    return row?.contestId ?? null
  }
}

/** Says when the order was reduced, unless it asked for all. */
function reduced({ trade, shares }: LessonTrade, receipt: Receipt, asked: number): Receipt {
  const why = trade.type === 'BUY' ? 'Your cash covers no more.' : 'You had no more.'
  const isReduced = trade.quantity < asked && asked < quantityMax
  return { ...receipt, shares, message: isReduced ? `${receipt.message} ${why}` : receipt.message }
}
