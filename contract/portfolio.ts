// The calls of a portfolio: holdings, value, history, transactions, chapters.
import * as z from 'zod/mini'

import { call, longRead } from './call.ts'
import {
  dollars,
  limitUpTo,
  ofPortfolio,
  percent,
  portfolioId,
  ticker,
  timestamp,
  valuePoint,
} from './wire.ts'

const transactionType = z.enum(['BUY', 'SELL', 'SPLIT'])

export const transaction = z.object({
  timestamp,
  type: transactionType,
  ticker: z.string(),
  /** For a split: the shares that it added, negative if it removed shares. */
  quantity: z.number(),
  price: dollars,
  /** The cash that a split paid for fractions of a share. */
  cash: z.optional(dollars),
  /** The proceeds of a sale or split minus the cost of its shares; null for a purchase. */
  realized_gain: z.nullable(dollars),
})

export const realizedGain = z.object({ ticker: z.string(), realized_gain: dollars })

export const holding = z.object({
  ticker: z.string(),
  quantity: z.number(),
  free_quantity: z.number(),
  avg_price: dollars,
  current_price: dollars,
  market_value: dollars,
  gain_loss: dollars,
  gain_loss_percent: percent,
})

export const portfolio = call({
  method: 'GET',
  path: '/api/portfolio',
  access: 'signed-in',
  query: ofPortfolio,
  refusals: ['no_price'],
  answer: z.object({
    portfolio: z.string(),
    chapter: z.number(),
    /** The league of the portfolio; missing in the contest of all learners. */
    contest: z.optional(z.object({ league: z.string(), name: z.string() })),
    starting_cash: dollars,
    /** When the chapter was closed, at its final prices; null for an open one. */
    closed_at: z.nullable(timestamp),
    cash_balance: dollars,
    /** Cash minus the cash that open orders reserve. */
    free_cash: dollars,
    total_value: dollars,
    /** The value at the previous close, with the holdings of that time; null if unknown, and for a closed chapter. */
    previous_value: z.nullable(dollars),
    /** Realized and unrealized gain; their sum is the return since the start. */
    realized_gain: dollars,
    unrealized_gain: dollars,
    /** One row for each stock with a sale or split. */
    realized: z.array(realizedGain),
    holdings: z.array(holding),
  }),
})

export const currentPortfolioValue = call({
  method: 'GET',
  path: '/api/current-portfolio-value',
  access: 'signed-in',
  query: ofPortfolio,
  refusals: ['no_price'],
  answer: z.object({ value: dollars }),
})

export const netWorthHistory = call({
  ...longRead,
  path: '/api/net_worth_history/:range',
  params: z.object({ range: z.string().check(z.maxLength(40)) }),
  query: ofPortfolio,
  refusals: ['no_price', 'history_unavailable'],
  answer: z.object({
    data: z.array(valuePoint),
    /** The value of the starting cash in equal parts of all stocks, on the dates on which every price is known. */
    benchmark: z.array(valuePoint),
    metrics: z.object({
      current_value: dollars,
      period_return: dollars,
      period_return_percent: percent,
      total_return: dollars,
      total_return_percent: percent,
      /** Null if the benchmark's value is unknown at the start or the end of the range. */
      benchmark_return: z.nullable(dollars),
      benchmark_return_percent: z.nullable(percent),
    }),
  }),
})

export const transactions = call({
  ...longRead,
  path: '/api/transactions',
  query: z.object({
    /** Default: the maximum. */
    limit: limitUpTo(1_000),
    before: z.optional(z.string().check(z.maxLength(40))),
    ticker: z.optional(ticker),
    type: z.optional(transactionType),
    portfolio: portfolioId,
  }),
  answer: z.object({
    transactions: z.array(transaction),
    next: z.nullable(z.string()),
    /** Whether the portfolio has any split, whatever the filter; on the first page only. */
    has_splits: z.optional(z.boolean()),
  }),
})

export const transactionsCsv = call({
  ...longRead,
  path: '/api/transactions.csv',
  query: ofPortfolio,
  answers: 'text/csv',
  answer: z.string(),
})

export const startOver = call({
  method: 'POST',
  path: '/api/portfolio/start-over',
  access: 'signed-in',
  budget: 'trades',
  body: z.strictObject({}),
  headers: ['Idempotency-Key'],
  refusals: ['nothing_to_close', 'too_soon', 'no_price'],
  answer: z.object({
    /** The id of the new chapter's portfolio. */
    portfolio: z.string(),
    chapter: z.number(),
    cash_balance: dollars,
    closed: z.object({
      portfolio: z.string(),
      final_value: dollars,
      return: dollars,
      return_percent: percent,
    }),
  }),
})

export const chapter = z.object({
  portfolio: z.string(),
  chapter: z.number(),
  opened_at: timestamp,
  /** Null for the open chapter. */
  closed_at: z.nullable(timestamp),
  starting_cash: dollars,
  /** The final value of a closed chapter. */
  value: dollars,
  return: dollars,
  return_percent: percent,
  trades: z.number(),
})

export const chapters = call({
  // A long read, because it counts the trades of every chapter.
  ...longRead,
  path: '/api/portfolio/chapters',
  refusals: ['no_price'],
  answer: z.object({ chapters: z.array(chapter) }),
})
