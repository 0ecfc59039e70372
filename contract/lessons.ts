// The calls of lessons: the organiser's clock, and the prices of the market of a league.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { boardRow } from './league-members.ts'
import { league, ofLeague } from './leagues.ts'
import { lessonState } from './lesson-market.ts'
import { currentPrice, priceHistory, quote } from './market.ts'
import { percent, ticker, timestamp } from './wire.ts'

const clockCall = {
  method: 'POST',
  access: 'signed-in',
  params: ofLeague,
  answer: league,
} as const

/** A repeated call answers the lesson as it is. */
export const startLesson = call({
  ...clockCall,
  path: '/api/leagues/:league/start',
  refusals: ['not_owner', 'not_a_lesson', 'contest_over', 'too_many_lessons'],
})

const pausing = ['not_owner', 'not_a_lesson', 'contest_not_begun', 'contest_over'] as const

export const pauseLesson = call({
  ...clockCall,
  path: '/api/leagues/:league/pause',
  refusals: pausing,
})

export const resumeLesson = call({
  ...clockCall,
  path: '/api/leagues/:league/resume',
  refusals: [...pausing, 'too_many_lessons'],
})

const ofSymbol = z.extend(ofLeague, { symbol: ticker })
const forMembers = { method: 'GET', access: 'signed-in' } as const

export const leaguePrice = call({
  ...forMembers,
  path: '/api/leagues/:league/current-price/:symbol',
  params: ofSymbol,
  refusals: ['no_price'],
  answer: currentPrice.answer,
})

export const leaguePriceHistory = call({
  ...forMembers,
  path: '/api/leagues/:league/price-history/:symbol/:range',
  params: z.extend(ofSymbol, { range: z.string().check(z.maxLength(40)) }),
  refusals: ['history_unavailable'],
  answer: priceHistory.answer,
})

/** The prices of one tick, with the state of the lesson; a league without a market of its own has no tick. */
const quotesAnswer = z.object({
  quotes: z.array(quote),
  lesson: z.nullable(z.object({ state: lessonState, tick: z.number(), now: timestamp })),
})

/** For clients without the stream. */
export const leagueQuotes = call({
  ...forMembers,
  path: '/api/leagues/:league/quotes',
  params: ofLeague,
  answer: quotesAnswer,
})

export const leagueQuotesStream = call({
  ...forMembers,
  path: '/api/leagues/:league/quotes/stream',
  params: ofLeague,
  refusals: ['not_a_lesson', 'too_many_requests'],
  answers: 'text/event-stream',
  /** The data of one event: `tick` has quotes and the state, `board` every second tick the board. */
  answer: z.union([
    quotesAnswer,
    z.object({
      board: z.array(boardRow),
      market: z.object({ roi_percentage: z.nullable(percent) }),
      members: z.number(),
      final: z.boolean(),
    }),
  ]),
})

/** The prices of all stocks since the start of the lesson, at most 121 of each, for the small lines of the list. */
export const leaguePriceLines = call({
  ...forMembers,
  path: '/api/leagues/:league/price-lines',
  params: ofLeague,
  refusals: ['not_a_lesson'],
  answer: z.object({
    /** The ticks of the prices; the last one is the present. */
    ticks: z.array(z.number()),
    lines: z.array(z.object({ ticker: z.string(), prices: z.array(z.number()) })),
  }),
})
