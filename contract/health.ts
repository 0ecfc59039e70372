// The health checks for load balancers and monitors.
import * as z from 'zod/mini'

import { call } from './call.ts'

export const health = call({
  method: 'GET',
  path: '/healthz',
  summary: 'Answers while the process is alive.',
  access: 'public',
  answer: z.object({ status: z.literal('alive') }),
})

export const ready = call({
  method: 'GET',
  path: '/readyz',
  summary:
    'Whether the server can work: 503 with `reason` in one word if it cannot. `warnings` name what works only in part.',
  access: 'public',
  answer: z.object({
    status: z.literal('ready'),
    warnings: z.optional(z.array(z.string())),
  }),
})
