// Assembles the application from its parts; all dependencies are injected, so that tests can replace any of them.
import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import { api } from '@tengrand/contract/api.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { createIdentify, type Accounts } from './account/caller.ts'
import { addAccountRoutes } from './account/routes.ts'
import { holdAccount } from './account/store.ts'
import { startDeletedAccountPurge } from './account/deleted-accounts.ts'
import { addWatchlistRoutes } from './account/watchlist.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/handle.ts'
import { createWriteCheck } from './db/write-check.ts'
import { createAddressHash } from './http/address.ts'
import { createHttpApp } from './http/app.ts'
import { createBudgets } from './http/budgets.ts'
import { compression } from './http/compression.ts'
import { addDocs } from './http/docs.ts'
import { addHealth, type HealthDeps } from './http/health.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { servePages } from './http/pages.ts'
import { route } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { startClassmates } from './demo/classmates.ts'
import { refuseWhileLeaving } from './http/shutdown.ts'
import type { TimeLimit } from './http/time-limit.ts'
import { readWebApp, type WebAppOptions } from './http/web-app.ts'
import type { Identity } from './identity/identity.ts'
import { addInsightRoutes } from './insights/routes.ts'
import { addJournalRoutes } from './journal/routes.ts'
import { startRankingJob } from './contest/job.ts'
import { addLeaderboardRoutes } from './contest/routes.ts'
import { logRequests } from './log.ts'
import { type Market, priceAges, isMarketOpen } from './market/market.ts'
import { openLiveLessons } from './lessons/live.ts'
import { executeLessonBatch, type LessonOrder } from './lessons/order-batch.ts'
import { createTradeInLesson } from './lessons/place-order.ts'
import { oneMarket, withLessons } from './market/markets.ts'
import { addMarketRoutes } from './market/routes.ts'
import { addQuoteStream } from './market/stream.ts'
import type { Metrics, Sources } from './metrics/metrics.ts'
import { countRequests } from './metrics/requests.ts'
import { createTotals } from './metrics/totals.ts'
import { addChapterRoutes } from './portfolio/chapter-routes.ts'
import { readClosesAhead } from './portfolio/closes-ahead.ts'
import { addPortfolioRoutes } from './portfolio/routes.ts'
import { awaitPrices } from './orders/await-prices.ts'
import { executeBatch } from './orders/batch.ts'
import { startFillJob } from './orders/fill-job.ts'
import { connectionsMax, createOrderQueue, type Owned } from './orders/queue.ts'
import type { QueuedOrder } from './orders/queued-order.ts'
import { addOrderRoutes, type OrderDeps } from './orders/routes.ts'
import { addGuests } from './guests/routes.ts'
import { addLeagues } from './leagues/routes.ts'
import { startSplitJob } from './ledger/split-job.ts'
import { addWaitlistRoutes } from './waitlist/routes.ts'

export interface AppDeps {
  readonly config: Config
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly market: Market
  readonly identity: Identity
  readonly accounts: Accounts
  readonly clock: Clock
  readonly metrics: Metrics
  /** The folder of the built web app; without it only the API is served. */
  readonly webDir: string
  readonly timeLimit?: TimeLimit
  readonly luckPatienceMs?: number
  readonly lessonsKeptMax?: number
  /** In a demo: simulated classmates look at the lessons so often. */
  readonly classmatesEveryMs?: number | undefined
}

export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const deps = { ...given, now: given.clock.now }
  const { config, log, identity, now, webDir, timeLimit } = deps
  const web = readWebApp(webDir, fittingTo(deps))
  const headers = securityHeaders({
    html: web?.page.plain.toString() ?? '',
    https: config.publicUrl?.protocol === 'https:',
    sources: identity.contentSources,
  })
  const app = createHttpApp({ config, log, headers, web, timeLimit })
  const closeMethods = refuseOtherMethods(app)
  logRequests(app, createAddressHash(identity.addressKey, now))
  countRequests(app, deps.metrics)
  await app.register(compress, compression)

  route(app, api.config, () => ({
    identity: identity.forWeb,
    market: config.market.source,
    marketHours: deps.market.hours,
    lessonMinutes: config.leagues.lessonMinutes,
    guests: config.leagues.guests,
    proWaitlistUrl: config.proWaitlistUrl,
  }))
  addHealth(app, { checks: checksOf(app, deps), warnings: identity.warnings })
  await addMarketRoutes(app, deps)
  const { readers } = addQuoteStream(app, {
    market: deps.market,
    boot: randomUUID().slice(0, 8),
    limits: { streamsPerAddressMax: config.limits.streamsPerAddress },
  })
  await identity.addRoutes(app)
  const budgets = createBudgets({ ...config, now: given.clock.monotonic })
  const { directory, cache, keyFor } = deps.accounts
  const identify = createIdentify({ ...deps, ...directory, ...identity, budgets, cache })
  const { verifyEmail } = config.identity
  addAccountRoutes(app, { ...deps, identify, cache, keyFor, verifyEmail })
  addWatchlistRoutes(app, { ...deps, identify })
  startDeletedAccountPurge(app, deps)
  addPortfolios(app, { ...deps, identify })
  addDocs(app)
  await addWaitlistRoutes(app, { ...deps, identify, holdAccount })
  deps.metrics.watch({ ...sourcesOf(deps), openStreams: () => readers.size })

  closeMethods()
  servePages(app, web)
  return app
}

