// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import * as z from 'zod/mini'

import { accountCalls } from './account-calls.ts'
import { call } from './call.ts'
import { chapterCalls } from './chapter-calls.ts'
import { configCall } from './config-call.ts'
import { leaderboardCalls } from './leaderboard-calls.ts'
import { orderCalls } from './order-calls.ts'
import { waitlistCalls } from './waitlist-calls.ts'
import { dateOrTimestamp, dollars, ofPortfolio, percent, portfolioId, timestamp } from './wire.ts'

const ticker = z.string().check(z.minLength(1), z.maxLength(40))

/** One price of the live stream; the change of the day is counted from the close before it. */
const quote = z.object({
  ticker: z.string(),
  price: dollars,
  /** What a sale brings and what a buy costs. */
  bid: dollars,
  ask: dollars,
  previous_close: z.nullable(dollars),
  at: timestamp,
})

const transactionType = z.enum(['BUY', 'SELL', 'SPLIT'])

const transaction = z.object({
  timestamp,
  type: transactionType,
  ticker: z.string(),
  /** Of a split, the shares that it added; below zero when it took some. */
  quantity: z.number(),
  price: dollars,
  /** Of a split, what was paid for parts of a share. */
  cash: z.optional(dollars),
  /** What a sale or a split brought less what the shares had cost; null for a purchase. */
  realized_gain: z.nullable(dollars),
})

export const api = {
  config: configCall,

  health: call({
    method: 'GET',
    path: '/healthz',
    summary: 'Says that the process is alive.',
    access: 'public',
    answer: z.object({ status: z.literal('alive') }),
  }),

  ready: call({
    method: 'GET',
    path: '/readyz',
    summary:
      'Says that the server can do its work; where it cannot, `reason` says in one word why. `warnings` name what works in part only.',
    access: 'public',
    answer: z.object({
      status: z.literal('ready'),
      warnings: z.optional(z.array(z.string())),
    }),
  }),

  ...accountCalls,
  ...chapterCalls,
  ...leaderboardCalls,
  ...orderCalls,
  ...waitlistCalls,

  portfolio: call({
    method: 'GET',
    path: '/api/portfolio',
    summary: 'Cash, holdings and what they are worth at the latest prices.',
    access: 'signed-in',
    query: ofPortfolio,
    answer: z.object({
      portfolio: z.string(),
      chapter: z.number(),
      starting_cash: dollars,
      /** Of a chapter that is over; it stays at its last prices. */
      closed_at: z.nullable(timestamp),
      cash_balance: dollars,
      /** Without what open orders hold. */
      free_cash: dollars,
      total_value: dollars,
      /** At the last close of the day before, with what was held then; null where that is not known, and of a closed chapter. */
      previous_value: z.nullable(dollars),
      /** By sales and splits, and on paper. Together they are the return since the start. */
      realized_gain: dollars,
      unrealized_gain: dollars,
      /** Of every stock that was sold or split. */
      realized: z.array(z.object({ ticker: z.string(), realized_gain: dollars })),
      holdings: z.array(
        z.object({
          ticker: z.string(),
          quantity: z.number(),
          free_quantity: z.number(),
          avg_price: dollars,
          current_price: dollars,
          market_value: dollars,
          gain_loss: dollars,
          gain_loss_percent: percent,
        }),
      ),
    }),
  }),

  currentPortfolioValue: call({
    method: 'GET',
    path: '/api/current-portfolio-value',
    summary: 'What everything together is worth at the latest prices.',
    access: 'signed-in',
    query: ofPortfolio,
    answer: z.object({ value: dollars }),
  }),

  netWorthHistory: call({
    method: 'GET',
    path: '/api/net_worth_history/:range',
    summary:
      'The value of the portfolio over time: by the hour for 7d, by the day for 1m, 6m, ytd, 1y and all; the last point is now.',
    access: 'signed-in',
    budget: 'long-reads',
    params: z.object({ range: z.string().check(z.maxLength(40)) }),
    query: ofPortfolio,
    answer: z.object({
      data: z.array(z.object({ date: dateOrTimestamp, value: dollars })),
      /** The starting cash in equal parts of all stocks, at the same dates; without those of which a price is not known. */
      benchmark: z.array(z.object({ date: dateOrTimestamp, value: dollars })),
      metrics: z.object({
        current_value: dollars,
        period_return: dollars,
        period_return_percent: percent,
        total_return: dollars,
        total_return_percent: percent,
        /** Null where its value is not known at both ends. */
        benchmark_return: z.nullable(dollars),
        benchmark_return_percent: z.nullable(percent),
      }),
    }),
  }),

  transactions: call({
    method: 'GET',
    path: '/api/transactions',
    summary:
      'What was bought, sold and split, newest first; where there is more, `next` is what `before` takes. The first page says whether there is a split at all.',
    access: 'signed-in',
    budget: 'long-reads',
    query: z.object({
      /** Without it, as many as there may be at once. */
      limit: z.optional(
        z.pipe(
          z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1,000')),
          z.transform(Number),
        ),
      ),
      before: z.optional(z.string().check(z.maxLength(40))),
      ticker: z.optional(ticker),
      type: z.optional(transactionType),
      portfolio: portfolioId,
    }),
    answer: z.object({
      transactions: z.array(transaction),
      next: z.nullable(z.string()),
      /** Whether the portfolio has a split at all, whatever was asked for; without `before` only. */
      has_splits: z.optional(z.boolean()),
    }),
  }),

  transactionsCsv: call({
    method: 'GET',
    path: '/api/transactions.csv',
    summary:
      'All transactions as a table, newest first: Date (UTC), Type, Ticker, Quantity, Price, Total, Cash (what it brought), Realized gain.',
    access: 'signed-in',
    budget: 'long-reads',
    query: ofPortfolio,
    answers: 'text/csv',
    answer: z.string(),
  }),

  currentPrice: call({
    method: 'GET',
    path: '/api/current-price/:ticker',
    summary: 'The latest price of a stock and how old it is.',
    access: 'public',
    params: z.object({ ticker }),
    answer: z.object({
      /** In the middle; values, charts and rankings count with it. */
      price: dollars,
      /** What a sale brings and what a buy costs. */
      bid: dollars,
      ask: dollars,
      cache_age: z.object({ is_fresh: z.boolean(), age_hours: z.number() }),
      warning: z.nullable(z.string()),
      error: z.nullable(z.string()),
    }),
  }),

  priceHistory: call({
    method: 'GET',
    path: '/api/price-history/:ticker/:range',
    summary:
      'The prices of a stock over the last seven days by the hour (7d), or the last month, six months or year by the day (1m, 6m, 1y).',
    access: 'public',
    params: z.object({ ticker, range: z.string().check(z.maxLength(40)) }),
    answer: z.object({
      historical_data: z.array(z.object({ date: dateOrTimestamp, price: dollars })),
      metrics: z.object({ period_return: dollars, period_return_percent: percent }),
      error: z.nullable(z.string()),
    }),
  }),

  /** A stream of events, not one answer: `snapshot` with all quotes first, then `change` with those that changed. */
  quotesStream: call({
    method: 'GET',
    path: '/api/quotes/stream',
    summary:
      'Live prices as server-sent events: first `snapshot` with all stocks, then `change` with those that changed.',
    access: 'public',
    answer: z.object({ quotes: z.array(quote) }),
  }),
}
