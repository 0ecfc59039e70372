// The calls that explain a result: contributions, what-if scenarios (`twins`), habits and luck.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, dollars, ofPortfolio, percent, timestamp, valuePoint } from './wire.ts'

const line = z.array(valuePoint)

export const contribution = z.object({
  ticker: z.string(),
  /** End less start, less what was bought, and what was sold and paid out by splits. */
  amount: dollars,
  /** By sales and splits in the range; the rest is the change of the gain on paper. */
  realized: dollars,
  unrealized: dollars,
  start_value: dollars,
  end_value: dollars,
  /** Of a share as it is counted at the end; null where none was held and no price is known. */
  start_price: z.nullable(dollars),
  end_price: z.nullable(dollars),
  bought: dollars,
  sold: dollars,
  split_cash: dollars,
})

export const twin = z.object({
  /** Never sold; only the trades of the first day; equal parts of all stocks; nothing at all. */
  kind: z.enum(['kept', 'first_day', 'market', 'cash']),
  value: dollars,
  /** What the learner has more. */
  difference: dollars,
  /** Purchases that it had no cash for. */
  skipped: z.number(),
  data: line,
})

export const notReady = z.object({
  ready: z.literal(false),
  purchases: z.number(),
  purchases_needed: z.number(),
  /** On which something was bought. */
  days: z.number(),
  days_needed: z.number(),
  /** Days from the first purchase to the last close. */
  span: z.number(),
  span_needed: z.number(),
})

export const ready = z.object({
  ready: z.literal(true),
  traders: z.number(),
  /** How many of 100 random traders did worse; of those who did the same, half. */
  percentile: percent,
  p5: dollars,
  median: dollars,
  p95: dollars,
  /** The learner's own trades, replayed as those of the random traders are. */
  value: dollars,
  /** What the learner really had at the last close. */
  real_value: z.nullable(dollars),
  /** The last close, up to which trades count. */
  until: timestamp,
  buckets: z.array(z.object({ from: dollars, to: dollars, traders: z.number() })),
})

/** Over the range, largest first; their sum is the return of the period. */
const contributions = z.object({
  from: timestamp,
  to: timestamp,
  total: dollars,
  contributions: z.array(contribution),
})

/** Over the whole portfolio. */
const twins = z.object({
  value: dollars,
  /** The value of the learner over time. */
  data: line,
  /** When the portfolio was opened, and at the end; null where one is not known. */
  prices: z.array(
    z.object({
      ticker: z.string(),
      opening_price: z.nullable(dollars),
      price: z.nullable(dollars),
    }),
  ),
  /** Without those of which a price is not known: that of the market where one was not known at the opening. */
  twins: z.array(twin),
})

/** Over the whole portfolio. */
const habits = z.object({
  /** Below zero; by how much the value at a close lay below the highest close before it. Null where it never did. */
  worst_fall: z.nullable(
    z.object({
      percent,
      from: dateOrTimestamp,
      to: dateOrTimestamp,
      market_percent: z.nullable(percent),
    }),
  ),
  /** Of everything, cash included, at the end. Null where nothing is held. */
  largest: z.nullable(
    z.object({ ticker: z.string(), percent, market_percent: z.nullable(percent) }),
  ),
  /** Equal parts of so many stocks would be spread as widely; null where nothing is held. */
  effective_stocks: z.nullable(z.number()),
  market_effective_stocks: z.nullable(z.number()),
  /** The average of all closes. */
  cash_percent: percent,
  trades_per_month: z.number(),
  sales: z.object({ gains: z.number(), losses: z.number() }),
  /** Neither at a gain nor at a loss. */
  sales_at_cost: z.number(),
})

/** The refusals of every call about a result. */
const resultRefusals = ['no_price', 'history_unavailable'] as const

export const insights = call({
  method: 'GET',
  path: '/api/insights/:range',
  summary:
    'What each stock earned or cost over a range (7d, 1m, 6m, ytd, 1y, all); and over the whole portfolio, what the learner would have by now, had they decided otherwise, and how they invest, in a few figures.',
  access: 'signed-in',
  budget: 'long-reads',
  params: z.object({ range: z.string().check(z.maxLength(40)) }),
  query: ofPortfolio,
  refusals: ['not_found', ...resultRefusals],
  answer: z.object({ contributions, twins, habits }),
})

export const luck = call({
  method: 'GET',
  path: '/api/insights/luck',
  summary:
    'How the choice of stocks compares with that of 1,000 random traders who did the same with the names of the stocks shuffled.',
  access: 'signed-in',
  budget: 'long-reads',
  query: ofPortfolio,
  refusals: [...resultRefusals, 'still_working'],
  answer: z.discriminatedUnion('ready', [notReady, ready]),
})
