// The calls for prices: the latest, the history, small charts, and the live stream.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, day, dollars, percent, ticker, timestamp } from './wire.ts'

/** One price of the live stream, with the previous close for the change of the day. */
export const quote = z.object({
  ticker: z.string(),
  price: dollars,
  /** The price of a sale and of a buy. */
  bid: dollars,
  ask: dollars,
  previous_close: z.nullable(dollars),
  at: timestamp,
})

const periodReturn = { period_return: dollars, period_return_percent: percent }

export const pricePoint = z.object({ date: dateOrTimestamp, price: dollars })

export const currentPrice = call({
  method: 'GET',
  path: '/api/current-price/:ticker',
  access: 'public',
  params: z.object({ ticker }),
  headers: ['If-None-Match'],
  refusals: ['no_price', 'too_many_requests'],
  answer: z.object({
    /** The middle of bid and ask, for values, charts and rankings. */
    price: dollars,
    /** The price of a sale and of a buy. */
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
  access: 'public',
  params: z.object({ ticker, range: z.string().check(z.maxLength(40)) }),
  headers: ['If-None-Match'],
  refusals: ['history_unavailable', 'too_many_requests'],
  answer: z.object({
    historical_data: z.array(pricePoint),
    metrics: z.object(periodReturn),
    error: z.nullable(z.string()),
  }),
})

/** The past seven days of a stock in some dozens of prices, the oldest first. */
export const priceLine = z.object({
  ticker: z.string(),
  prices: z.array(dollars),
  ...periodReturn,
})

export const priceLines = call({
  method: 'GET',
  path: '/api/price-lines',
  access: 'public',
  headers: ['If-None-Match'],
  refusals: ['too_many_requests'],
  answer: z.object({ lines: z.array(priceLine) }),
})

export const earnings = call({
  method: 'GET',
  path: '/api/earnings/:ticker',
  access: 'public',
  params: z.object({ ticker }),
  headers: ['If-None-Match'],
  refusals: ['not_found', 'too_many_requests'],
  answer: z.object({
    /** Null until the next one is announced. */
    next: z.nullable(day),
    past: z.array(day),
  }),
})

export const quotesStream = call({
  method: 'GET',
  path: '/api/quotes/stream',
  access: 'public',
  headers: ['Last-Event-ID'],
  refusals: ['too_many_requests'],
  answers: 'text/event-stream',
  /** The data of one event. */
  answer: z.object({ quotes: z.array(quote) }),
})
