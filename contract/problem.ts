// The schema of problem details (RFC 9457), the form of every refusal.
import * as z from 'zod/mini'

import { refusalLines, type Problem } from './refusals.ts'
import { dollars, timestamp } from './wire.ts'

const fields = {
  /** The link to the code's row in the API documentation. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The same as `detail`. */
  error: z.string(),
  /** A stable code for programs. */
  code: z.enum(refusalLines.map(({ code }) => code)),
  price: z.optional(dollars),
  from: z.optional(timestamp),
  reason: z.optional(z.string()),
  /** Missing if the request could not be read. */
  request_id: z.optional(z.string()),
} satisfies Readonly<Record<keyof Problem | 'request_id', z.ZodMiniType>>

export const problem = z.object(fields)
