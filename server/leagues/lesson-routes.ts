// The routes of a lesson for its members: prices, their history and stream, and the proof after the end.
import { api } from '@tengrand/contract/api.ts'
import type { FastifyInstance } from 'fastify'

import { refused, unknownTicker } from '../http/refusals.ts'
import { signedInRoute, type Caller } from '../http/route.ts'
import { readLines } from '../lessons/lines.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { currentPriceOf, priceHistoryOf } from '../market/answers.ts'
import type { LessonStreamDeps } from './lesson-stream.ts'
import { quotesOnWire } from './lesson-rooms.ts'
import { addLessonStream } from './lesson-stream.ts'
import { readProof } from './proof.ts'
import { findLeague } from './store.ts'

export function addLessonRoutes(app: FastifyInstance, deps: LessonStreamDeps): void {
  const { db, marketOf, identify } = deps
  const marketFor = async ({ accountId }: Caller, id: string) => {
    const league = await findLeague(db, accountId, id)
    return 'refusal' in league ? league : marketOf({ contestId: league.id })
  }
  const stockOf = async (
    caller: Caller,
    { league, symbol }: { league: string; symbol: string },
  ) => {
    const of = await marketFor(caller, league)
    if ('refusal' in of) return of
    const ticker = of.listing.tickerOf(symbol)
    return ticker === null ? unknownTicker(symbol) : { of, ticker }
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

  addLessonStream(app, deps)
}
