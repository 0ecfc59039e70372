// The routes of a lesson for its members: prices, their history and stream, and the proof after the end.
import type { OutgoingHttpHeaders } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import { refused, unknownTicker } from '../http/refusals.ts'
import { signedInRoute, type Caller, type Identify } from '../http/route.ts'
import { readLines } from '../lessons/lines.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { currentPriceOf, priceHistoryOf } from '../market/answers.ts'
import { streamHeaders } from '../market/stream.ts'
import { quotesOnWire, tickEvent, type Rooms } from './lesson-rooms.ts'
import { readProof } from './proof.ts'
import { findLeague, type WireDeps } from './store.ts'

interface LessonRouteDeps extends WireDeps {
  readonly identify: Identify
  readonly rooms: Rooms
}

const streamsPerAccountMax = 3

export function addLessonRoutes(app: FastifyInstance, deps: LessonRouteDeps): void {
  const { db, marketOf, identify, rooms } = deps
  const marketFor = async ({ accountId }: Caller, id: string) => {
    const league = await findLeague(db, accountId, id)
    return 'refusal' in league ? league : marketOf({ contestId: league.id })
  }
  const stockOf = async (caller: Caller, given: { league: string; symbol: string }) => {
    const of = await marketFor(caller, given.league)
    if ('refusal' in of) return of
    const ticker = of.listing.tickerOf(given.symbol)
    return ticker === null ? unknownTicker(given.symbol) : { of, ticker }
  }

  signedInRoute(app, identify, api.leaguePrice, async ({ caller, params }) => {
    const stock = await stockOf(caller, params)
    return 'refusal' in stock ? stock : currentPriceOf(stock.of, stock.ticker)
  })

  signedInRoute(app, identify, api.leaguePriceHistory, async ({ caller, params }) => {
    const stock = await stockOf(caller, params)
    return 'refusal' in stock ? stock : priceHistoryOf(stock.of, stock.ticker, params.range)
  })

  signedInRoute(app, identify, api.leagueQuotes, async ({ caller, params }) => {
    const of = await marketFor(caller, params.league)
    return 'refusal' in of ? of : quotesOnWire(of)
  })

  signedInRoute(app, identify, api.leaguePriceLines, async ({ caller, params }) => {
    const of = await marketFor(caller, params.league)
    if ('refusal' in of) return of
    return isLiveLesson(of) ? readLines(of) : refused('not_a_lesson')
  })

  signedInRoute(app, identify, api.proof, async ({ caller, params }) => {
    const league = await findLeague(db, caller.accountId, params.league)
    return 'refusal' in league ? league : readProof(deps, league)
  })

  signedInRoute(app, identify, api.leagueQuotesStream, async ({ caller, params }, _, reply) => {
    const of = await marketFor(caller, params.league)
    if ('refusal' in of) return of
    if (!isLiveLesson(of)) return refused('not_a_lesson')
    const { accountId } = caller
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
