// The calls about prices: of now, of the past, and as they change.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, dollars, percent, ticker, timestamp } from './wire.ts'

/** One price of the live stream; the change of the day is counted from the close before it. */
export const quote = z.object({
  ticker: z.string(),
  price: dollars,
  /** What a sale brings and what a buy costs. */
  bid: dollars,
  ask: dollars,
  previous_close: z.nullable(dollars),
  at: timestamp,
})

export const pricePoint = z.object({ date: dateOrTimestamp, price: dollars })

export const currentPrice = call({
  method: 'GET',
  path: '/api/current-price/:ticker',
  summary: 'The latest price of a stock and how old it is.',
  access: 'public',
  params: z.object({ ticker }),
  headers: ['If-None-Match'],
  refusals: ['no_price', 'too_many_requests'],
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
})

export const priceHistory = call({
  method: 'GET',
  path: '/api/price-history/:ticker/:range',
  summary:
    'The prices of a stock over the last seven days by the hour (7d), or the last month, six months or year by the day (1m, 6m, 1y).',
  access: 'public',
  params: z.object({ ticker, range: z.string().check(z.maxLength(40)) }),
  headers: ['If-None-Match'],
  refusals: ['history_unavailable', 'too_many_requests'],
  answer: z.object({
    historical_data: z.array(pricePoint),
    metrics: z.object({ period_return: dollars, period_return_percent: percent }),
    error: z.nullable(z.string()),
  }),
})

export const quotesStream = call({
  method: 'GET',
  path: '/api/quotes/stream',
  summary:
    'Live prices as server-sent events: first `snapshot` with all stocks, then `change` with those that changed.',
  access: 'public',
  headers: ['Last-Event-ID'],
  refusals: ['too_many_requests'],
  answers: 'text/event-stream',
  /** The data of one event. */
  answer: z.object({ quotes: z.array(quote) }),
})
