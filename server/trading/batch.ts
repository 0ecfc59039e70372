// One batch of orders: lock and read, decide each in turn, write what was decided, commit.
import { afterEntry, type Holding, type Trade } from '@tengrand/core/ledger.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { decide, type Order, type OrderRefusal } from '@tengrand/core/order.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { clockErrorMsMax, type Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { findGone, lockMeant, type MeantPortfolio, type PortfolioState } from './portfolios.ts'
import { applySplits, type SplitLog } from './splits.ts'
import {
  readOrders,
  writeTrades,
  type DoneTrade,
  type NewTrade,
  type OrderFacts,
  type PortfolioAfter,
} from './store.ts'
import { realizedWith } from './ticker-lists.ts'

export interface PlacedOrder extends Order, MeantPortfolio {
  /** Chosen by the client, or made up for it: by its key an order is executed once, whatever happens on the way. */
  readonly key: string
  readonly arrivedAt: number
}

export interface Executed {
  readonly trade: Trade
  /** What the portfolio of the order has now. */
  readonly cash: Cents
}

export type Outcome =
  | Executed
  | {
      readonly refusal:
        | OrderRefusal
        | {
            readonly code: PortfolioRefusal | 'key_reused' | 'busy' | 'unavailable' | 'unauthorized'
          }
    }

type PortfolioRefusal = 'unknown_portfolio' | 'portfolio_closed'

export interface BatchDeps {
  readonly db: Db
  readonly market: Market
  readonly clock: Pick<Clock, 'decidedAt' | 'now' | 'shownUntil'>
  readonly log: SplitLog
}

export function executeBatch(
  { db, market, clock, log }: BatchDeps,
  orders: readonly PlacedOrder[],
): Promise<Outcome[]> {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    const { portfolios, facts, askedAt } = await readBatch(tx, orders, { clock, log })
    const gone = await goneOf(tx, orders, portfolios)
    // After the locks: an order that had to wait for them gets the price of the moment in which it goes on.
    const at = clock.decidedAt(facts.readAt, shownBefore)
    if (at === null) return orders.map(() => unavailable)
    const wanted = [...new Set(orders.map(({ ticker }) => ticker))]
    const quotes = await market.quotesIn(tx, wanted, at)
    const { outcomes, made, after } = decideAll(orders, {
      portfolios,
      facts,
      askedAt,
      gone,
      quotes,
      hours: market.hours,
      at,
    })
    if (made.length > 0) await writeTrades(tx, made, after)
    return outcomes
  }, lookups)
}

/** A portfolio that another transaction has locked for this long is tried again alone, so that the others of its batch go on. */
const lookups = { byKey: true, lockWaitMs: 1_000 }

interface Read {
  readonly portfolios: readonly PortfolioState[]
  readonly facts: OrderFacts
  /** By the clock of this node, just before the facts were read. */
  readonly askedAt: number
}

/** A split that is known is applied before anything is decided, or somebody could sell shares that are no more. */
async function readBatch(
  tx: Tx,
  orders: readonly PlacedOrder[],
  { clock, log }: Pick<BatchDeps, 'clock' | 'log'>,
): Promise<Read> {
  const read = async (): Promise<Read> => {
    const portfolios = await lockMeant(tx, orders)
    const askedAt = clock.now()
    return { portfolios, askedAt, facts: await readOrders(tx, orders) }
  }
  const first = await read()
  const latest = first.facts.latestSplit
  const pending = first.portfolios.filter(({ splitsThrough }) => splitsThrough < latest)
  if (pending.length === 0) return first
  await applySplits(
    tx,
    pending.map(({ id }) => id),
    log,
  )
  return read()
}

/** Looked for only where an account has no open portfolio, which is rare: it is just being closed, or was deleted. */
function goneOf(tx: Tx, orders: readonly PlacedOrder[], portfolios: readonly PortfolioState[]) {
  const open = new Set(portfolios.map(({ accountId }) => accountId))
  const without = orders.map(({ accountId }) => accountId).filter((id) => !open.has(id))
  return without.length === 0 ? new Set<number>() : findGone(tx, without)
}

interface Circumstances extends Read {
  /** Accounts that are no more. */
  readonly gone: ReadonlySet<number>
  readonly quotes: ReadonlyMap<Ticker, Quote>
  readonly hours: Market['hours']
  readonly at: number
}

interface Decided {
  readonly outcomes: Outcome[]
  readonly made: NewTrade[]
  readonly after: PortfolioAfter[]
}

