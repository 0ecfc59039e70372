// The calls about the learner's own account, and the stocks that the learner watches.
import { tickers } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { call, longRead } from './call.ts'
import { timestamp } from './wire.ts'

const ownAccount = z.object({
  /** Null if the identity provider does not supply it. */
  email: z.nullable(z.string()),
  display_name: z.string(),
  /** Public and opaque: unrelated to the identity provider's id. */
  user_id: z.string(),
  created_at: timestamp,
})

export const account = call({
  method: 'GET',
  path: '/api/account',
  access: 'signed-in',
  answer: ownAccount,
})

export const changeName = call({
  method: 'PATCH',
  path: '/api/account',
  access: 'signed-in',
  body: z.strictObject({ display_name: z.string().check(z.maxLength(200)) }),
  faults: { display_name: 'invalid_name' },
  refusals: ['name_taken'],
  answer: ownAccount,
})

export const accountData = call({
  ...longRead,
  path: '/api/account/data',
  answers: 'application/json',
  // Its schema is in account-data.ts, which the web app does not load.
  answer: z.string(),
})

export const deleteAccount = call({
  method: 'DELETE',
  path: '/api/account',
  access: 'signed-in',
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(1_000))) }),
  refusals: ['wrong_password', 'sign_in_again'],
  answer: z.object({ deleted: z.literal(true) }),
})

const watched = z.object({ tickers: z.array(z.string()) })

export const watchlist = call({
  method: 'GET',
  path: '/api/watchlist',
  access: 'signed-in',
  answer: watched,
})

export const setWatchlist = call({
  method: 'PUT',
  path: '/api/watchlist',
  access: 'signed-in',
  body: z.strictObject({
    tickers: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))
      .check(z.maxLength(tickers.length)),
  }),
  refusals: ['unknown_ticker'],
  answer: watched,
})
