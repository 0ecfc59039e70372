// The calls of lessons: the organiser's clock, and the prices of the market of a league.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { leagueBoard } from './league-members.ts'
import { forMembers, ofLeague, ofOne } from './leagues.ts'
import { lessonState } from './lesson-market.ts'
import { currentPrice, priceHistory, quote } from './market.ts'
import type { RefusalCode } from './refusals.ts'
import { ticker, timestamp } from './wire.ts'

/** A call of the organiser. A repeated one answers the lesson as it is. */
const clockCall = <const Change extends string, const Code extends RefusalCode>(
  change: Change,
  ...refusals: Code[]
) =>
  call({
    ...ofOne,
    method: 'POST',
    path: `/api/leagues/:league/${change}`,
    refusals: ['not_owner', 'not_a_lesson', 'contest_over', ...refusals],
  })

export const startLesson = clockCall('start', 'too_many_lessons')
export const pauseLesson = clockCall('pause', 'contest_not_begun')
export const resumeLesson = clockCall('resume', 'contest_not_begun', 'too_many_lessons')

const ofSymbol = z.extend(ofLeague, { symbol: ticker })

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
  answer: quotesAnswer,
})

export const leagueQuotesStream = call({
  ...forMembers,
  path: '/api/leagues/:league/quotes/stream',
  refusals: ['not_a_lesson', 'too_many_requests'],
  answers: 'text/event-stream',
  /** The data of one event: `tick` has quotes and the state, `board` every second tick the board. */
  answer: z.union([
    quotesAnswer,
    z.extend(z.omit(leagueBoard.answer, { as_of: true }), { members: z.number() }),
  ]),
})

/** The prices of all stocks since the start of the lesson, at most 121 of each, for the small lines of the list. */
export const leaguePriceLines = call({
  ...forMembers,
  path: '/api/leagues/:league/price-lines',
  refusals: ['not_a_lesson'],
  answer: z.object({
    /** The ticks of the prices; the last one is the present. */
    ticks: z.array(z.number()),
    lines: z.array(z.object({ ticker: z.string(), prices: z.array(z.number()) })),
  }),
})