/** In turn: what one order leaves is what the next one of the same portfolio finds. */
function decideAll(orders: readonly PlacedOrder[], circumstances: Circumstances): Decided {
  const { portfolios, facts, askedAt, gone, quotes, hours, at } = circumstances
  const made: NewTrade[] = []
  const states = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]))
  // More than the clock can be off is the time that the database took to read.
  const find = portfolioFinder(portfolios, Math.min(at - askedAt, clockErrorMsMax))
  const after = new Map<number, PortfolioAfter>()
  const doneNow = new Map<string, DoneTrade>()
  const outcomes = orders.map((order, index): Outcome => {
    const { accountId, ticker, key, expectedPrice } = order
    if (gone.has(accountId)) return unauthorized
    const { meantId, refusal } = find(order)
    if (refusal === 'unknown_portfolio') return { refusal: { code: refusal } }
    const portfolio = meantId === null ? undefined : states.get(meantId)
    const done = doneNow.get(`${accountId} ${key}`) ?? facts.done.get(index)
    if (done !== undefined) return isSame(order, done) ? onceMore(done, portfolio) : reused
    if (refusal !== null || portfolio === undefined) return closed
    const held = holdingOf(portfolio, ticker)
    const decided = decide(order, { ...held, quote: quotes.get(ticker) ?? null, hours, at })
    if ('refusal' in decided) return decided
    // The database's clock may be set back a little; the trades of a portfolio still follow each other.
    const trade = { ...decided.trade, at: Math.max(at, portfolio.lastTradeAt) }
    const { cash, position } = afterEntry(held, trade)
    const state = {
      ...portfolio,
      cash,
      shares: portfolio.shares.with(tickerIdOf(ticker), position.quantity),
      costs: portfolio.costs.with(tickerIdOf(ticker), position.cost),
      realized: realizedWith(portfolio.realized, trade),
      lastTradeAt: trade.at,
    }
    states.set(state.id, state)
    after.set(state.id, state)
    doneNow.set(`${accountId} ${key}`, {
      ...trade,
      expectedPrice,
      portfolio: state.publicId,
      cashNow: cash,
    })
    made.push({ portfolioId: state.id, key, expectedPrice, trade })
    return { trade, cash }
  })
  return { outcomes, made, after: [...after.values()] }
}

/**
 * By its number, among those that are locked. A chapter begins by the database's time and an order arrives by the
 * node's, which may differ by as much as the round trip with which that was read: it is put right by how far the database
 * is ahead now.
 */
function portfolioFinder(portfolios: readonly PortfolioState[], aheadMs: number) {
  const named = new Map(portfolios.map((portfolio) => [portfolio.publicId, portfolio]))
  const current = new Map<number, PortfolioState>()
  for (const portfolio of portfolios) {
    if (portfolio.standing === 'current') current.set(portfolio.accountId, portfolio)
  }
  return ({ accountId, publicId, arrivedAt }: PlacedOrder): Found => {
    if (publicId !== null) {
      const meant = named.get(publicId)
      if (meant?.accountId !== accountId) return { meantId: null, refusal: 'unknown_portfolio' }
      return { meantId: meant.id, refusal: meant.standing === 'closed' ? 'portfolio_closed' : null }
    }
    const meant = current.get(accountId)
    // The chapter that it was meant for was closed while the batch waited for the lock, or before that.
    const isTooLate = meant === undefined || arrivedAt + aheadMs < (meant.startedOverAt ?? 0)
    return { meantId: meant?.id ?? null, refusal: isTooLate ? 'portfolio_closed' : null }
  }
}

interface Found {
  /** Null where there is none, or none that is locked. */
  readonly meantId: number | null
  /** Why no order can be executed in it. */
  readonly refusal: PortfolioRefusal | null
}

/** The trade that a retry asks for, beside the cash of now. A chapter that was begun while the batch waited is not locked. */
const onceMore = (trade: DoneTrade, portfolio: PortfolioState | undefined): Outcome => ({
  trade,
  cash: cents(portfolio?.cash ?? trade.cashNow),
})

/** The cash and the position of one stock. */
function holdingOf({ cash, shares, costs }: PortfolioState, ticker: Ticker): Holding {
  const place = tickerIdOf(ticker)
  const position = { quantity: shares[place] ?? 0, cost: cents(costs[place] ?? 0) }
  return { cash: cents(cash), position }
}

const unauthorized: Outcome = { refusal: { code: 'unauthorized' } }
const reused: Outcome = { refusal: { code: 'key_reused' } }
const closed: Outcome = { refusal: { code: 'portfolio_closed' } }
const unavailable: Outcome = { refusal: { code: 'unavailable' } }

/** One that names no portfolio says nothing of it: the trade may be in a chapter that was closed since. */
const isSame = (order: PlacedOrder, done: DoneTrade): boolean =>
  (order.publicId === null || order.publicId === done.portfolio) &&
  order.side === done.type &&
  order.ticker === done.ticker &&
  order.quantity === done.quantity &&
  order.expectedPrice === done.expectedPrice
