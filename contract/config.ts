// The call of the public configuration, which the web app makes first. A separate file, because the sign-in page needs
// no other call.
import * as z from 'zod/mini'

import { call } from './call.ts'

/** Who may sign up. */
const admission = {
  signUp: z.enum(['open', 'closed']),
  /** The email domains that may sign up; empty for all. */
  allowedDomains: z.array(z.string()),
}

export const config = call({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  answer: z.object({
    /** The identity provider. */
    identity: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('embedded'), google: z.boolean(), ...admission }),
      z.object({
        kind: z.literal('firebase'),
        projectId: z.string(),
        apiKey: z.string(),
        authDomain: z.string(),
        emulatorUrl: z.nullable(z.string()),
        ...admission,
      }),
      z.object({
        kind: z.literal('oidc'),
        /** The issuer's name on the button; null if only programs sign in, with their own tokens. */
        name: z.nullable(z.string()),
        ...admission,
      }),
    ]),
    /** The source of prices. With a provider, an order waits some seconds for a new price. */
    market: z.optional(z.enum(['simulated', 'alpaca', 'yahoo'])),
    /** When orders are executed: always, or during the hours of the New York Stock Exchange. */
    marketHours: z.optional(z.enum(['always', 'nyse'])),
    /** The lengths that a lesson can have, in minutes. */
    lessonMinutes: z.optional(z.array(z.number())),
    /** Whether lessons can be joined without an account. */
    guests: z.optional(z.boolean()),
    /** The Pro waitlist: an external form, or the page of the web app. */
    proWaitlistUrl: z.string(),
  }),
})
