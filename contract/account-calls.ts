// The calls about the learner's own account.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { timestamp } from './wire.ts'

const account = z.object({
  /** None where the identity provider does not tell it. */
  email: z.nullable(z.string()),
  display_name: z.string(),
  /** Public and opaque: it says nothing about the sign-in. */
  user_id: z.string(),
  created_at: timestamp,
})

export const accountCalls = {
  account: call({
    method: 'GET',
    path: '/api/account',
    summary: 'Who is signed in, and under which name the others see them.',
    access: 'signed-in',
    answer: account,
  }),

  changeName: call({
    method: 'PATCH',
    path: '/api/account',
    summary:
      'Changes the name that the others see: 3 to 24 letters (A to Z), digits, single spaces, - and _, which nobody else has.',
    access: 'signed-in',
    body: z.strictObject({ display_name: z.string().check(z.maxLength(200)) }),
    faults: { display_name: 'invalid_name' },
    answer: account,
  }),
}
