// The calls about chapters: a learner who starts over closes one and begins the next.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dollars, percent, timestamp } from './wire.ts'

export const chapterCalls = {
  startOver: call({
    method: 'POST',
    path: '/api/portfolio/start-over',
    summary:
      'Closes the chapter at the prices of this moment and begins the next. `Idempotency-Key` (a UUID) makes a retry safe.',
    access: 'signed-in',
    budget: 'trades',
    body: z.strictObject({}),
    answer: z.object({
      /** Of the new chapter. */
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
  }),

  chapters: call({
    method: 'GET',
    path: '/api/portfolio/chapters',
    summary:
      'All chapters, newest first: the open one, and those that were closed by starting over.',
    access: 'signed-in',
    // Counts the trades of each.
    budget: 'long-reads',
    answer: z.object({
      chapters: z.array(
        z.object({
          portfolio: z.string(),
          chapter: z.number(),
          opened_at: timestamp,
          /** Null for the open one. */
          closed_at: z.nullable(timestamp),
          starting_cash: dollars,
          /** Of a closed one, what it was worth at its end. */
          value: dollars,
          return: dollars,
          return_percent: percent,
          trades: z.number(),
        }),
      ),
    }),
  }),
}