const fittingTo = ({ config, identity: { forWeb } }: AppDeps): WebAppOptions => ({
  hasUsualSignIn: forWeb.kind !== 'oidc' && forWeb.signUp === 'open',
  origin: config.publicUrl?.origin ?? null,
})

const sourcesOf = ({ db, clock, market }: AppDeps): Partial<Sources> => ({
  sharedPool: () => db.usage(),
  priceAges: () => priceAges(market, clock.now()),
  isMarketOpen: () => isMarketOpen(market, clock.now()),
  totals: createTotals({ db, ...clock }),
})

/** A listener connects again within a second; one that cannot would take signed-out people for signed in. */
const deafMsMax = 5_000

/** The checks of `/readyz`, by their `reason`. */
const checksOf = (app: FastifyInstance, { db, clock, market }: AppDeps): HealthDeps['checks'] => ({
  leaving: () => refuseWhileLeaving(app),
  database: () => {
    if (db.deafMs() > deafMsMax) throw new Error('no notifications from the database')
    return db.query('select 1')
  },
  writes: createWriteCheck(db),
  clock: clock.check,
  prices: () => {
    if (!tickers.some((ticker) => market.quote(ticker) !== null)) throw new Error('no prices yet')
  },
})

type PortfolioParts = AppDeps & Pick<OrderDeps, 'identify' | 'now'>
type TradingParts = PortfolioParts &
  Pick<OrderDeps, 'marketOf'> & { readonly lessons: ReturnType<typeof openLiveLessons> }

/** Trading, portfolios, insights and the leaderboard, each with the market of the portfolio. */
function addPortfolios(app: FastifyInstance, given: PortfolioParts): void {
  const lessons = openLiveLessons(given)
  app.addHook('onClose', () => lessons.close())
  const marketOf = withLessons(oneMarket(given), lessons.find)
  const { keyFor } = given.accounts
  const deps = { ...given, marketOf, lessons, keyFor }
  const inLesson = addTrading(app, deps)
  const { classmatesEveryMs } = deps
  if (classmatesEveryMs !== undefined) startClassmates(app, { ...inLesson, classmatesEveryMs })
  addPortfolioRoutes(app, deps)
  readClosesAhead(app, deps)
  addChapterRoutes(app, deps)
  addInsightRoutes(app, deps)
  addJournalRoutes(app, deps)
  const { onTick } = deps.metrics
  const { showMembers } = addLeagues(app, { ...deps, refreshLesson: lessons.refresh, onTick })
  addGuests(app, { ...deps, showMembers })
  const { verifyEmail: verifiedOnly } = deps.config.identity
  const ranked = { ...deps, contestId: openContestId, verifiedOnly }
  addLeaderboardRoutes(app, ranked)
  startRankingJob(app, ranked)
}

function addTrading(app: FastifyInstance, deps: TradingParts) {
  const { metrics, market, lessons } = deps
  const own = openQueue(app, deps, (db, orders: readonly QueuedOrder[]) =>
    executeBatch({ ...deps, db }, orders),
  )
  metrics.watch({ queuedOrders: own.queue.length, orderPool: () => own.db.usage() })
  // All lessons have one of their own, so that a busy lesson does not hold up the installation's market.
  const ofLessons = openQueue(app, deps, (db, orders: readonly LessonOrder[]) =>
    executeLessonBatch({ ...deps, db, priceOf: lessons.priceOf }, orders),
  )
  const inLesson = { ...deps, queue: ofLessons.queue }
  const queue = awaitPrices(own.queue, market)
  addOrderRoutes(app, { ...deps, queue, tradeInLesson: createTradeInLesson(inLesson) })
  startFillJob(app, { ...deps, queue })
  startSplitJob(app, deps)
  return inLesson
}

/** An order queue with a pool of its own. Accepted orders are answered before the app closes. */
function openQueue<Order extends Owned, Result>(
  app: FastifyInstance,
  deps: AppDeps,
  executeIn: (db: Db, orders: readonly Order[]) => Promise<readonly Result[]>,
) {
  const db = deps.db.apart(connectionsMax)
  const execute = (orders: readonly Order[]) => executeIn(db, orders)
  const queue = createOrderQueue<Order, Result>({ ...deps, now: deps.clock.monotonic, execute })
  app.addHook('onClose', async () => {
    await queue.close()
    await db.close()
  })
  return { db, queue }
}
