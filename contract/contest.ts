// The calls of the leaderboard: the top ten, and the learner's own rank over time.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, dollars, percent, timestamp } from './wire.ts'

const standing = {
  display_name: z.string(),
  /** The number of the learner's chapter: 1 at first, and one more after each start over. */
  chapter: z.number(),
  cash_balance: dollars,
  current_value: dollars,
  roi_percentage: percent,
}

export const leaderboardRow = z.object({
  /** Public and opaque. Null if the account was deleted since. */
  user_id: z.nullable(z.string()),
  /** `display_name` is 'Account deleted' for a deleted account, until the next ranking. */
  ...standing,
})

export const ownRank = z.object({ rank: z.number(), user_id: z.string(), ...standing })

export const rankedDay = z.object({
  date: dateOrTimestamp,
  rank: z.number(),
  /** The number of ranked learners that day. */
  traders: z.number(),
  current_value: dollars,
  roi_percentage: percent,
})

export const leaderboard = call({
  method: 'GET',
  path: '/api/leaderboard',
  access: 'signed-in',
  answer: z.object({
    /** Best first. */
    leaderboard: z.array(leaderboardRow),
    /** The time of the prices; null before the first ranking. */
    updated_at: z.nullable(timestamp),
    next_update_at: z.nullable(timestamp),
    /** The learner's own row; null if the learner had not traded before the last ranking. */
    you: z.nullable(ownRank),
    /** Why the next ranking will not include the learner; null if it will. */
    unranked: z.nullable(z.enum(['by_operator', 'returned', 'email_unconfirmed'])),
    /** For `unranked: 'returned'`: when a learner who deleted an account and signed up again is ranked again. */
    unranked_until: z.nullable(timestamp),
  }),
})

export const leaderboardMe = call({
  method: 'GET',
  path: '/api/leaderboard/me',
  access: 'signed-in',
  answer: z.object({ ranks: z.array(rankedDay) }),
})
