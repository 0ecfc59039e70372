// Decides the orders of a batch one after the other, each on the state that the one before has left.
import { randomUUID } from 'node:crypto'

import { openContestId } from '@tengrand/core/contest.ts'
import { cents } from '@tengrand/core/money.ts'
import { decide } from '@tengrand/core/order.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expiryOf, openOrdersMax, reservedFor } from '@tengrand/core/waiting-order.ts'

import { clockErrorMsMax } from '../clock.ts'
import type { Market } from '../market/market.ts'
import { BatchBooks, heldIn } from './batch-books.ts'
import type { PlacedBefore } from './order-store.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import {
  isConditional,
  isTriggered,
  refused,
  type Outcome,
  type ConditionalOrderRequest,
  type MarketOrderRequest,
  type QueuedOrder,
  type TriggeredOrder,
} from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'
import type { ByOrder, DoneTrade, OrderFacts } from './store.ts'

export interface BatchFacts extends OrderFacts {
  /** What was placed already with the key of an order. */
  readonly placed: ByOrder<PlacedBefore>
  /** By their ids, of those that a price has reached: what is open still. */
  readonly waiting: ReadonlyMap<number, StockOrder>
  /** Accounts that are locked, of those that place an order to wait. */
  readonly locked: ReadonlySet<number>
  /** How many are open, by the id of the portfolio. */
  readonly openCounts: ReadonlyMap<number, number>
}

export interface BatchCircumstances {
  readonly portfolios: readonly PortfolioRow[]
  readonly facts: BatchFacts
  /** By the clock of this node, just before the facts were read. */
  readonly askedAt: number
  /** Accounts that are no more. */
  readonly gone: ReadonlySet<number>
  readonly quotes: ReadonlyMap<Ticker, Quote>
  readonly hours: Market['hours']
  readonly at: number
}

export type Decided = ReturnType<typeof decideAll>

export function decideAll(orders: readonly QueuedOrder[], circumstances: BatchCircumstances) {
  const { portfolios, askedAt, gone, at } = circumstances
  const books = new BatchBooks(portfolios, circumstances.facts.openCounts)
  // More than the clock can be off is the time that the database took to read.
  const find = portfolioFinder(portfolios, Math.min(at - askedAt, clockErrorMsMax))
  const outcomes = orders.map((order): Outcome => {
    if (gone.has(order.accountId)) return refused('unauthorized')
    const found = find(order)
    if (found === null) return refused('unknown_portfolio')
    const { portfolio: locked, isOpen } = found
    const portfolio = locked && isOpen ? books.state(locked.id) : undefined
    const target = { portfolio, contestId: locked?.contestId ?? openContestId }
    if (isTriggered(order)) return fill(order, target, books, circumstances)
    return isConditional(order)
      ? place(order, target, books, circumstances)
      : execute(order, target, books, circumstances)
  })
  return { outcomes, ...books.written() }
}

/**
 * Finds the portfolio of an order among those that are locked; null where an order names one that is not its account's.
 * A chapter begins by the database's time and an order arrives by the node's, which may differ by as much as the round
 * trip with which that was read: it is put right by how far the database is ahead now.
 */
function portfolioFinder(portfolios: readonly PortfolioRow[], aheadMs: number) {
  const named = new Map(portfolios.map((portfolio) => [portfolio.publicId, portfolio]))
  const current = new Map(portfolios.filter(isMain).map((main) => [main.accountId, main]))
  return ({ accountId, publicId, arrivedAt }: QueuedOrder) => {
    if (publicId !== null) {
      const portfolio = named.get(publicId)
      if (portfolio?.accountId !== accountId) return null
      return { portfolio, isOpen: portfolio.closing === null }
    }
    const portfolio = current.get(accountId)
    // Not where the chapter of the order was closed while the batch waited for the lock, or before that.
    const isOpen = portfolio !== undefined && arrivedAt + aheadMs >= begunAt(portfolio)
    return { portfolio, isOpen }
  }
}

/** The open chapter in the open contest, the portfolio of orders that name none. */
const isMain = ({ contestId, closing }: PortfolioRow): boolean =>
  contestId === openContestId && closing === null

/** No chapter gave way to a first one, so that no order can be for an earlier one. */
const begunAt = ({ chapter, openedAt }: PortfolioRow): number => (chapter > 1 ? openedAt : 0)

interface Target {
  /** Undefined where no order can be executed in it. */
  readonly portfolio: PortfolioRow | undefined
  readonly contestId: number
}

