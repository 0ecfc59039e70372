// The job that stores the opening prices of leagues, ends those that are over, and stores their final boards. It runs on
// one node at a time; it may be killed at any point, and the next run goes on.
import { dayMs } from '@tengrand/core/day.ts'
import { lobbyMsMax } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { DatabaseUnreachable } from '../db/failures.ts'
import type { Db } from '../db/handle.ts'
import { createLeadership } from '../db/leadership.ts'
import { locks } from '../db/locks.ts'
import { addJob } from '../jobs.ts'
import { allOrEach } from '../ledger/all-or-each.ts'
import { endPortfolios, storeEndPrices, type ContestEndDeps } from '../ledger/contest-end.ts'
import { storeEnd } from '../lessons/clock.ts'
import { isLiveLesson } from '../lessons/live.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { applyNewSplits, readMarketValue, readMomentPrices, storeFinal } from './standings.ts'
import { leagueColumns, lockContest, type League } from './store.ts'

const lookEveryMs = 1_000
const portfoliosAtOnce = 200
/** Names for the organiser are deleted so long after the end. */
const organiserNamesMs = 90 * dayMs
const forgetEveryMs = 3_600_000

export interface LeagueJobDeps extends ContestEndDeps {
  readonly log: FastifyBaseLogger
  readonly now: () => number
  readonly metrics?: Pick<Metrics, 'task'>
}

export function startLeagueJob(app: FastifyInstance, deps: LeagueJobDeps): void {
  const leadership = createLeadership(deps.db, locks.leagues)
  let forgottenAt = -Infinity
  addJob(app, {
    run: async (signal) => {
      await runLeagues(deps, () => signal.aborted)
      if (deps.now() < forgottenAt + forgetEveryMs) return
      await forgetOrganiserNames(deps.db, deps.now())
      forgottenAt = deps.now()
    },
    pauseMs: lookEveryMs,
    delayMs: lookEveryMs,
    leadership,
    onFailure: (err) => deps.log.error({ err }, 'leagues could not be looked at'),
    onRun: deps.metrics?.task('leagues'),
  })
}

/** One run: what is due now. A league that fails is logged and tried again in the next run. */
export async function runLeagues(deps: LeagueJobDeps, isEnough = () => false) {
  const { db, log, now } = deps
  const due = await db.query<{ id: number; isOver: boolean }>(
    `select id, ends_at <= $1 as "isOver" from contest
     where kind = 'league' and settled_at is null
       and (ends_at <= $1 or (starts_at <= $1 and opening_prices is null)) order by id`,
    [new Date(now())],
  )
  due.push(...(await findEndedLessons(deps)))
  for (const { id, isOver } of due) {
    if (isEnough()) return
    try {
      await (isOver ? endLeague(deps, id, isEnough) : storeOpening(deps, id))
    } catch (err) {
      if (err instanceof DatabaseUnreachable) throw err
      log.error({ err, contestId: id }, 'a league could not be begun or ended')
    }
  }
}

/** A lesson ends by its own clock. Most lobbies need no look: they are over after a week. */
async function findEndedLessons({ db, marketOf, clock, now }: LeagueJobDeps) {
  const lessons = await db.query<{ id: number }>(
    `select id from contest
     where kind = 'lesson' and settled_at is null and (starts_at <= $1 or created_at <= $2) order by id`,
    [new Date(now()), new Date(now() - lobbyMsMax)],
  )
  const ended = []
  for (const { id } of lessons) {
    const of = await marketOf({ contestId: id })
    const isOver = isLiveLesson(of) && of.moment().state === 'over'
    if (isOver && (await storeEnd({ db, clock }, id))) ended.push({ id, isOver })
  }
  return ended
}

type Opening = Pick<LeagueJobDeps, 'db' | 'marketOf'>

/** With a provider's prices also on the portfolios that open with the league: its past minutes cannot be asked for. */
export async function storeOpening({ db, marketOf }: Opening, contestId: number) {
  const { market, now } = await marketOf({ contestId })
  const isStored = market.freshFor !== undefined
  const at = now()
  await db.transaction(async (tx) => {
    const [contest] = await tx.query<{ startsAt: Date }>(
      // The start may have changed since the job has looked.
      `select starts_at as "startsAt" from contest
       where id = $1 and opening_prices is null and starts_at <= $2 for no key update`,
      [contestId, new Date(at)],
    )
    if (contest === undefined) return
    const openedAt = isStored ? undefined : contest.startsAt.getTime()
    const quotes = await market.quotesIn(tx, tickers, openedAt)
    const prices = tickers.map((ticker) => quotes.get(ticker)?.price ?? null)
    await tx.query('update contest set opening_prices = $2 where id = $1', [contestId, prices])
    if (!isStored) return
    // Locks in the order of ids, as batches of orders do.
    await tx.query(
      `with opening as (
         select id from portfolio where contest_id = $1 and opened_at = $2 and opening_prices is null
         order by id for update
       )
       update portfolio set opening_prices = $3 from opening where portfolio.id = opening.id`,
      [contestId, contest.startsAt, prices],
    )
  })
}

async function endLeague(deps: LeagueJobDeps, contestId: number, isEnough: () => boolean) {
  // Where no run has looked since the start; past prices of a provider cannot be asked for.
  const { market } = await deps.marketOf({ contestId })
  if (market.freshFor === undefined) await storeOpening(deps, contestId)
  const open = await deps.db.query<{ id: number }>(
    'select id from portfolio where contest_id = $1 and closed_at is null order by id',
    [contestId],
  )
  const ids = open.map(({ id }) => id)
  const end = (some: readonly number[]) => endPortfolios(deps, contestId, some)
  const onFailure = (err: unknown, portfolioId: number): void =>
    deps.log.error({ err, contestId, portfolioId }, 'a portfolio of a league could not be closed')
  for (let from = 0; from < ids.length; from += portfoliosAtOnce) {
    if (isEnough()) return
    await allOrEach(ids.slice(from, from + portfoliosAtOnce), end, onFailure, isEnough)
  }
  await settle(deps, contestId)
}

/**
 * Stores the final board; does nothing while a portfolio is open. The contest is locked: nobody joins, leaves or deletes it
 * meanwhile.
 */
async function settle(deps: LeagueJobDeps, contestId: number): Promise<void> {
  // Before the lock on the contest, because it is a transaction of its own.
  await storeEndPrices(deps, contestId)
  await deps.db.transaction(async (tx) => {
    await lockContest(tx, contestId)
    const [league] = await tx.query<League>(
      `select ${leagueColumns} from contest c
       where id = $1 and settled_at is null and closing_prices is not null
         and not exists (select from portfolio where contest_id = c.id and closed_at is null)`,
      [contestId],
    )
    if (league === undefined) return
    // A split that is recorded between the statements would change some of the prices.
    await tx.query('lock table split in share mode')
    await applyNewSplits(tx, contestId, deps.log)
    const prices = await readMomentPrices(tx, 'closing', league)
    await storeFinal(tx, league, prices)
    const values = [contestId, new Date(deps.now()), await readMarketValue(tx, league, prices)]
    await tx.query('update contest set settled_at = $2, market_cents = $3 where id = $1', values)
  })
}

export async function forgetOrganiserNames(db: Db, now: number): Promise<void> {
  await db.query(
    `update membership set organiser_name = null from contest
     where contest.id = contest_id and organiser_name is not null and ends_at < $1`,
    [new Date(now - organiserNamesMs)],
  )
}
