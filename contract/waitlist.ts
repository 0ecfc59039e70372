// The call with which a learner asks to hear of Pro, where this server keeps the list.
import * as z from 'zod/mini'

import { call } from './call.ts'

/** The page of the web app with the form; what the configuration says where no other form is named. */
export const waitlistPath = '/waitlist'

export const joinWaitlist = call({
  method: 'POST',
  path: '/api/waitlist',
  summary:
    'Adds an email to the waitlist of Pro; one that is there already keeps its place. Only where PRO_WAITLIST_URL names no other form.',
  access: 'signed-in',
  body: z.strictObject({ email: z.string() }),
  faults: { email: 'invalid_email' },
  refusals: ['not_found'],
  answer: z.object({
    /** As it is kept: in small letters, without spaces around it. */
    email: z.string(),
  }),
})
