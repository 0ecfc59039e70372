// Executes one batch of orders of lessons in a transaction: lock, read, decide in sequence, write. An order fills at the
// price of the tick at which it is decided, which is later than the one in which it arrived.
import type { Trade } from '@tengrand/core/ledger.ts'
import { decideInLesson } from '@tengrand/core/lesson-order.ts'
import { marketAt, momentOf, pausedTicks } from '@tengrand/core/lesson.ts'
import type { OrderBase } from '@tengrand/core/order.ts'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { findGone, lockPortfolioRefs } from '../ledger/portfolios.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { BatchBooks, heldIn, type MarketSent } from '../orders/batch-books.ts'
import { refused, type Executed, type Refused } from '../orders/queued-order.ts'
import { readOrders, writeTrades, type DoneTrade } from '../orders/store.ts'
import type { PriceOf } from './live.ts'
import { readLockedLessons, type Lesson } from './store.ts'

/** An order for shares at the next price; the price that the learner saw is no limit. */
export interface LessonOrder extends MarketSent, OrderBase {
  readonly lessonId: number
  /** By the latest clock that a node may have. */
  readonly arrivedAt: number
  /** Whether its screen was too old when it arrived. */
  readonly isLate: boolean
}

/** With the shares of the stock that the portfolio has now. */
export type LessonTrade = Executed & { readonly shares: number }

/** `waits` if the tick of its arrival still lasts by the clock of the database. */
type NotTraded = Refused | { readonly waits: true }

export type LessonOutcome = LessonTrade | NotTraded

interface BatchDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
  readonly priceOf: PriceOf
}

export function executeLessonBatch(deps: BatchDeps, orders: readonly LessonOrder[]) {
  const { db, clock, priceOf } = deps
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    const portfolios = await lockPortfolioRefs(tx, orders)
    const lessons = await readLockedLessons(tx, [...new Set(orders.map((one) => one.lessonId))])
    const keyed = orders.map((order) => ({ order, contestId: order.lessonId }))
    const { done } = await readOrders(tx, keyed)
    const gone = await findGone(tx, orders, portfolios)
    const books = new BatchBooks(portfolios, new Map())
    const outcomes = orders.map((order): LessonOutcome => {
      const { accountId, lessonId } = order
      if (gone.has(accountId)) return refused('unauthorized')
      const lesson = lessons.find(({ contestId }) => contestId === lessonId)
      // Deleted.
      if (lesson === undefined) return refused('unknown_portfolio')
      const at = clock.decidedAt(lesson.readAt, shownBefore)
      if (at === null) return refused('unavailable')
      const locked = portfolios.find(({ publicId }) => publicId === order.publicId)
      if (locked?.accountId !== accountId || locked.contestId !== lessonId)
        return refused('unknown_portfolio')
      const portfolio = books.state(locked.id) ?? locked
      const withShares = (one: Executed): LessonTrade => ({
        ...one,
        shares: books.state(locked.id)?.shares[tickerIdOf(order.ticker)] ?? 0,
      })
      const before = books.done(order, lessonId) ?? done.get(order)
      if (before !== undefined)
        return isSame(order, before) ? withShares(books.again(before)) : refused('key_reused')
      const decided = decide(order, portfolio, { lesson, at, priceOf })
      if (!('trade' in decided)) return decided
      return withShares(books.addTrade(portfolio, decided.trade, order))
    })
    const { made, traded } = books.written()
    if (made.length > 0) await writeTrades(tx, made, traded, new Map())
    return outcomes
  }, lookups)
}

/** A batch waits this long for the lock of a portfolio; then its orders are tried again alone. */
const lookups = { byKey: true, lockWaitMs: 1_000 }

const isSame = ({ side, ticker, quantity }: LessonOrder, done: DoneTrade): boolean =>
  side === done.type && ticker === done.ticker && quantity === (done.asked ?? done.quantity)

function decide(
  order: LessonOrder,
  portfolio: PortfolioRow,
  { lesson, at, priceOf }: { lesson: Lesson; at: number; priceOf: PriceOf },
): { readonly trade: Trade } | NotTraded {
  const { state, tick } = momentOf(lesson, at)
  if (state === 'over') return refused('contest_over')
  if (portfolio.closing !== null) return refused('portfolio_closed')
  if (state === 'lobby' || state === 'countdown') return refused('contest_not_begun')
  if (state === 'paused') return refused('market_paused')
  if (order.isLate) return refused('too_late')
  // By the clock that is locked: the node that took the order may not know of a change yet.
  if (tick <= momentOf(lesson, order.arrivedAt).tick) return { waits: true }
  // It waited when the lesson was paused at this tick. By now everybody knows its price.
  if (pausedTicks(lesson).has(tick)) return refused('market_paused')
  const instant = marketAt(lesson, tick)
  const prices = priceOf(lesson, order.ticker, instant)
  return decideInLesson(order, heldIn(portfolio, order.ticker), prices, instant)
}
