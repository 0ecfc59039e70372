// Executes one batch of orders of lessons in a transaction: lock, read, decide in sequence, write. An order fills at the
// price of the tick at which it is decided, which is later than the one in which it arrived.
import { decideInLesson } from '@tengrand/core/lesson-order.ts'
import { marketAt, momentOf, type LessonClock } from '@tengrand/core/lesson.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderSide } from '@tengrand/core/waiting-order.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { findGone, lockPortfolioRefs } from '../ledger/portfolios.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { BatchBooks, heldIn, type MarketSent } from '../orders/batch-books.ts'
import { refused, type Executed, type Refused } from '../orders/queued-order.ts'
import { readOrders, writeTrades, type ByOrder, type DoneTrade } from '../orders/store.ts'
import type { PriceOf } from './live.ts'
import { readLockedLessons, type Lesson } from './store.ts'

/** An order for shares at the next price; the price that the learner saw is no limit. */
export interface LessonOrder extends MarketSent {
  readonly lessonId: number
  readonly side: OrderSide
  readonly ticker: Ticker
  readonly quantity: number
  /** By the latest clock that a node may have. */
  readonly arrivedAt: number
  /** Whether its screen was too old when it arrived. */
  readonly isLate: boolean
}

/** With the shares of the stock that the portfolio has now. */
export type LessonTrade = Executed & { readonly shares: number }

/** `waits` if the tick of its arrival still lasts by the clock of the database. */
export type LessonOutcome =
  | LessonTrade
  | Refused
  | typeof paused
  | typeof tooLate
  | { readonly waits: true }

const paused = { refusal: { code: 'market_paused' } } as const
const tooLate = { refusal: { code: 'too_late' } } as const

interface BatchDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
  readonly priceOf: PriceOf
}

export function executeLessonBatch(
  { db, clock, priceOf }: BatchDeps,
  orders: readonly LessonOrder[],
): Promise<LessonOutcome[]> {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    const portfolios = await lockPortfolioRefs(tx, orders)
    const lessonIds = [...new Set(orders.map(({ lessonId }) => lessonId))]
    const lessons = new Map(
      (await readLockedLessons(tx, lessonIds)).map((one) => [one.contestId, one]),
    )
    const { done } = await readOrders(
      tx,
      orders.map((order) => ({ order, contestId: order.lessonId })),
    )
    const gone = await findGone(tx, orders, portfolios)
    const books = new BatchBooks(portfolios, new Map())
    const named = new Map(portfolios.map((portfolio) => [portfolio.publicId, portfolio]))
    const outcomes = orders.map((order): LessonOutcome => {
      if (gone.has(order.accountId)) return refused('unauthorized')
      const lesson = lessons.get(order.lessonId)
      const at = lesson === undefined ? null : clock.decidedAt(lesson.readAt, shownBefore)
      // Deleted.
      if (lesson === undefined) return refused('unknown_portfolio')
      if (at === null) return refused('unavailable')
      const locked = named.get(order.publicId ?? '')
      if (locked?.accountId !== order.accountId || locked.contestId !== order.lessonId)
        return refused('unknown_portfolio')
      const isOpen = locked.closing === null
      return decideOne(order, { books, done, lesson, at, isOpen, portfolioId: locked.id, priceOf })
    })
    const { made, traded } = books.written()
    if (made.length > 0) await writeTrades(tx, made, traded, new Map())
    await writeAsked(tx, orders, outcomes)
    return outcomes
  }, lookups)
}

/** A batch waits this long for the lock of a portfolio; then its orders are tried again alone. */
const lookups = { byKey: true, lockWaitMs: 1_000 }

interface Facts {
  readonly books: BatchBooks
  readonly done: ByOrder<DoneTrade>
  readonly lesson: Lesson
  readonly at: number
  readonly isOpen: boolean
  readonly portfolioId: number
  readonly priceOf: PriceOf
}

function decideOne(order: LessonOrder, facts: Facts): LessonOutcome {
  const { books, lesson, at, isOpen, portfolioId, priceOf } = facts
  const before = books.done(order, order.lessonId) ?? facts.done.get(order)
  if (before !== undefined) {
    const isSame =
      order.side === before.type &&
      order.ticker === before.ticker &&
      order.quantity === (before.asked ?? before.quantity)
    const cash = cents(books.state(before.portfolioId)?.cash ?? before.currentCash)
    return isSame
      ? withShares(books, before.portfolioId, { trade: before, cash })
      : refused('key_reused')
  }
  const { state, tick } = momentOf(lesson.clock, at)
  if (state === 'over') return refused('contest_over')
  const portfolio = books.state(portfolioId)
  if (!isOpen || portfolio === undefined) return refused('portfolio_closed')
  if (state === 'lobby' || state === 'countdown') return refused('contest_not_begun')
  if (state === 'paused') return paused
  if (order.isLate) return tooLate
  // By the clock that is locked: the node that took the order may not know of a change yet.
  if (tick <= momentOf(lesson.clock, order.arrivedAt).tick) return { waits: true }
  // It waited when the lesson was paused at this tick. By now everybody knows its price.
  if (stoodAt(lesson.clock, tick, at)) return paused
  const instant = marketAt(lesson.terms, tick)
  const prices = priceOf(lesson, order.ticker, instant)
  const decided = decideInLesson(order, heldIn(portfolio, order.ticker), prices, instant)
  if ('refusal' in decided) return decided
  return withShares(books, portfolioId, books.addTrade(portfolio, decided.trade, order))
}

const withShares = (books: BatchBooks, portfolioId: number, done: Executed): LessonTrade => ({
  ...done,
  shares: books.state(portfolioId)?.shares[tickerIdOf(done.trade.ticker)] ?? 0,
})

const stoodAt = (clock: LessonClock, tick: number, at: number): boolean =>
  clock.pauses.some(({ from }) => from <= at && momentOf(clock, from).tick === tick)

/** Of the orders that were reduced, so that a retry is recognized. */
async function writeAsked(
  tx: Tx,
  orders: readonly LessonOrder[],
  outcomes: readonly LessonOutcome[],
): Promise<void> {
  const reduced = orders.filter((order, index) => {
    const outcome = outcomes[index]
    return outcome && 'trade' in outcome && outcome.trade.quantity < order.quantity
  })
  if (reduced.length === 0) return
  await tx.query(
    `update trade set asked = reduced.quantity
     from unnest($1::uuid[], $2::uuid[], $3::integer[]) as reduced (portfolio, key, quantity)
     join portfolio on portfolio.public_id = reduced.portfolio
     where trade.portfolio_id = portfolio.id and trade.key = reduced.key`,
    [
      reduced.map(({ publicId }) => publicId),
      reduced.map(({ key }) => key),
      reduced.map(({ quantity }) => quantity),
    ],
  )
}