function execute(
  order: MarketOrderRequest,
  { portfolio, contestId }: Target,
  books: BatchBooks,
  { facts, quotes, hours, at }: BatchCircumstances,
): Outcome {
  const { ticker } = order
  const done = books.done(order, contestId) ?? facts.done.get(order)
  if (done !== undefined) {
    if (!isSame(order, done)) return refused('key_reused')
    // A retry gets its trade beside the cash that the portfolio has now. A closed portfolio is not locked.
    return { trade: done, cash: cents(books.state(done.portfolioId)?.cash ?? done.currentCash) }
  }
  if (portfolio === undefined) return refused('portfolio_closed')
  const held = heldIn(portfolio, ticker)
  const decided = decide(order, { ...held, quote: quotes.get(ticker) ?? null, hours, at })
  if ('refusal' in decided) return decided
  return books.addTrade(portfolio, decided.trade, order)
}

/** Sent with a condition: a trade at once where it is met, and otherwise an order that waits. */
function place(
  order: ConditionalOrderRequest,
  { portfolio, contestId }: Target,
  books: BatchBooks,
  { facts, quotes, hours, at }: BatchCircumstances,
): Outcome {
  const { ticker, side, quantity, condition, lasts } = order
  if (facts.locked.has(order.accountId)) return refused('account_locked')
  const before = books.placed(order, contestId) ?? facts.placed.get(order)
  if (before !== undefined) {
    return isSamePlaced(order, before) ? { order: before.order } : refused('key_reused')
  }
  if (portfolio === undefined) return refused('portfolio_closed')
  const held = heldIn(portfolio, ticker)
  const decided = decide(order, { ...held, quote: quotes.get(ticker) ?? null, hours, at })
  if ('refusal' in decided) return decided
  if ('waits' in decided && books.openCount(portfolio.id) >= openOrdersMax)
    return refused('too_many_orders')
  const placed: StockOrder = {
    // Known once it is written.
    id: 0,
    publicId: randomUUID(),
    portfolioId: portfolio.id,
    ticker,
    side,
    quantity,
    ...condition,
    lasts,
    placedAt: at,
    expiresAt: expiryOf(lasts, at, hours),
    state: 'open',
    closedAt: null,
    reason: null,
    filled: null,
  }
  if ('waits' in decided) return books.addWaiting(portfolio, placed, order)
  return books.addMet(portfolio, decided.trade, placed, order)
}

/** What it holds is its own to spend. One that is not met at this price waits on. */
function fill(
  { orderId }: TriggeredOrder,
  { portfolio }: Target,
  books: BatchBooks,
  { facts, quotes, hours, at }: BatchCircumstances,
): Outcome {
  const waiting = books.isFilled(orderId) ? undefined : facts.waiting.get(orderId)
  if (waiting === undefined || portfolio === undefined) return refused('order_closed')
  if (at >= waiting.expiresAt) return { order: waiting }
  const { ticker, side, quantity, kind, price, placedAt } = waiting
  const own = reservedFor(side, quantity, price)
  const { reserved, ...held } = heldIn(portfolio, ticker)
  const others = {
    cash: cents(reserved.cash - own.cash),
    shares: reserved.shares - own.shares,
  }
  const quote = quotes.get(ticker) ?? null
  const condition = { kind, price }
  // The question for a provider's price is timed in whole milliseconds, rounded down.
  const decided = decide(
    { side, ticker, quantity, condition, waitingSince: placedAt, arrivedAt: Math.ceil(placedAt) },
    { ...held, reserved: others, quote, hours, at },
  )
  if ('refusal' in decided) return decided
  return 'waits' in decided
    ? { order: waiting }
    : books.fillWaiting(portfolio, decided.trade, waiting)
}

/** One that names no portfolio is in the open contest, maybe in a chapter that was closed since. */
const isSame = (order: MarketOrderRequest, done: DoneTrade): boolean =>
  (order.publicId === null || order.publicId === done.portfolio) &&
  order.side === done.type &&
  order.ticker === done.ticker &&
  order.quantity === done.quantity &&
  order.expectedPrice === done.expectedPrice

const isSamePlaced = (sent: ConditionalOrderRequest, { order, portfolio }: PlacedBefore): boolean =>
  (sent.publicId === null || sent.publicId === portfolio) &&
  sent.side === order.side &&
  sent.ticker === order.ticker &&
  sent.quantity === order.quantity &&
  sent.condition.kind === order.kind &&
  sent.condition.price === order.price &&
  sent.lasts === order.lasts
