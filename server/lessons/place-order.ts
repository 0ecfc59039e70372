// Takes a call to buy or sell in a lesson: the order waits for the tick after the one of its arrival, then joins a batch.
// The answer has the symbols of the lesson.
import { setTimeout as sleep } from 'node:timers/promises'

import { momentOf, nextTickAt } from '@tengrand/core/lesson.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'

import { BoundedMap } from '../bounded-map.ts'
import { clockErrorMsMax, type Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { invalid, invalidKey, unknownTicker } from '../http/refusals.ts'
import { parsePortfolioRef, type PortfolioRef } from '../ledger/portfolios.ts'
import type { MarketOf } from '../market/markets.ts'
import { receiptOf, type MarketOrderCall, type Receipt } from '../orders/receipt.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { isLiveLesson, type LiveLesson } from './live.ts'
import type { LessonOrder, LessonOutcome, LessonTrade } from './order-batch.ts'

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
    const { quantity, price, tick: shownTick = null, note, confidence } = body
    if (note || confidence !== undefined) return invalid(noJournal)
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

/** A phone that wakes up must not trade at prices that its owner has not seen. */
const lateTicksMax = 5

export type SentLessonOrder = Omit<LessonOrder, 'lessonId' | 'arrivedAt' | 'isLate'> & {
  /** The tick that the screen showed; null if the client does not say. */
  readonly shownTick: number | null
}

export interface PlaceDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly queue: { readonly place: (order: LessonOrder) => Promise<LessonOutcome> }
}

/** The pause before an order is tried again where the clock of this node is a little ahead of the database's. */
const againMs = 20

/** Resolves with the trade or the refusal, also if the sender has gone. */
export async function placeInLesson(
  { clock, queue }: PlaceDeps,
  { contestId: lessonId, clockNow }: LiveLesson,
  { shownTick, ...sent }: SentLessonOrder,
) {
  // By the latest clock that a node may have: the sender may have seen the price of that tick at another node.
  const arrivedAt = clock.now() + clockErrorMsMax
  const { tick, state } = momentOf(clockNow(), arrivedAt)
  const isLate = shownTick !== null && shownTick < tick - lateTicksMax
  const order = { ...sent, lessonId, arrivedAt, isLate }
  // A late one is answered at once: it may be a retry of an order that was executed.
  let dueAt = state === 'running' && !isLate ? nextTickAt(clockNow(), arrivedAt) : 0
  for (;;) {
    await sleep(Math.max(0, dueAt - clock.now()))
    const outcome = await queue.place(order)
    if (!('waits' in outcome)) return outcome
    dueAt = clock.now() + againMs
  }
}

const noJournal = 'note and confidence are not known in a lesson.'
