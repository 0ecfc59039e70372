// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import { quantityMax } from '@tengrand/core/order.ts'
import * as z from 'zod/mini'

import { accountCalls } from './account-calls.ts'
import { call } from './call.ts'
import { chapterCalls } from './chapter-calls.ts'
import { configCall } from './config-call.ts'
import { leaderboardCalls } from './leaderboard-calls.ts'
import { waitlistCalls } from './waitlist-calls.ts'
import { dateOrTimestamp, dollars, percent, timestamp } from './wire.ts'

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

/** Another portfolio of the learner than the open chapter in the open contest, by its id. */
const portfolioId = z.optional(z.string().check(z.maxLength(40)))
const ofPortfolio = z.object({ portfolio: portfolioId })

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
})

/** Strict: who sends a field that is not known here wants something that this order would not do. */
const order = z.strictObject({
  ticker: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  quantity: z.int().check(z.minimum(1), z.maximum(quantityMax)),
  /** What the learner saw: a guard, never what is paid. */
  price: z
    .number('a number of dollars, at least 0.01')
    .check(z.minimum(0.01), z.maximum(10_000_000, 'at most 10,000,000')),
  portfolio: portfolioId,
})

const executed = z.object({ message: z.string(), error: z.nullable(z.string()) })

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
      total_value: dollars,
      holdings: z.array(
        z.object({
          ticker: z.string(),
          quantity: z.number(),
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
      metrics: z.object({
        current_value: dollars,
        period_return: dollars,
        period_return_percent: percent,
        total_return: dollars,
        total_return_percent: percent,
      }),
    }),
  }),

  transactions: call({
    method: 'GET',
    path: '/api/transactions',
    summary:
      'What was bought, sold and split, newest first; where there is more, `next` is what `before` takes.',
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
    answer: z.object({ transactions: z.array(transaction), next: z.nullable(z.string()) }),
  }),

  transactionsCsv: call({
    method: 'GET',
    path: '/api/transactions.csv',
    summary:
      'All transactions as a table, newest first: Date (UTC), Type, Ticker, Quantity, Price, Total, Cash (what it brought).',
    access: 'signed-in',
    budget: 'long-reads',
    query: ofPortfolio,
    answers: 'text/csv',
    answer: z.string(),
  }),

  buy: call({
    method: 'POST',
    path: '/api/buy',
    summary:
      "Buys shares at the server's ask of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
    access: 'signed-in',
    budget: 'trades',
    body: order,
    faults: { quantity: 'invalid_quantity' },
    answer: executed,
  }),

  sell: call({
    method: 'POST',
    path: '/api/sell',
    summary:
      "Sells shares at the server's bid of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
    access: 'signed-in',
    budget: 'trades',
    body: order,
    faults: { quantity: 'invalid_quantity' },
    answer: executed,
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
      'The prices of a stock over the last seven days by the hour (7d) or the last month by the day (1m).',
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
