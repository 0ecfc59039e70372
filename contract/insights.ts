// The calls that explain a result: contributions, what-if scenarios (`twins`), habits and luck.
import * as z from 'zod/mini'

import { call, longRead } from './call.ts'
import { dateOrTimestamp, dollars, ofPortfolio, percent, timestamp, valuePoint } from './wire.ts'

const line = z.array(valuePoint)

export const contribution = z.object({
  ticker: z.string(),
  /** `end_value - start_value - bought + sold + split_cash`. */
  amount: dollars,
  /** The gain realized by sales and splits in the range. `unrealized` is the rest of `amount`. */
  realized: dollars,
  unrealized: dollars,
  start_value: dollars,
  end_value: dollars,
  /**
   * The price of a share, adjusted for splits up to the end of the range; null if the stock was not held and has no
   * known price.
   */
  start_price: z.nullable(dollars),
  end_price: z.nullable(dollars),
  bought: dollars,
  sold: dollars,
  split_cash: dollars,
})

export const twin = z.object({
  /** Scenarios: never sold; only the trades of the first day; equal parts of all stocks; only cash. */
  kind: z.enum(['kept', 'first_day', 'market', 'cash']),
  value: dollars,
  /** The learner's value minus the value of the scenario. */
  difference: dollars,
  /** The number of purchases that the scenario skipped for lack of cash. */
  skipped: z.number(),
  data: line,
})

export const notReady = z.object({
  ready: z.literal(false),
  purchases: z.number(),
  purchases_needed: z.number(),
  /** Days with a purchase. */
  days: z.number(),
  days_needed: z.number(),
  /** Days from the first purchase to the last close. */
  span: z.number(),
  span_needed: z.number(),
})

export const ready = z.object({
  ready: z.literal(true),
  traders: z.number(),
  /** The percentage of random traders who did worse, counting equal ones as half. */
  percentile: percent,
  p5: dollars,
  median: dollars,
  p95: dollars,
  /** The result of the learner's own trades, replayed in the same way as those of the random traders. */
  value: dollars,
  /** The learner's actual value at the last close. */
  real_value: z.nullable(dollars),
  /** The last close: trades up to it count. */
  until: timestamp,
  buckets: z.array(z.object({ from: dollars, to: dollars, traders: z.number() })),
})

/** Contributions of the range, largest first; their sum is the return of the range. */
const contributions = z.object({
  from: timestamp,
  to: timestamp,
  total: dollars,
  contributions: z.array(contribution),
})

/** Over the whole time of the portfolio, independent of the range. */
const twins = z.object({
  value: dollars,
  /** The value of the learner over time. */
  data: line,
  /** Prices at the opening and at the end; null if unknown. */
  prices: z.array(
    z.object({
      ticker: z.string(),
      opening_price: z.nullable(dollars),
      price: z.nullable(dollars),
    }),
  ),
  /** Scenarios with a missing price are left out, such as the market if an opening price is unknown. */
  twins: z.array(twin),
})

/** Over the whole time of the portfolio, independent of the range. */
const habits = z.object({
  /** The largest fall from a close to a later one, as a negative percentage. Null if there was none. */
  worst_fall: z.nullable(
    z.object({
      percent,
      from: dateOrTimestamp,
      to: dateOrTimestamp,
      market_percent: z.nullable(percent),
    }),
  ),
  /** The largest position, in percent of the portfolio with cash at the end; null if nothing is held. */
  largest: z.nullable(
    z.object({ ticker: z.string(), percent, market_percent: z.nullable(percent) }),
  ),
  /** The number of equal positions with the same spread; null if nothing is held. */
  effective_stocks: z.nullable(z.number()),
  market_effective_stocks: z.nullable(z.number()),
  /** The percentage held in cash, averaged over all closes. */
  cash_percent: percent,
  trades_per_month: z.number(),
  sales: z.object({ gains: z.number(), losses: z.number() }),
  /** The number of sales with neither a gain nor a loss. */
  sales_at_cost: z.number(),
})

/** The refusals of every call about a result. */
const resultRefusals = ['no_price', 'history_unavailable'] as const

export const insights = call({
  ...longRead,
  path: '/api/insights/:range',
  params: z.object({ range: z.string().check(z.maxLength(40)) }),
  query: ofPortfolio,
  refusals: ['not_found', ...resultRefusals],
  answer: z.object({ contributions, twins, habits }),
})

export const luck = call({
  ...longRead,
  path: '/api/insights/luck',
  query: ofPortfolio,
  refusals: [...resultRefusals, 'still_working'],
  answer: z.discriminatedUnion('ready', [notReady, ready]),
})
