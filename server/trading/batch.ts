// One batch of orders: lock and read, decide each in turn, write what was decided, commit.
import { afterEntry, type Holding, type Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { decide, type Order, type OrderRefusal } from '@tengrand/core/order.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { applySplits, type SplitLog } from './splits.ts'
import {
  lockPortfolios,
  readOrders,
  writeTrades,
  type DoneTrade,
  type NewTrade,
  type OrderFacts,
  type PortfolioAfter,
  type PortfolioState,
} from './store.ts'

export interface PlacedOrder extends Order {
  readonly accountId: number
  /** The one that it was meant for when it arrived. */
  readonly portfolioId: number
  /** Chosen by the client, or made up for it: by its key an order is executed once, whatever happens on the way. */
  readonly key: string
  readonly arrivedAt: number
}

export type Outcome =
  | { readonly trade: Trade }
  | {
      readonly refusal:
        | OrderRefusal
        | { readonly code: 'key_reused' | 'portfolio_closed' | 'busy' | 'unavailable' }
    }

export interface BatchDeps {
  readonly db: Db
  readonly market: Market
  readonly clock: Pick<Clock, 'decidedAt'>
  readonly log: SplitLog
}

export function executeBatch(
  { db, market, clock, log }: BatchDeps,
  orders: readonly PlacedOrder[],
): Promise<Outcome[]> {
  return db.transaction(async (tx) => {
    const { portfolios, facts } = await readBatch(tx, orders, log)
    // After the locks: an order that had to wait for them gets the price of the moment in which it goes on.
    const at = clock.decidedAt(facts[0]?.readAt ?? 0)
    if (at === null) return orders.map(() => unavailable)
    const wanted = [...new Set(orders.map(({ ticker }) => ticker))]
    const quotes = await market.quotesIn(tx, wanted, at)
    const { outcomes, made, after } = decideAll(orders, {
      portfolios,
      facts,
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
  readonly facts: readonly OrderFacts[]
}

/** A split that is known is applied before anything is decided, or somebody could sell shares that are no more. */
async function readBatch(tx: Tx, orders: readonly PlacedOrder[], log: SplitLog): Promise<Read> {
  const ids = [...new Set(orders.map(({ portfolioId }) => portfolioId))]
  const portfolios = await lockPortfolios(tx, ids)
  const facts = await readOrders(tx, orders)
  const latest = facts[0]?.latestSplit ?? 0
  const pending = portfolios.filter(({ splitsThrough }) => splitsThrough < latest)
  if (pending.length === 0) return { portfolios, facts }
  await applySplits(
    tx,
    pending.map(({ id }) => id),
    log,
  )
  return { portfolios: await lockPortfolios(tx, ids), facts: await readOrders(tx, orders) }
}

interface Circumstances extends Read {
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
  const { portfolios, facts, quotes, hours, at } = circumstances
  const made: NewTrade[] = []
  const states = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]))
  const after = new Map<number, PortfolioAfter>()
  const doneNow = new Map<string, DoneTrade>()
  const outcomes = orders.map((order, index): Outcome => {
    const { accountId, portfolioId, ticker, key, expectedPrice } = order
    const portfolio = states.get(portfolioId)
    if (portfolio === undefined)
      throw new Error('An order belongs to a portfolio that is not there.')
    const done = doneNow.get(`${accountId} ${key}`) ?? facts[index]?.done ?? null
    if (done !== null) return isSame(order, done) ? { trade: done } : reused
    if (portfolio.isClosed) return closed
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
      lastTradeAt: trade.at,
    }
    states.set(portfolioId, state)
    after.set(portfolioId, state)
    doneNow.set(`${accountId} ${key}`, { ...trade, expectedPrice })
    made.push({ portfolioId, key, expectedPrice, trade })
    return { trade }
  })
  return { outcomes, made, after: [...after.values()] }
}

/** The cash and the position of one stock. */
function holdingOf({ cash, shares, costs }: PortfolioState, ticker: Ticker): Holding {
  const place = tickerIdOf(ticker)
  const position = { quantity: shares[place] ?? 0, cost: cents(costs[place] ?? 0) }
  return { cash: cents(cash), position }
}

const reused: Outcome = { refusal: { code: 'key_reused' } }
const closed: Outcome = { refusal: { code: 'portfolio_closed' } }
const unavailable: Outcome = { refusal: { code: 'unavailable' } }

const isSame = (order: Order, done: DoneTrade): boolean =>
  order.side === done.type &&
  order.ticker === done.ticker &&
  order.quantity === done.quantity &&
  order.expectedPrice === done.expectedPrice
