// The calls of the journal: the reasons and forecasts of orders, what became of them, and how well the numbers fit.
import * as z from 'zod/mini'

import { call, longRead } from './call.ts'
import { ofMember } from './league-members.ts'
import { ofLeague } from './leagues.ts'
import { confidence, note } from './orders.ts'
import { dollars, ofPortfolio, percent, portfolioId, ticker, timestamp } from './wire.ts'

export const journalEntry = z.object({
  id: z.string(),
  /** When the order was filled; when it was placed while it waits. */
  at: timestamp,
  ticker: z.string(),
  type: z.enum(['BUY', 'SELL']),
  /** Null for a market order. */
  kind: z.nullable(z.enum(['limit', 'stop'])),
  quantity: z.number(),
  /** What was paid or received for a share; the limit or the stop of an order that waits. */
  price: dollars,
  /** Whether the order waits for its price. If it ends unfilled, the entry is deleted. */
  waiting: z.boolean(),
  note: z.nullable(z.string()),
  /** The end of the time in which the note can be changed. */
  note_until: timestamp,
  /** Of a purchase that the stock does better than the market, of a sale that it does worse. */
  confidence: z.nullable(confidence),
  /** Null without a forecast, and until the closes are known. */
  outcome: z.nullable(z.enum(['right', 'wrong', 'even', 'lapsed'])),
  /** Null without a forecast, and while the order waits. */
  due_at: z.nullable(timestamp),
  /** The returns in percent between the two closes of a scored forecast. */
  stock_return_percent: z.nullable(percent),
  market_return_percent: z.nullable(percent),
})

const journalQuery = {
  ticker: z.optional(ticker),
  /** The `next` of the page before. */
  before: z.optional(z.string().check(z.maxLength(60))),
}

export const journalPage = z.object({
  entries: z.array(journalEntry),
  next: z.nullable(z.string()),
})

export const journal = call({
  method: 'GET',
  access: 'signed-in',
  path: '/api/journal',
  query: z.object({ ...journalQuery, portfolio: portfolioId }),
  answer: journalPage,
})

export const journalCsv = call({
  ...longRead,
  path: '/api/journal.csv',
  query: ofPortfolio,
  answers: 'text/csv',
  answer: z.string(),
})

export const changeNote = call({
  method: 'PATCH',
  path: '/api/journal/:id',
  access: 'signed-in',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  body: z.strictObject({ note: note.check(z.minLength(1)) }),
  refusals: ['unknown_entry', 'note_closed'],
  answer: journalEntry,
})

/** The forecasts that came due after an instant. */
export const dueForecasts = call({
  method: 'GET',
  access: 'signed-in',
  path: '/api/journal/due',
  query: z.object({ after: z.string().check(z.maxLength(40)), portfolio: portfolioId }),
  answer: z.object({ forecasts: z.number(), right: z.number(), even: z.number() }),
})

export const calibrationLevel = z.object({
  confidence,
  forecasts: z.number(),
  /** An even result counts half. */
  right: z.number(),
  percent,
  /** The interval in which the true rate lies 9 times in 10. */
  low: percent,
  high: percent,
})

export const calibration = call({
  method: 'GET',
  access: 'signed-in',
  path: '/api/insights/calibration',
  query: ofPortfolio,
  answer: z.object({
    /** The forecasts with a result. Fewer than needed have no levels and no score. */
    scored: z.number(),
    scored_needed: z.number(),
    levels: z.array(calibrationLevel),
    /** Lower is better. */
    brier: z.nullable(z.number()),
    /** The score of always saying 50 %. */
    brier_of_half: z.number(),
    /** Of all members of a league that is over, if at least three of them have forecasts with a result. */
    brier_of_class: z.nullable(z.number()),
  }),
})

const ofLeagueJournal = {
  path: '/api/leagues/:league/journal',
  access: 'signed-in',
  params: ofLeague,
  refusals: ['not_found'],
  answer: z.object({
    /** Whether the organiser sees your journal in this league. */
    shown: z.boolean(),
    /** For the organiser: the members who show theirs, with the number of entries. */
    members: z.array(
      z.object({
        user_id: z.string(),
        display_name: z.string(),
        organiser_name: z.nullable(z.string()),
        entries: z.number(),
      }),
    ),
  }),
} as const

export const leagueJournals = call({ ...ofLeagueJournal, method: 'GET' })

export const showJournal = call({
  ...ofLeagueJournal,
  method: 'PUT',
  body: z.strictObject({ shown: z.boolean() }),
})

/** For the organiser, of a member who shows it. */
export const memberJournal = call({
  method: 'GET',
  access: 'signed-in',
  path: '/api/leagues/:league/members/:user_id/journal',
  params: ofMember,
  query: z.object(journalQuery),
  refusals: ['not_owner', 'not_found', 'journal_hidden'],
  answer: journalPage,
})
