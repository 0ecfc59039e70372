// The calls about who stands where.
import { openStartingWords } from '@tengrand/core/contest.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dateOrTimestamp, dollars, percent, timestamp } from './wire.ts'

const standing = {
  display_name: z.string(),
  /** 2 or more where somebody has started over. */
  chapter: z.number(),
  cash_balance: dollars,
  current_value: dollars,
  roi_percentage: percent,
}

export const leaderboardRow = z.object({
  /** Public and opaque: it says nothing about the sign-in. Null where the account was deleted since. */
  user_id: z.nullable(z.string()),
  /** The name is 'Account deleted' where it was, until the next ranking. */
  ...standing,
})

export const ownRank = z.object({ rank: z.number(), user_id: z.string(), ...standing })

export const rankedDay = z.object({
  date: dateOrTimestamp,
  rank: z.number(),
  /** How many were ranked that day. */
  traders: z.number(),
  current_value: dollars,
  roi_percentage: percent,
})

export const leaderboard = call({
  method: 'GET',
  path: '/api/leaderboard',
  summary: `The ten with the highest return since they began with ${openStartingWords}, and the own place. Ranked anew every 24 hours.`,
  access: 'signed-in',
  answer: z.object({
    /** The first one is the best. */
    leaderboard: z.array(leaderboardRow),
    /** When the prices were taken; none before the first ranking. */
    updated_at: z.nullable(timestamp),
    next_update_at: z.nullable(timestamp),
    /** Whoever had not traded by then has no place. */
    you: z.nullable(ownRank),
    /** Why the next ranking leaves the learner out, whatever is traded; null where it does not. */
    unranked: z.nullable(z.enum(['by_operator', 'returned', 'email_unconfirmed'])),
    /** Of somebody who has returned after deleting an account: until then they are left out. */
    unranked_until: z.nullable(timestamp),
  }),
})

export const leaderboardMe = call({
  method: 'GET',
  path: '/api/leaderboard/me',
  summary: 'The own place by day over the last 30 days, oldest first.',
  access: 'signed-in',
  answer: z.object({ ranks: z.array(rankedDay) }),
})
