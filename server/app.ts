// The whole application as a value: everything it needs comes in through the door, so a test can hold any part of it.
import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import { api } from '@tengrand/contract/api.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import { createIdentify } from './account/caller.ts'
import { addAccountRoutes } from './account/routes.ts'
import { createBudgets } from './budgets.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { watchConnections } from './connections.ts'
import type { Db } from './db.ts'
import { addDocs } from './docs.ts'
import { addHealth, type HealthDoors } from './health.ts'
import { createAddressMark } from './http/address-mark.ts'
import type { Identity } from './identity/identity.ts'
import { readJsonStrictly } from './json-body.ts'
import { addLeaderboardRoutes } from './leaderboard/routes.ts'
import { keepRanked } from './leaderboard/upkeep.ts'
import { logRequests } from './log.ts'
import type { Market } from './market/market.ts'
import { addMarketRoutes } from './market/routes.ts'
import { addQuoteStream } from './market/stream.ts'
import { refuseOtherMethods } from './methods.ts'
import { sendPage, servePages } from './pages.ts'
import { addPortfolioRoutes } from './portfolio/routes.ts'
import { answerBrokenRequest, bodyLimitKilobytes, sendError } from './problem.ts'
import { route } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import { refuseWhileLeaving } from './shutdown.ts'
import { limitTime, type TimeLimit } from './time-limit.ts'
import { awaitPrices } from './trading/await-prices.ts'
import { executeBatch } from './trading/batch.ts'
import { batchesMax, createLane, type Lane, type LaneDoors } from './trading/lane.ts'
import { addTradingRoutes } from './trading/routes.ts'
import { keepSplitsMet } from './trading/split-upkeep.ts'
import { addWaitlist } from './waitlist/routes.ts'
import { readWebApp, type WebApp } from './web-app.ts'
import { createWriteCheck } from './write-check.ts'

export interface Doors {
  readonly config: Config
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly market: Market
  readonly identity: Identity
  readonly clock: Clock
  /** The folder of the built web app; without one only the API is served. */
  readonly webDir: string
  /** In place of the usual one. */
  readonly timeLimit?: TimeLimit
}

export async function buildApp(given: Doors): Promise<FastifyInstance> {
  const doors = { ...given, now: given.clock.now }
  const { config, log, identity, now, webDir, timeLimit } = doors
  const web = readWebApp(webDir)
  const headers = securityHeaders({
    html: web?.page.plain.toString() ?? '',
    https: config.publicUrl?.protocol === 'https:',
    sources: identity.contentSources,
  })
  const app = frame({ config, log, headers, web, timeLimit })
  const closeMethods = refuseOtherMethods(app)
  logRequests(app, createAddressMark(identity.addressKey, now))
  await app.register(compress, {
    threshold: 1024,
    customTypes: compressible,
    globalDecompression: false,
  })

  route(app, api.config, () => ({
    identity: identity.forWeb,
    market: config.market.source,
    proWaitlistUrl: config.proWaitlistUrl,
  }))
  addHealth(app, { checks: checksOf(app, doors), warnings: identity.warnings })
  await addMarketRoutes(app, doors)
  addQuoteStream(app, {
    market: doors.market,
    boot: randomUUID().slice(0, 8),
    limits: { streamsPerAddressMax: config.limits.streamsPerAddress },
  })
  await identity.addRoutes(app)
  const budgets = createBudgets({ ...config, now: given.clock.monotonic })
  const identify = createIdentify({ ...doors, verify: identity.verify, budgets })
  addAccountRoutes(app, { ...doors, identify })
  addTradingRoutes(app, { lane: openLane(app, doors), identify, now: doors.now })
  addPortfolioRoutes(app, { ...doors, identify })
  keepSplitsMet(app, doors)
  const { verifyEmail: verifiedOnly } = config.identity
  addLeaderboardRoutes(app, { ...doors, identify, verifiedOnly })
  keepRanked(app, { ...doors, verifiedOnly })
  addDocs(app)
  await addWaitlist(app, { ...doors, web })

  closeMethods()
  servePages(app, web)
  return app
}

/** What keeps a node from its work, by the word that `/readyz` names it with. */
const checksOf = (app: FastifyInstance, { db, clock, market }: Doors): HealthDoors['checks'] => ({
  leaving: () => refuseWhileLeaving(app),
  database: () => db.query('select 1'),
  writes: createWriteCheck(db),
  clock: clock.check,
  prices: () => {
    if (!tickers.some((ticker) => market.quote(ticker) !== null)) throw new Error('no prices yet')
  },
})

/** Orders that were taken are answered before the app is closed. */
function openLane(app: FastifyInstance, doors: Doors): Lane {
  const db = doors.db.apart(batchesMax)
  const execute: LaneDoors['execute'] = (orders) => executeBatch({ ...doors, db }, orders)
  const lane = awaitPrices(
    createLane({ ...doors, now: doors.clock.monotonic, execute }),
    doors.market,
  )
  app.addHook('onClose', async () => {
    await lane.close()
    await db.close()
  })
  return lane
}

interface Frame extends Pick<Doors, 'config' | 'log'> {
  readonly headers: ReturnType<typeof securityHeaders>
  readonly web: WebApp | null
  readonly timeLimit: TimeLimit | undefined
}

const usualTimeLimit: TimeLimit = { answerWithinMs: 25_000, lookEveryMs: 1_000 }

/** The server before it knows any route: its limits, and how it says no. */
function frame({ config, log, headers, web, timeLimit }: Frame): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: bodyLimitKilobytes * 1024,
    requestTimeout: 30_000,
    // Node would look every 30 s only, and at no body before the time for the headers, twice as long, is over.
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 2_000 },
    // A child for each request would look through its own id for secrets; lines that need the id name it.
    childLoggerFactory: (parent) => parent,
    // Longer than the proxies in front usually keep theirs, so that they close first.
    keepAliveTimeout: 72_000,
    // While it closes, what is on the way is still answered; the listener takes nothing new.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot even be decoded meets no hook.
    frameworkErrors: (error, request, reply) => {
      // Without the message, which quotes the address and whatever stands in its query.
      request.log.info({ reqId: request.id, code: error.code }, 'unreadable address')
      void reply.headers(headers)
      return sendPage(request, reply, web) ?? sendError(error, request, reply)
    },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.setErrorHandler(sendError)
  app.removeContentTypeParser('text/plain')
  readJsonStrictly(app)
  watchConnections(app)
  limitTime(app, timeLimit ?? usualTimeLimit)
  return app
}

/** A number means so many proxies, counted from our side. */
const trustOf = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting

// A stream of events is not in the list: compression would hold its messages back.
const compressible = /^(application\/(problem\+)?json|text\/(html|css|csv|plain))\b/
