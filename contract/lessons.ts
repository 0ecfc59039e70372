// The calls of lessons: the organiser's clock, and the prices of the market of a league.
import * as z from 'zod/mini'

import { call } from './call.ts'
import { boardRow } from './league-members.ts'
import { league, ofLeague } from './leagues.ts'
import { lessonState } from './lesson-market.ts'
import { currentPrice, priceHistory, quote } from './market.ts'
import type { RefusalCode } from './refusals.ts'
import { percent, ticker, timestamp } from './wire.ts'

/** A call of the organiser. A repeated one answers the lesson as it is. */
const clockCall = <const Change extends string, const Code extends RefusalCode>(
  change: Change,
  ...refusals: Code[]
) =>
  call({
    method: 'POST',
    access: 'signed-in',
    path: `/api/leagues/:league/${change}`,
    params: ofLeague,
    refusals: ['not_owner', 'not_a_lesson', 'contest_over', ...refusals],
    answer: league,
  })

export const startLesson = clockCall('start', 'too_many_lessons')
export const pauseLesson = clockCall('pause', 'contest_not_begun')
export const resumeLesson = clockCall('resume', 'contest_not_begun', 'too_many_lessons')

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
