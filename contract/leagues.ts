// The calls of leagues: create, read, change and end them, and join by code.
import { leagueCash } from '@tengrand/core/league.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { lessonMarket, lessonSpan } from './lesson-market.ts'
import { dollars, timestamp } from './wire.ts'

/** Ids, codes and instants, which the handlers parse. */
export const shortText = z.string().check(z.maxLength(40))
const name = z.string().check(z.maxLength(200))
const leagueOrders = z.enum(['now', 'all'])
const leagueHoldings = z.enum(['never', 'after', 'always'])
const leagueState = z.enum(['before', 'open', 'over'])
const leagueKind = z.enum(['league', 'lesson'])
const door = z.enum(['open', 'closed'])

const startingCash = z
  .number('a number of dollars')
  .check(
    z.minimum(leagueCash.min, 'at least 1,000'),
    z.maximum(leagueCash.max, 'at most 1,000,000'),
  )

/** What a member knows, and everybody who has the code. */
const info = {
  kind: leagueKind,
  name: z.string(),
  state: leagueState,
  /** The display name of the owner; null once the owner's account is deleted. */
  owner: z.nullable(z.string()),
  /** Without the organiser of a lesson. */
  members: z.number(),
  starting_cash: dollars,
  /** Null for a lesson: its organiser starts and ends it. */
  starts_at: z.nullable(timestamp),
  ends_at: z.nullable(timestamp),
  /** The end by the rules; later than `ends_at` if the owner ends the league early. */
  planned_ends_at: z.nullable(timestamp),
  /** Market orders only, or also limit and stop orders. */
  orders: leagueOrders,
  /** When members see each other's holdings. */
  holdings: leagueHoldings,
}

export const league = z.object({
  id: z.string(),
  ...info,
  role: z.enum(['owner', 'member']),
  /** The id of your portfolio in the league. */
  portfolio: z.string(),
  /** Whether you can be ranked: you joined in the first tenth of the planned time. */
  ranked: z.boolean(),
  /** Whether the code lets people in. */
  door,
  /** Of a lesson: whether guests can join without an account, and whether they must take a name that is offered. */
  guests: z.optional(z.boolean()),
  generated_names: z.optional(z.boolean()),
  /** For the owner only. */
  code: z.optional(z.string()),
  /** Of a lesson, which has a market of its own. */
  market: z.optional(lessonMarket),
})

export const ofLeague = z.object({ league: shortText })
/** What members read about one league. */
export const forMembers = { method: 'GET', access: 'signed-in', params: ofLeague } as const

/** What an owner may set, also later. */
const wishes = {
  /** Whole cents; default: 10,000. */
  starting_cash: z.optional(startingCash),
  /** An ISO timestamp in UTC; null: now. For leagues only, as are the next three, which a new league requires. */
  starts_at: z.optional(z.nullable(shortText)),
  ends_at: z.optional(shortText),
  orders: z.optional(leagueOrders),
  holdings: z.optional(leagueHoldings),
  /** For lessons only, at any time: they concern only guests who join later. Default: true, where the server allows guests. */
  guests: z.optional(z.boolean()),
  /** Default: false. */
  generated_names: z.optional(z.boolean()),
}

export const createLeague = call({
  method: 'POST',
  path: '/api/leagues',
  access: 'signed-in',
  headers: ['Idempotency-Key'],
  body: z.strictObject({
    /** Default: a league. */
    kind: z.optional(leagueKind),
    name,
    ...wishes,
    /** A lesson requires these two: its market time, and its length in real time. */
    span: z.optional(lessonSpan),
    minutes: z.optional(z.int()),
  }),
  refusals: ['invalid_league_name', 'guests_not_allowed', 'too_many_leagues', 'key_reused'],
  status: 201,
  answer: league,
})

export const leagues = call({
  method: 'GET',
  path: '/api/leagues',
  access: 'signed-in',
  answer: z.object({
    /** At most 100: open ones first, then those to come, then those that are over. */
    leagues: z.array(league),
    /** Portfolios of leagues that you left or were removed from, newest first: closed, and still readable. */
    former: z.array(z.object({ name: z.string(), portfolio: z.string(), removed: z.boolean() })),
  }),
})

/** A call about one league that answers the league. */
export const ofOne = { access: 'signed-in', params: ofLeague, answer: league } as const
const path = '/api/leagues/:league'

export const oneLeague = call({ ...forMembers, path, answer: league })

export const changeLeague = call({
  ...ofOne,
  method: 'PATCH',
  path,
  body: z.strictObject({ name: z.optional(name), door: z.optional(door), ...wishes }),
  refusals: [
    'not_owner',
    'not_a_lesson',
    'guests_not_allowed',
    'invalid_league_name',
    'rules_frozen',
  ],
})

export const deleteLeague = call({
  ...ofOne,
  method: 'DELETE',
  path,
  refusals: ['not_owner', 'league_in_use'],
  status: 204,
  answer: z.undefined(),
})

export const endLeague = call({
  ...ofOne,
  method: 'POST',
  path: '/api/leagues/:league/end',
  refusals: ['not_owner', 'contest_not_begun', 'contest_over'],
})

export const renewCode = call({
  ...ofOne,
  method: 'POST',
  path: '/api/leagues/:league/code',
  refusals: ['not_owner'],
})

export const organiserNameLengthMax = 60
export const ofCode = z.object({ code: shortText })

export const invitation = call({
  method: 'GET',
  path: '/api/join/:code',
  access: 'optional',
  params: ofCode,
  refusals: ['unknown_code', 'too_many_codes'],
  answer: z.object({
    ...info,
    /** Whether guests can join without an account. */
    guests: z.boolean(),
    /** Whether guests must take a name that is offered. */
    generated_names: z.boolean(),
    /** Of a lesson. */
    span: z.optional(lessonSpan),
    minutes: z.optional(z.number()),
    /** Whether a member who joins now is ranked. */
    would_be_ranked: z.boolean(),
    /** The id of the league if you are in it already. */
    league: z.nullable(z.string()),
  }),
})

export const joinLeague = call({
  method: 'POST',
  path: '/api/join/:code',
  access: 'signed-in',
  params: ofCode,
  body: z.strictObject({
    /** Only the owner sees it: 'Anna S., 9b'. */
    organiser_name: z.optional(z.nullable(z.string().check(z.maxLength(organiserNameLengthMax)))),
  }),
  refusals: [
    'invalid_organiser_name',
    'unknown_code',
    'too_many_codes',
    'contest_over',
    'league_full',
    'too_many_leagues',
    'name_taken',
    'removed',
  ],
  status: 201,
  /** A repeated call answers the same league with 200. */
  repeatable: true,
  answer: league,
})
