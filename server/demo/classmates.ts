// The classmates of the demo: simulated people who come into every lobby of a lesson, and then trade by simple rules
// through the queue that takes the orders of everybody.
import { randomUUID } from 'node:crypto'

import { marketAt } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import { hasTable } from '../db/migrate.ts'
import { addJob } from '../jobs.ts'
import type { LeaguesConfig } from '../leagues/config.ts'
import { join } from '../leagues/join.ts'
import { leagueColumns, type League } from '../leagues/store.ts'
import { isLiveLesson, type LiveLesson } from '../lessons/live.ts'
import { placeInLesson, type PlaceDeps } from '../lessons/place-order.ts'
import type { MarketOf } from '../market/markets.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { wishOf } from './classmate-rules.ts'

const classmatesMax = 20
/** The rules look back so far. */
const pastTicks = 60

export interface ClassmateDeps extends PlaceDeps {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly marketOf: MarketOf
  readonly config: { readonly leagues: LeaguesConfig }
  readonly classmatesEveryMs: number
}

export const isDemo = (tx: Tx): Promise<boolean> => hasTable(tx, 'demo_world')

export function startClassmates(app: FastifyInstance, deps: ClassmateDeps): void {
  addJob(app, {
    run: () => lookAtLessons(deps),
    pauseMs: deps.classmatesEveryMs,
    onFailure: (err) => deps.log.warn({ err }, 'the classmates of the demo could not play'),
  })
}

async function lookAtLessons(deps: ClassmateDeps): Promise<void> {
  const lessons = await deps.db.query<League>(
    `select ${leagueColumns} from contest c where kind = 'lesson' and settled_at is null`,
  )
  for (const league of lessons) {
    const lesson = await deps.marketOf({ contestId: league.id })
    if (!isLiveLesson(lesson)) continue
    const { state } = lesson.moment()
    if (state === 'lobby') await sendIn(deps, league)
    if (state === 'running') await play(deps, lesson)
  }
}

/** One at a time, as in a class. */
async function sendIn(deps: ClassmateDeps, league: League): Promise<void> {
  const [next] = await deps.db.query<{ id: number; count: number }>(
    `select id, count(account_id) over () as count from account
     left join membership on contest_id = $1 and account_id = id
     where subject like 'demo trader %' and id is distinct from $2
     order by account_id is not null, id limit 1`,
    [league.id, league.ownerId],
  )
  if (next === undefined || next.count >= classmatesMax) return
  await join(deps, next.id, league, null)
}

interface Classmate {
  readonly accountId: number
  readonly publicId: string
  readonly cash: number
  /** By the number of the stock. */
  readonly shares: readonly number[]
}

async function play(deps: ClassmateDeps, lesson: LiveLesson): Promise<void> {
  const { contestId, market, moment, terms } = lesson
  const classmates = await deps.db.query<Classmate>(
    `select p.account_id as "accountId", p.public_id as "publicId", cash_cents as cash, shares
     from portfolio p join account on account.id = p.account_id
     where contest_id = $1 and closed_at is null and subject like 'demo trader %' order by p.id`,
    [contestId],
  )
  const { tick } = moment()
  const before = await market.pricesAt(tickers, marketAt(terms, Math.max(0, tick - pastTicks)))
  const orders = classmates.flatMap(({ cash, shares, ...ref }, index) => {
    const stocks = tickers.map((ticker) => {
      const price = market.quote(ticker)?.price ?? 0
      const rise = price / (before.get(ticker) ?? price) - 1
      return { ticker, price, rise, held: shares[tickerIdOf(ticker) - 1] ?? 0 }
    })
    const wish = wishOf(index, cash, stocks)
    const order = { ...ref, key: randomUUID(), expectedPrice: null, shownTick: tick }
    return wish === null ? [] : [placeInLesson(deps, lesson, { ...order, ...wish })]
  })
  await Promise.all(orders)
}
