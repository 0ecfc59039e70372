// The routes of a lesson: the organiser's clock, and for all members the prices and the proof after the end.
import type { OutgoingHttpHeaders } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import { refused, unknownTicker } from '../http/refusals.ts'
import type { Identify } from '../http/route.ts'
import { changeClock, type ClockChange, type ClockDeps } from '../lessons/clock.ts'
import { isLiveLesson, type LiveLesson } from '../lessons/live.ts'
import { currentPriceOf, priceHistoryOf } from '../market/answers.ts'
import { streamHeaders } from '../market/stream.ts'
import type { LeaguesConfig } from './config.ts'
import { quotesOnWire, tickEvent, type Rooms } from './lesson-rooms.ts'
import { memberRoutes } from './member-routes.ts'
import { readProof } from './proof.ts'
import { leagueOnWire, notOwner, type OwnLeague, type WireDeps } from './store.ts'

export interface LessonRouteDeps extends ClockDeps, WireDeps {
  readonly db: ClockDeps['db']
  readonly identify: Identify
  readonly config: { readonly leagues: LeaguesConfig }
  /** Reads the clock of a lesson again, so that the answer has the change. */
  readonly refreshLesson: (contestId: number) => Promise<void>
}

const streamsPerAccountMax = 3

export function addLessonRoutes(app: FastifyInstance, deps: LessonRouteDeps, rooms: Rooms): void {
  const { marketOf } = deps
  const add = memberRoutes(app, deps)
  add(api.startLesson, ({ league }) => changeLesson(deps, league, 'start'))
  add(api.pauseLesson, ({ league }) => changeLesson(deps, league, 'pause'))
  add(api.resumeLesson, ({ league }) => changeLesson(deps, league, 'resume'))

  const stockOf = async ({ id }: OwnLeague, symbol: string) => {
    const of = await marketOf({ contestId: id })
    const ticker = of.listing.tickerOf(symbol)
    return ticker === null ? unknownTicker(symbol) : { of, ticker }
  }
  add(api.leaguePrice, async ({ league, params }) => {
    const stock = await stockOf(league, params.symbol)
    return 'refusal' in stock ? stock : currentPriceOf(stock.of, stock.ticker)
  })

  add(api.leaguePriceHistory, async ({ league, params }) => {
    const stock = await stockOf(league, params.symbol)
    return 'refusal' in stock ? stock : priceHistoryOf(stock.of, stock.ticker, params.range)
  })

  add(api.leagueQuotes, async ({ league }) =>
    quotesOnWire(await marketOf({ contestId: league.id })),
  )

  add(api.leaguePriceLines, async ({ league }) => {
    const of = await marketOf({ contestId: league.id })
    return isLiveLesson(of) ? linesOf(of) : refused('not_a_lesson')
  })

  add(api.proof, ({ league }) => readProof(deps, league))

  add(api.leagueQuotesStream, async ({ league }, reply) => {
    const of = await marketOf({ contestId: league.id })
    if (!isLiveLesson(of)) return refused('not_a_lesson')
    const { accountId } = league
    if (rooms.count(accountId) >= streamsPerAccountMax) return refused('too_many_requests')
    const first = tickEvent(of)
    const { raw: out } = reply.hijack()
    out.writeHead(200, reply.headers(streamHeaders).getHeaders() as OutgoingHttpHeaders)
    out.write(first)
    rooms.enter(of, accountId, out)
    return reply
  })
  app.addHook('preClose', async () => rooms.close())
}

export async function changeLesson(deps: LessonRouteDeps, league: OwnLeague, change: ClockChange) {
  if (league.kind !== 'lesson') return refused('not_a_lesson')
  if (league.ownerId !== league.accountId) return notOwner
  const { lessonsRunningMax } = deps.config.leagues
  const refusal = await changeClock(deps, league.id, change, lessonsRunningMax)
  if (refusal !== null) return refused(refusal)
  await deps.refreshLesson(league.id)
  return leagueOnWire(deps, league)
}

const pointsMax = 120

/** The prices of a lesson since its start, for small charts: at most 121 of each stock. */
function linesOf({ moment, dollarsAt, listing }: LiveLesson) {
  const { tick } = moment()
  // Powers of two, so that a wider step uses prices that are known.
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, tick / pointsMax)))
  const ticks = Array.from({ length: Math.ceil(tick / step) }, (_, index) => index * step)
  ticks.push(tick)
  const points = ticks.map(dollarsAt)
  const lines = tickers.map((ticker, index) => ({
    ticker: listing.symbolOf(ticker),
    prices: points.map((prices) => prices[index] ?? 0),
  }))
  return { ticks, lines }
}
