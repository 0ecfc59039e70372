// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, dollars, percent, timestamp } from './wire.ts'

const ticker = z.string().check(z.maxLength(40))

/** One price of the live stream; the change of the day is counted from the close before it. */
const quote = z.object({
  ticker: z.string(),
  price: dollars,
  previous_close: z.nullable(dollars),
  at: timestamp,
})

export const api = {
  config: call({
    method: 'GET',
    path: '/config.json',
    summary: 'What the web app must know before it starts.',
    access: 'public',
    answer: z.object({
      /** Who signs people in. */
      identity: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('embedded'), google: z.boolean() }),
        z.object({
          kind: z.literal('firebase'),
          projectId: z.string(),
          apiKey: z.string(),
          authDomain: z.string(),
          emulatorUrl: z.nullable(z.string()),
        }),
        z.object({ kind: z.literal('oidc') }),
      ]),
      /** The external form of the Pro waitlist, or the path of our own. */
      proWaitlistUrl: z.string(),
    }),
  }),

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
    summary: 'Says that the server can do its work: the database answers and prices are there.',
    access: 'public',
    answer: z.object({ status: z.literal('ready') }),
  }),

  account: call({
    method: 'GET',
    path: '/api/account',
    summary: 'Who is signed in, and under which name the others see them.',
    access: 'signed-in',
    answer: z.object({
      /** None where the identity provider does not tell it. */
      email: z.nullable(z.string()),
      display_name: z.string(),
      /** Public and opaque: it says nothing about the sign-in. */
      user_id: z.string(),
      created_at: timestamp,
    }),
  }),

  currentPrice: call({
    method: 'GET',
    path: '/api/current-price/:ticker',
    summary: 'The latest price of a stock and how old it is.',
    access: 'public',
    params: z.object({ ticker }),
    answer: z.object({
      price: dollars,
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
