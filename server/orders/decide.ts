// Decides the orders of a batch in sequence, each on the state after the previous one.
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
import type { ContestTerms } from '../ledger/contest-terms.ts'
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
  /** The order that was already placed with the same key. */
  readonly placed: ByOrder<PlacedBefore>
  /** Of the orders that a price has reached, those that are still open, by id. */
  readonly waiting: ReadonlyMap<number, StockOrder>
  /** The locked ones among the accounts that place conditional orders. */
  readonly locked: ReadonlySet<number>
  /** The number of open orders by portfolio id. */
  readonly openCounts: ReadonlyMap<number, number>
}

export interface BatchCircumstances {
  readonly portfolios: readonly PortfolioRow[]
  /** The contests of the portfolios, without the open one. */
  readonly contests: ReadonlyMap<number, ContestTerms>
  readonly facts: BatchFacts
  /** By this node's clock, just before the facts were read. */
  readonly askedAt: number
  /** Deleted accounts. */
  readonly gone: ReadonlySet<number>
  readonly quotes: ReadonlyMap<Ticker, Quote>
  readonly hours: Market['hours']
  readonly at: number
}

export type Decided = ReturnType<typeof decideAll>

export function decideAll(orders: readonly QueuedOrder[], circumstances: BatchCircumstances) {
  const { portfolios, askedAt, gone, at } = circumstances
  const books = new BatchBooks(portfolios, circumstances.facts.openCounts)
  // Any difference beyond the clock's maximum error is the duration of the database's reads.
  const find = portfolioFinder(portfolios, Math.min(at - askedAt, clockErrorMsMax))
  const outcomes = orders.map((order): Outcome => {
    if (gone.has(order.accountId)) return refused('unauthorized')
    const found = find(order)
    if (found === null) return refused('unknown_portfolio')
    const { portfolio: locked, isOpen } = found
    const contestId = locked?.contestId ?? openContestId
    const shut = shutBy(circumstances.contests.get(contestId), order, at)
    const portfolio = locked && isOpen && shut === null ? books.state(locked.id) : undefined
    const reason = isOpen || shut === 'contest_over' ? shut : null
    const target = { portfolio, contestId, closed: refused(reason ?? 'portfolio_closed') }
    if (isTriggered(order)) return fill(order, target, books, circumstances)
    return isConditional(order)
      ? place(order, target, books, circumstances)
      : execute(order, target, books, circumstances)
  })
  return { outcomes, ...books.written() }
}

/**
 * Finds the portfolio of an order among the locked ones; null if the order names a portfolio of another account. A
 * chapter opens by the database's clock and an order arrives by the node's. These may differ by as much as the round
 * trip of a clock reading, so `aheadMs`, by which the database is ahead now, is added.
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
    // False if the chapter of the order was closed before the batch got the lock.
    const isOpen = portfolio !== undefined && arrivedAt + aheadMs >= begunAt(portfolio)
    return { portfolio, isOpen }
  }
}

/** The open chapter in the open contest, which is the portfolio of orders that name none. */
const isMain = ({ contestId, closing }: PortfolioRow): boolean =>
  contestId === openContestId && closing === null

/** A first chapter follows no other, so an order cannot belong to an earlier one. */
const begunAt = ({ chapter, openedAt }: PortfolioRow): number => (chapter > 1 ? openedAt : 0)

/** The reason why a contest takes no such order now; null if it does. The end comes first: then everything is closed. */
function shutBy(terms: ContestTerms | undefined, order: QueuedOrder, at: number) {
  if (terms === undefined) return null
  if (terms.isLesson) return 'order_kind_not_allowed'
  if (terms.endsAt !== null && at >= terms.endsAt) return 'contest_over'
  if (at < terms.startsAt) return 'contest_not_begun'
  const isNotAllowed = terms.orders === 'now' && isConditional(order)
  return isNotAllowed ? 'order_kind_not_allowed' : null
}

interface Target {
  /** Undefined if no order can be executed in it. */
  readonly portfolio: PortfolioRow | undefined
  readonly contestId: number
  /** The refusal of an order without a portfolio. */
  readonly closed: Outcome
}

function execute(
  order: MarketOrderRequest,
  { portfolio, contestId, closed }: Target,
  books: BatchBooks,
  { facts, quotes, hours, at }: BatchCircumstances,
): Outcome {
  const { ticker } = order
  const done = books.done(order, contestId) ?? facts.done.get(order)
  if (done !== undefined) return isSame(order, done) ? books.again(done) : refused('key_reused')
  if (portfolio === undefined) return closed
  const held = heldIn(portfolio, ticker)
  const decided = decide(order, { ...held, quote: quotes.get(ticker) ?? null, hours, at })
  if ('refusal' in decided) return decided
  return books.addTrade(portfolio, decided.trade, order)
}

/** Decides a conditional order: it becomes a trade at once if its condition is met, else it waits. */
function place(
  order: ConditionalOrderRequest,
  { portfolio, contestId, closed }: Target,
  books: BatchBooks,
  { facts, quotes, hours, at }: BatchCircumstances,
): Outcome {
  const { ticker, side, quantity, condition, lasts } = order
  if (facts.locked.has(order.accountId)) return refused('account_locked')
  const before = books.placed(order, contestId) ?? facts.placed.get(order)
  if (before !== undefined) {
    return isSamePlaced(order, before) ? { order: before.order } : refused('key_reused')
  }
  if (portfolio === undefined) return closed
  const held = heldIn(portfolio, ticker)
  const decided = decide(order, { ...held, quote: quotes.get(ticker) ?? null, hours, at })
  if ('refusal' in decided) return decided
  if ('waits' in decided && books.openCount(portfolio.id) >= openOrdersMax)
    return refused('too_many_orders')
  const placed: StockOrder = {
    // Assigned by the insert.
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

/** Decides a waiting order, which may spend its own reservation. If the price does not meet it, it keeps waiting. */
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
  // Requests to a provider are timed in whole milliseconds, rounded down.
  const decided = decide(
    { side, ticker, quantity, condition, waitingSince: placedAt, arrivedAt: Math.ceil(placedAt) },
    { ...held, reserved: others, quote, hours, at },
  )
  if ('refusal' in decided) return decided
  return 'waits' in decided
    ? { order: waiting }
    : books.fillWaiting(portfolio, decided.trade, waiting)
}

/** An order that names no portfolio is in the open contest, maybe in a chapter that was closed since. */
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
