// The calls by which a load balancer or a monitor asks how the process is.
import * as z from 'zod/mini'

import { call } from './call.ts'

export const health = call({
  method: 'GET',
  path: '/healthz',
  summary: 'Says that the process is alive.',
  access: 'public',
  answer: z.object({ status: z.literal('alive') }),
})

export const ready = call({
  method: 'GET',
  path: '/readyz',
  summary:
    'Says that the server can do its work; where it cannot, `reason` says in one word why. `warnings` name what works in part only.',
  access: 'public',
  answer: z.object({
    status: z.literal('ready'),
    warnings: z.optional(z.array(z.string())),
  }),
})
