// The health checks for load balancers and monitors.
import * as z from 'zod/mini'

import { call } from './call.ts'

export const health = call({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  answer: z.object({ status: z.literal('alive') }),
})

export const ready = call({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  answer: z.object({
    status: z.literal('ready'),
    warnings: z.optional(z.array(z.string())),
  }),
})
