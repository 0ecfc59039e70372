// The routes of a portfolio: holdings, value now and over time, transactions and their CSV file.
import { api } from '@tengrand/contract/api.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import { ranges, type Range } from '@tengrand/core/day.ts'
import type { ValuePoint } from '@tengrand/core/history.ts'
import { cents, toDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'
import type { FastifyInstance } from 'fastify'

import type { Tx } from '../db/handle.ts'
import { invalidBefore, unknownTicker } from '../http/refusals.ts'
import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import type { Listing } from '../market/markets.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { parsePortfolioRef } from '../ledger/portfolios.ts'
import { realizedIn } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { transactionsCsv } from './csv.ts'
import {
  entryOnWire,
  findCursor,
  hasSplits,
  parseCursor,
  readTransactions,
  writeCursor,
} from './transactions.ts'
import { findFor } from './find.ts'
import { lineOnWire, netWorthHistory, type NetWorth } from './history.ts'
import { createPreviousValue } from './previous-value.ts'
import { readValued, type Valued } from './valued.ts'

export interface PortfolioDeps extends ReadDeps {
  readonly identify: Identify
}

export function addPortfolioRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  addValueRoutes(app, deps)
  addTransactionRoutes(app, deps)
}

function addValueRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const { identify } = deps
  const previousValue = createPreviousValue(deps)
  signedInRoute(app, identify, api.portfolio, async ({ caller, query }) => {
    const valued = await readValued(deps, parsePortfolioRef(caller.accountId, query.portfolio))
    if ('refusal' in valued) return valued
    const league = await readLeagueName(deps.db, valued.contestId)
    const { listing } = await deps.marketOf(valued)
    return { ...portfolioOnWire(valued, await previousValue(valued), listing), ...league }
  })

  signedInRoute(app, identify, api.currentPortfolioValue, async ({ caller, query }) => {
    const valued = await readValued(deps, parsePortfolioRef(caller.accountId, query.portfolio))
    return 'refusal' in valued ? valued : { value: toDollars(valued.valuation.total) }
  })

  signedInRoute(app, identify, api.netWorthHistory, async ({ caller, params, query }) => {
    const range = ranges.find((known) => known === params.range)
    if (range === undefined) return { refusal: { code: 'unknown_range', ranges } }
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const history = await netWorthHistory(deps, head, range)
    return 'refusal' in history ? history : historyOnWire(history, range, head.startingCash)
  })
}

const linesMax = 1_000

function addTransactionRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const { db, identify } = deps
  signedInRoute(app, identify, api.transactions, async ({ caller, query }) => {
    const before = query.before === undefined ? null : parseCursor(query.before)
    if (query.before !== undefined && before === null) return invalidBefore
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const { listing } = await deps.marketOf(head)
    const ticker = query.ticker === undefined ? null : listing.tickerOf(query.ticker)
    if (query.ticker !== undefined && ticker === null) return unknownTicker(query.ticker)
    const { lines, next } = await readTransactions(db, {
      portfolioId: head.id,
      limit: query.limit ?? linesMax,
      before: before && (await findCursor(db, head.id, before)),
      ticker,
      type: query.type ?? null,
    })
    return {
      // Only splits have a `cash` field, because the cash of a trade is its price times its quantity.
      transactions: lines.map(({ entry }) =>
        entryOnWire(entry, listing, entry.type === 'SPLIT' ? { cash: toDollars(entry.cash) } : {}),
      ),
      next: next && (await writeCursor(db, head.id, next)),
      ...(before === null && { has_splits: await hasSplits(db, head.id) }),
    }
  })

  signedInDownload(app, identify, api.transactionsCsv, async ({ caller, query }) => {
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const text = await transactionsCsv(db, head.id, (await deps.marketOf(head)).listing)
    return { text, filename: 'tengrand-transactions.csv' }
  })
}

/** Of a portfolio in a league: its public id and its name. */
async function readLeagueName(tx: Tx, contestId: number) {
  if (contestId === openContestId) return {}
  const [contest] = await tx.query<{ league: string; name: string }>(
    `select public_id as league, name from contest where id = $1`,
    [contestId],
  )
  return contest === undefined ? {} : { contest }
}

function portfolioOnWire(valued: Valued, previousValue: Cents | null, { symbolOf }: Listing) {
  const { startingCash, closing, reserved } = valued
  const { cash, holdings, total } = valued.valuation
  const realized = realizedIn(valued.realized)
  const gain = [...realized.values()].reduce((sum, part) => cents(sum + part), cents(0))
  return {
    portfolio: valued.publicId,
    chapter: valued.chapter,
    starting_cash: toDollars(startingCash),
    closed_at: closing === null ? null : new Date(closing.at).toISOString(),
    cash_balance: toDollars(cash),
    free_cash: toDollars(cents(cash - reserved.cash)),
    total_value: toDollars(total),
    holdings: holdings.map((holding) => ({
      ticker: symbolOf(holding.ticker),
      quantity: holding.quantity,
      free_quantity: holding.quantity - (reserved.shares?.[tickerIdOf(holding.ticker)] ?? 0),
      avg_price: toDollars(holding.averagePrice),
      current_price: toDollars(holding.price),
      market_value: toDollars(holding.value),
      gain_loss: toDollars(holding.gain),
      gain_loss_percent: holding.gainPercent,
    })),
    previous_value: previousValue === null ? null : toDollars(previousValue),
    realized_gain: toDollars(gain),
    // The difference from the total return, so that both gains add up to it, even in a closed chapter.
    unrealized_gain: toDollars(cents(returnSince(startingCash, total).amount - gain)),
    realized: [...realized].map(([ticker, part]) => ({
      ticker: symbolOf(ticker),
      realized_gain: toDollars(part),
    })),
  }
}

function historyOnWire(history: NetWorth, range: Range, startingCash: Cents) {
  const { points, benchmark } = history
  const last = points.at(-1)
  if (last === undefined) throw new Error('A history has a point for now.')
  const [first = last] = points
  const period = returnSince(first.value, last.value)
  const total = returnSince(startingCash, last.value)
  const market = returnOver(benchmark, first.at, last.at)
  return {
    data: lineOnWire(points, history, range),
    benchmark: lineOnWire(benchmark, history, range, first.at),
    metrics: {
      current_value: toDollars(last.value),
      period_return: toDollars(period.amount),
      period_return_percent: period.percent,
      total_return: toDollars(total.amount),
      total_return_percent: total.percent,
      benchmark_return: market && toDollars(market.amount),
      benchmark_return_percent: market && market.percent,
    },
  }
}

/** Null if the points do not reach from one instant to the other. */
function returnOver(points: readonly ValuePoint[], from: number, to: number): Return | null {
  const [first, last] = [points[0], points.at(-1)]
  return first?.at === from && last?.at === to ? returnSince(first.value, last.value) : null
}
