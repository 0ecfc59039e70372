// The call that adds an email to the Pro waitlist of this server.
import * as z from 'zod/mini'

import { call } from './call.ts'

/** The default of PRO_WAITLIST_URL: the page of the web app with the form. */
export const waitlistPath = '/waitlist'

export const joinWaitlist = call({
  method: 'POST',
  path: '/api/waitlist',
  access: 'signed-in',
  body: z.strictObject({ email: z.string() }),
  faults: { email: 'invalid_email' },
  refusals: ['not_found'],
  answer: z.object({
    /** The email as stored: trimmed and in lower case. */
    email: z.string(),
  }),
})
