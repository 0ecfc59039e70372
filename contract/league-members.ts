// The calls about the members of a league: the board, the owner's table, holdings, and removal.
import * as z from 'zod/mini'

import { call, longRead } from './call.ts'
import { forMembers, ofLeague, shortText } from './leagues.ts'
import { dollars, percent, timestamp } from './wire.ts'

export const ofMember = z.extend(ofLeague, { user_id: shortText })

export const removeMember = call({
  method: 'DELETE',
  path: '/api/leagues/:league/members/:user_id',
  access: 'signed-in',
  params: ofMember,
  refusals: ['not_owner', 'not_found', 'owner_stays', 'contest_over', 'no_price'],
  status: 204,
  answer: z.undefined(),
})

export const boardRow = z.object({
  /** Null for a member without a rank: one without a trade, who joined late, or the organiser of a lesson. */
  rank: z.nullable(z.number()),
  /** Null if the account was deleted after the end. */
  user_id: z.nullable(z.string()),
  display_name: z.string(),
  /** Null where holdings are hidden, except in your own row. */
  current_value: z.nullable(dollars),
  /** Rounded to 0.1 where holdings are hidden, except in your own row. */
  roi_percentage: percent,
  /** The share of the largest stock in percent of the value; null where holdings are hidden. */
  largest_percent: z.nullable(percent),
  you: z.boolean(),
})

export const leagueBoard = call({
  ...forMembers,
  path: '/api/leagues/:league/board',
  refusals: ['no_price'],
  answer: z.object({
    /** By rank; those without a rank come last. */
    board: z.array(boardRow),
    /** The market's return since the league began; null before that, or if a price is missing. */
    market: z.object({ roi_percentage: z.nullable(percent) }),
    as_of: timestamp,
    /** Whether the board never changes again. */
    final: z.boolean(),
  }),
})

export const leagueMember = z.object({
  user_id: z.string(),
  display_name: z.string(),
  /** Of a lesson: whether the member joined without an account. */
  guest: z.optional(z.boolean()),
  organiser_name: z.nullable(z.string()),
  joined_at: timestamp,
  /** The last trade or order, or the joining. */
  last_active: timestamp,
  trades: z.number(),
  current_value: dollars,
  roi_percentage: percent,
  largest_percent: percent,
  rank: z.nullable(z.number()),
})

const ofOwner = { ...longRead, params: ofLeague, refusals: ['not_owner', 'no_price'] } as const

export const leagueMembers = call({
  ...ofOwner,
  path: '/api/leagues/:league/members',
  answer: z.object({ members: z.array(leagueMember), as_of: timestamp }),
})

export const leagueMembersCsv = call({
  ...ofOwner,
  path: '/api/leagues/:league/members.csv',
  answers: 'text/csv',
  answer: z.string(),
})

export const memberHoldings = call({
  ...forMembers,
  path: '/api/leagues/:league/members/:user_id/holdings',
  params: ofMember,
  refusals: ['hidden', 'not_found', 'no_price'],
  answer: z.object({
    cash_balance: dollars,
    total_value: dollars,
    /** The largest first. */
    holdings: z.array(
      z.object({
        ticker: z.string(),
        quantity: z.number(),
        current_price: dollars,
        market_value: dollars,
        /** Of the total value. */
        percent,
      }),
    ),
    as_of: timestamp,
  }),
})
