// The calls of guests, who join a lesson with its code and a name: joining, coming back, keeping the result, and what the
// organiser does for them.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { ofMember } from './league-members.ts'
import { league, ofCode, ofOne, shortText } from './leagues.ts'

const guestName = z.string().check(z.maxLength(200))
const secret = z.string().check(z.maxLength(100))

/** The session is a cookie; the token is for the API, and works for this lesson alone. */
const enteredAsGuest = z.object({
  token: z.string(),
  /** The id of the lesson. */
  league: z.string(),
  portfolio: z.string(),
  name: z.string(),
})

const ownPage = { method: 'POST', access: 'same-origin' } as const

export const joinAsGuest = call({
  ...ownPage,
  path: '/api/join/:code/guest',
  params: ofCode,
  body: z.strictObject({
    /** A name is made up if it is missing. */
    name: z.optional(guestName),
  }),
  refusals: [
    'guests_not_allowed',
    'unknown_code',
    'too_many_codes',
    'too_many_requests',
    'invalid_name',
    'name_taken',
    'contest_over',
    'league_full',
    'removed',
  ],
  status: 201,
  /** A browser that has a guest in this lesson gets that guest again, with 200. */
  repeatable: true,
  answer: enteredAsGuest,
})

export const returnAsGuest = call({
  ...ownPage,
  path: '/api/guest/return',
  body: z.strictObject({ pass: secret }),
  refusals: ['expired_pass', 'too_many_requests'],
  answer: enteredAsGuest,
})

/** Moves the guest of this browser, with the portfolio, to the account that is signed in. */
export const keepGuest = call({
  method: 'POST',
  path: '/api/guest/keep',
  access: 'signed-in',
  body: z.strictObject({ league: shortText }),
  refusals: ['no_guest', 'already_member', 'not_over_yet'],
  answer: league,
})

const ofGuest = { access: 'signed-in', params: ofMember } as const
const ofGuestRefusals = ['not_owner', 'not_a_lesson', 'not_found', 'not_a_guest'] as const

export const renameGuest = call({
  ...ofGuest,
  method: 'PATCH',
  path: '/api/leagues/:league/members/:user_id',
  body: z.strictObject({ name: guestName }),
  refusals: [...ofGuestRefusals, 'invalid_name', 'name_taken'],
  answer: z.object({ name: z.string() }),
})

/** Lets a guest back in who lost the cookie: the page of the pass takes it once. */
export const passForGuest = call({
  ...ofGuest,
  method: 'POST',
  path: '/api/leagues/:league/members/:user_id/pass',
  refusals: ofGuestRefusals,
  status: 201,
  answer: z.object({ pass: z.string(), expires_at: z.string() }),
})

/** Removes all guests without a trade, and makes a new code. */
export const clearLobby = call({
  ...ofOne,
  method: 'POST',
  path: '/api/leagues/:league/clear',
  refusals: ['not_owner', 'not_a_lesson', 'contest_over'],
})
