// The call that the web app begins with. It stands alone, because the sign-in needs no more of the contract than this.
import * as z from 'zod/mini'

import { call } from './call.ts'

/** Who may join. */
const admission = {
  signUp: z.enum(['open', 'closed']),
  /** Newcomers need an email of one of these; none where any will do. */
  allowedDomains: z.array(z.string()),
}

export const config = call({
  method: 'GET',
  path: '/config.json',
  summary: 'What the web app must know before it starts.',
  access: 'public',
  answer: z.object({
    /** Who signs people in. */
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
        /** What the issuer is called on the button; none where only programs sign in, with tokens of their own. */
        name: z.nullable(z.string()),
        ...admission,
      }),
    ]),
    /** Where prices come from. On a provider's an order waits for a new one, which takes some seconds. */
    market: z.optional(z.enum(['simulated', 'alpaca', 'yahoo'])),
    /** When it is open: day and night, or in the hours of the New York Stock Exchange. */
    marketHours: z.optional(z.enum(['always', 'nyse'])),
    /** The external form of the Pro waitlist, or the page of the web app that has our own. */
    proWaitlistUrl: z.string(),
  }),
})
