// What a learner owns over HTTP: the portfolio, its value now and over time, and the transactions behind it.
import { api } from '@tengrand/contract/api.ts'
import { dayOf, ranges, type Range } from '@tengrand/core/day.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { toDollars } from '@tengrand/core/money.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import { returnSince, totalReturn, valuationOf, type Valuation } from '@tengrand/core/valuation.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { readAccount } from '../account/store.ts'
import type { Db } from '../db/handle.ts'
import { signedInDownload, signedInRoute, type Caller, type Identify } from '../http/route.ts'
import type { Market } from '../market/market.ts'
import { readClosesAhead } from './closes-ahead.ts'
import { transactionsCsv } from './csv.ts'
import { netWorthHistory, type NetWorth } from './history.ts'
import { applyNewSplits, readPortfolio } from './store.ts'
import { parseCursor, readTransactions, formatCursor } from './transactions.ts'

export interface PortfolioDeps {
  readonly db: Db
  readonly market: Market
  readonly identify: Identify
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function addPortfolioRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  addValueRoutes(app, deps)
  addTransactionRoutes(app, deps)
  readClosesAhead(app, deps)
}

function addValueRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const { db, market, identify } = deps
  const valuationFor = async ({ accountId }: Caller): Promise<Valuation | NoPrice> => {
    const portfolio = await readPortfolio(deps, accountId)
    const valuation = valuationOf(portfolio, (ticker) => market.quote(ticker)?.price ?? null)
    if (!('missing' in valuation)) return valuation
    return { refusal: { code: 'no_price', ticker: valuation.missing } }
  }

  signedInRoute(app, identify, api.portfolio, async ({ caller }) => {
    const valuation = await valuationFor(caller)
    return 'refusal' in valuation ? valuation : portfolioOnWire(valuation)
  })

  signedInRoute(app, identify, api.currentPortfolioValue, async ({ caller }) => {
    const valuation = await valuationFor(caller)
    return 'refusal' in valuation ? valuation : { value: toDollars(valuation.total) }
  })

  signedInRoute(app, identify, api.netWorthHistory, async ({ caller, params }) => {
    const range = ranges.find((known) => known === params.range)
    if (range === undefined) return { refusal: { code: 'unknown_range', ranges } }
    const { createdAt } = await readAccount(db, caller.accountId)
    const account = { id: caller.accountId, createdAt: createdAt.getTime() }
    const history = await netWorthHistory(deps, account, range)
    return 'refusal' in history ? history : historyOnWire(history, range)
  })
}

const linesMax = 1_000
const beforeWanted = 'before must be what an earlier answer gave as next.'

function addTransactionRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const { db, identify } = deps
  signedInRoute(app, identify, api.transactions, async ({ caller, query }) => {
    const before = query.before === undefined ? null : parseCursor(query.before)
    if (query.before !== undefined && before === null) {
      return { refusal: { code: 'invalid_request', reason: beforeWanted } }
    }
    const ticker = query.ticker === undefined ? null : parseTicker(query.ticker)
    if (query.ticker !== undefined && ticker === null) {
      return { refusal: { code: 'unknown_ticker', ticker: query.ticker.trim().toUpperCase() } }
    }
    if (before === null) await applyNewSplits(deps, caller.accountId)
    const { lines, next } = await readTransactions(db, {
      accountId: caller.accountId,
      limit: query.limit ?? linesMax,
      before,
      ticker,
      type: query.type ?? null,
    })
    return {
      transactions: lines.map(({ entry }) => transactionOnWire(entry)),
      next: next === null ? null : formatCursor(next),
    }
  })

  signedInDownload(app, identify, api.transactionsCsv, async ({ caller }) => {
    await applyNewSplits(deps, caller.accountId)
    const text = await transactionsCsv(db, caller.accountId)
    return { text, filename: 'tengrand-transactions.csv' }
  })
}

interface NoPrice {
  readonly refusal: { readonly code: 'no_price'; readonly ticker: string }
}

const portfolioOnWire = ({ cash, holdings, total }: Valuation) => ({
  cash_balance: toDollars(cash),
  total_value: toDollars(total),
  holdings: holdings.map((holding) => ({
    ticker: holding.ticker,
    quantity: holding.quantity,
    avg_price: toDollars(holding.averagePrice),
    current_price: toDollars(holding.price),
    market_value: toDollars(holding.value),
    gain_loss: toDollars(holding.gain),
    gain_loss_percent: holding.gainPercent,
  })),
})

function historyOnWire({ from, now, points }: Extract<NetWorth, { points: object }>, range: Range) {
  const last = points.at(-1)
  if (last === undefined) throw new Error('A history has a point for now.')
  const period = returnSince(points[0]?.value ?? last.value, last.value)
  const total = totalReturn(last.value)
  /** The ends are instants; between them are closes, and a close at midnight is of the day before. */
  const dateOf = (at: number): string =>
    range === '7d' || at === from || at === now ? new Date(at).toISOString() : dayOf(at - 1)
  const start = dateOf(points[0]?.at ?? now)
  return {
    data: points
      .map(({ at, value }) => ({ date: dateOf(at), value: toDollars(value) }))
      // A day that is over was the start's own: as a date it would stand before it.
      .filter(({ date }, index) => index === 0 || date > start),
    metrics: {
      current_value: toDollars(last.value),
      period_return: toDollars(period.amount),
      period_return_percent: period.percent,
      total_return: toDollars(total.amount),
      total_return_percent: total.percent,
    },
  }
}

function transactionOnWire(entry: Entry) {
  const { type, ticker, quantity, at } = entry
  return {
    timestamp: new Date(at).toISOString(),
    type,
    ticker,
    quantity,
    price: entry.type === 'SPLIT' ? 0 : toDollars(entry.price),
    ...(entry.type === 'SPLIT' ? { cash: toDollars(entry.cash) } : {}),
  }
}
