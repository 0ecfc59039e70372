// The portfolios of a batch after each decision, and the rows to write.
import { afterEntry, type Trade } from '@tengrand/core/ledger.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { reservedFor } from '@tengrand/core/waiting-order.ts'

import { tickerIdOf } from '../market/ticker-id.ts'
import type { NewOrder, PlacedBefore } from './order-store.ts'
import { realizedWith, type PortfolioRow } from '../ledger/portfolio-row.ts'
import type { Executed, Outcome, Sent } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'
import type { DoneTrade, NewTrade } from './store.ts'

const named = ({ accountId, key }: Sent, contestId: number): string =>
  `${accountId} ${contestId} ${key}`

/** An order for now, with the price that the learner saw, if there was one. */
export interface MarketSent extends Sent {
  readonly quantity: number
  readonly expectedPrice: Cents | null
}

export class BatchBooks {
  readonly #states: Map<number, PortfolioRow>
  readonly #openCounts: Map<number, number>
  readonly #made: NewTrade[] = []
  readonly #placed: NewOrder[] = []
  readonly #filled = new Map<number, StockOrder>()
  readonly #traded = new Set<number>()
  readonly #reserved = new Set<number>()
  readonly #doneNow = new Map<string, DoneTrade>()
  readonly #placedNow = new Map<string, PlacedBefore>()

  constructor(portfolios: readonly PortfolioRow[], openCounts: ReadonlyMap<number, number>) {
    this.#states = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]))
    this.#openCounts = new Map(openCounts)
  }

  state(id: number): PortfolioRow | undefined {
    return this.#states.get(id)
  }

  /** The trade of an earlier order in the batch with the same key. */
  done(order: Sent, contestId: number): DoneTrade | undefined {
    return this.#doneNow.get(named(order, contestId))
  }

  placed(order: Sent, contestId: number): PlacedBefore | undefined {
    return this.#placedNow.get(named(order, contestId))
  }

  isFilled(orderId: number): boolean {
    return this.#filled.has(orderId)
  }

  /** Ignores fills of this batch, because fills and new orders are in separate batches. */
  openCount(portfolioId: number): number {
    return this.#openCounts.get(portfolioId) ?? 0
  }

  addTrade(portfolio: PortfolioRow, decided: Trade, order: MarketSent): Executed {
    const { key, expectedPrice } = order
    const asked = decided.quantity < order.quantity ? order.quantity : null
    const after = this.#apply(portfolio, decided)
    const { id: portfolioId, publicId, lastTradeAt: at } = after
    const trade = { ...decided, at }
    const currentCash = cents(after.cash)
    const done = { ...trade, expectedPrice, asked, portfolioId, portfolio: publicId, currentCash }
    this.#doneNow.set(named(order, portfolio.contestId), done)
    const { entry = null } = order
    this.#made.push({ portfolioId, key, order: null, expectedPrice, asked, trade, entry })
    return { trade, cash: currentCash }
  }

  /** A retry gets its trade, with the current cash. A closed portfolio is not locked, so its cash is in the trade. */
  again(done: DoneTrade): Executed {
    return { trade: done, cash: cents(this.state(done.portfolioId)?.cash ?? done.currentCash) }
  }

  /** Adds an order that waits from now on. */
  addWaiting(portfolio: PortfolioRow, order: StockOrder, sent: Sent): Outcome {
    const { id } = portfolio
    this.#states.set(id, withReserved(portfolio, order, 1))
    this.#reserved.add(id)
    this.#openCounts.set(id, this.openCount(id) + 1)
    return this.#place(sent, portfolio, order)
  }

  /** Adds an order whose condition is met at once. */
  addMet(portfolio: PortfolioRow, decided: Trade, order: StockOrder, sent: Sent): Outcome {
    const closed = this.#fill(this.#apply(portfolio, decided), decided, order)
    return this.#place(sent, portfolio, closed)
  }

  /** Fills a waiting order, after releasing what it reserved. */
  fillWaiting(portfolio: PortfolioRow, decided: Trade, order: StockOrder): Outcome {
    const freed = withReserved(portfolio, order, -1)
    const closed = this.#fill(this.#apply(freed, decided), decided, order)
    this.#filled.set(order.id, closed)
    return { order: closed }
  }

  written() {
    const statesOf = (ids: readonly number[]) => ids.flatMap((id) => this.#states.get(id) ?? [])
    return {
      made: this.#made,
      /** The current state of each portfolio that has traded. */
      traded: statesOf([...this.#traded]),
      /** Portfolios whose reservations alone have changed. */
      reserved: statesOf([...this.#reserved].filter((id) => !this.#traded.has(id))),
      placed: this.#placed,
      /** Waiting orders that became trades. */
      filled: [...this.#filled.values()],
    }
  }

  #apply(portfolio: PortfolioRow, decided: Trade): PortfolioRow {
    // The database's clock may be set back a little; the trades of a portfolio stay in order.
    const trade = { ...decided, at: Math.max(decided.at, portfolio.lastTradeAt) }
    const place = tickerIdOf(trade.ticker)
    const { cash, position } = afterEntry(holdingOf(portfolio, trade.ticker), trade)
    const state = {
      ...portfolio,
      cash,
      shares: portfolio.shares.with(place, position.quantity),
      costs: portfolio.costs.with(place, position.cost),
      realized: realizedWith(portfolio.realized, trade),
      lastTradeAt: trade.at,
    }
    this.#states.set(state.id, state)
    this.#traded.add(state.id)
    return state
  }

  #fill({ id: portfolioId, lastTradeAt: at }: PortfolioRow, decided: Trade, order: StockOrder) {
    const filled = { price: decided.price, at }
    const closed: StockOrder = { ...order, state: 'filled', closedAt: at, filled }
    const trade = { ...decided, at }
    this.#made.push({ portfolioId, key: null, order: closed, expectedPrice: null, trade })
    return closed
  }

  #place(sent: Sent, portfolio: PortfolioRow, order: StockOrder): Outcome {
    const { publicId, contestId } = portfolio
    this.#placed.push({ order, key: sent.key, entry: sent.entry ?? null })
    this.#placedNow.set(named(sent, contestId), { order, portfolio: publicId })
    return { order }
  }
}

/** The cash, and the position of one stock, with what is reserved of each. */
export const heldIn = (portfolio: PortfolioRow, ticker: Ticker) => ({
  ...holdingOf(portfolio, ticker),
  reserved: {
    cash: cents(portfolio.reserved.cash),
    shares: portfolio.reserved.shares?.[tickerIdOf(ticker)] ?? 0,
  },
})

function holdingOf({ cash, shares, costs }: PortfolioRow, ticker: Ticker) {
  const place = tickerIdOf(ticker)
  const position = { quantity: shares[place] ?? 0, cost: cents(costs[place] ?? 0) }
  return { cash: cents(cash), position }
}

/** Adds or removes the reservation of an order. */
function withReserved(
  portfolio: PortfolioRow,
  { side, quantity, price, ticker }: StockOrder,
  sign: 1 | -1,
): PortfolioRow {
  const own = reservedFor(side, quantity, price)
  const { cash, shares } = portfolio.reserved
  const place = tickerIdOf(ticker)
  const all = shares ?? portfolio.shares.map(() => 0)
  const after = all.with(place, (all[place] ?? 0) + sign * own.shares)
  return {
    ...portfolio,
    reserved: {
      cash: cash + sign * own.cash,
      shares: after.some((count) => count > 0) ? after : null,
    },
  }
}
