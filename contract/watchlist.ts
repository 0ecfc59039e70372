// The stocks that a learner watches.
import { tickers } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'

const watchlist = z.object({ tickers: z.array(z.string()) })

export const watchlistCalls = {
  watchlist: call({
    method: 'GET',
    path: '/api/watchlist',
    summary: 'The stocks that are watched, in the order in which they were added.',
    access: 'signed-in',
    answer: watchlist,
  }),

  setWatchlist: call({
    method: 'PUT',
    path: '/api/watchlist',
    summary: 'Replaces the list of stocks that are watched.',
    access: 'signed-in',
    body: z.strictObject({
      tickers: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))
        .check(z.maxLength(tickers.length)),
    }),
    answer: watchlist,
  }),
}
