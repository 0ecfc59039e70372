// Takes a call to buy or sell in a lesson, and answers it in the symbols of the lesson.
import { fromDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'

import { invalidKey, unknownTicker } from '../http/refusals.ts'
import type { Refused } from '../http/route.ts'
import { parsePortfolioRef } from '../ledger/portfolios.ts'
import { receiptOf, type MarketOrderCall, type Receipt } from '../orders/receipt.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { lessonListing, lessonNameOf } from './listing.ts'
import type { LessonTrade } from './order-batch.ts'
import { placeInLesson, type PlaceDeps } from './place-order.ts'
import type { FindLessonOf } from './portfolios.ts'

interface TradeDeps extends PlaceDeps {
  readonly findLessonOf: FindLessonOf
}

/** Null for an order of another contest. */
export async function tradeInLesson(
  deps: TradeDeps,
  { caller, body, side, request }: MarketOrderCall,
): Promise<Receipt | Refused | null> {
  const ref = parsePortfolioRef(caller.accountId, body.portfolio)
  const found = ref && (await deps.findLessonOf(ref))
  if (!ref || !found) return null
  const { contestId: lessonId, lesson } = found
  const ticker = lesson.listing.tickerOf(body.ticker)
  if (ticker === null) return unknownTicker(body.ticker)
  const key = idempotencyKeyOf(request)
  if (key === null) return invalidKey
  const { quantity, price, tick } = body
  const expectedPrice = price === undefined ? null : fromDollars(price)
  const order = { ...ref, lessonId, key, side, ticker, quantity, expectedPrice }
  const outcome = await placeInLesson(deps, lesson, { ...order, shownTick: tick ?? null })
  if ('trade' in outcome) return reduced(outcome, quantity)
  const { refusal } = outcome
  return {
    refusal: 'ticker' in refusal ? { ...refusal, ticker: lessonNameOf(ticker) } : refusal,
  }
}

/** Says when the order was reduced, unless it asked for all. */
function reduced(done: LessonTrade, asked: number): Receipt {
  const { ticker, quantity, type } = done.trade
  const receipt = receiptOf(done, lessonListing.symbolOf(ticker), lessonNameOf(ticker))
  const why = type === 'BUY' ? 'Your cash covers no more.' : 'You had no more.'
  const isReduced = quantity < asked && asked < quantityMax
  const message = isReduced ? `${receipt.message} ${why}` : receipt.message
  return { ...receipt, message, shares: done.shares }
}
