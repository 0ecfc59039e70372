// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import * as z from 'zod/mini'

import { accountCalls } from './account.ts'
import { call } from './call.ts'
import { configCall } from './config.ts'
import { contestCalls } from './contest.ts'
import { marketCalls } from './market.ts'
import { orderCalls } from './orders.ts'
import { portfolioCalls } from './portfolio.ts'
import { waitlistCalls } from './waitlist.ts'

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
  ...contestCalls,
  ...orderCalls,
  ...waitlistCalls,
  ...portfolioCalls,
  ...marketCalls,
}
