// A world for one test: an empty database with the whole application on it.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

import { openAccounts, type Accounts } from '../account/caller.ts'
import { buildApp } from '../assemble.ts'
import type { Clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDb, type Connection, type Db } from '../db/handle.ts'
import type { TimeLimit } from '../http/time-limit.ts'
import type { PasswordCost } from '../identity/embedded/password.ts'
import type { Identity, IdentityDeps } from '../identity/identity.ts'
import { openIdentity } from '../identity/open.ts'
import { createLog } from '../log.ts'
import type { Message } from '../mail/message.ts'
import { openMailer, type Mailer } from '../mail/mailer.ts'
import type { Market } from '../market/market.ts'
import { openMarket } from '../market/open.ts'
import { openMetrics } from '../metrics/open.ts'
import { openSecret } from '../secret.ts'
import { clockOf } from './clock.ts'
import { borrowDatabase, type Database } from './databases.ts'
import { simulateOnce } from './simulate-once.ts'
import { tempFolder } from './temp-folder.ts'

export interface World {
  readonly app: FastifyInstance
  readonly db: Db
  readonly connection: Connection
  readonly market: Market
  readonly identity: Identity
  readonly accounts: Accounts
  /** The address of the metrics endpoint; null without METRICS_PORT. */
  readonly metricsAddress: string | null
  /** All messages sent so far. */
  readonly messages: readonly Message[]
  /** All lines logged so far. */
  readonly logLines: readonly string[]
}

export interface WorldOptions {
  readonly env?: Record<string, string>
  readonly webDir?: string
  readonly now?: () => number
  /** Replaces the default clock, which returns `now`. */
  readonly clock?: Clock
  /** Replaces the market that the environment selects. */
  readonly market?: Market
  /** The database of another world, to add a node to it. */
  readonly connection?: Connection
  readonly messageTimes?: IdentityDeps['messageTimes']
  readonly timeLimit?: TimeLimit
  /** `usual` hashes passwords with the product's cost, for tests of that cost. */
  readonly passwordCost?: 'usual'
  /** `usual` has the time limit of the product for luck, for tests of that limit. */
  readonly luckPatience?: 'usual'
  /** Replaces the number of lessons that a node keeps in memory. */
  readonly lessonsKeptMax?: number
  /** Delays each password hash until the promise resolves. */
  readonly passwordGate?: () => Promise<void>
  /** Lets the classmates of the demo play in lessons, and look at them so often. */
  readonly classmatesEveryMs?: number
  readonly atEnd?: AtEnd
}

/**
 * Registers a cleanup. The default is the end of the test; shared resources and concurrent tests, which need their own
 * context, pass another one.
 */
export type AtEnd = (end: () => Promise<void>) => void

/** The secret that the nodes of an installation share. */
const identitySecret = 'a secret that only the nodes of a test know'

/** A long time limit, so that load on the machine does not fail tests. */
const patientMs = 60_000

/** Takes a hundredth of the usual time. */
const cheap: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/** The market secret of all worlds with their own database, so that the first world computes the prices for all. */
const marketSecret = randomBytes(32)

/** Call it inside a test; the world is closed after the test. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { atEnd = onTestFinished } = options
  const closing = new AsyncDisposableStack()
  atEnd(() => closing.disposeAsync())
  const { connection, db } = await openDatabase(options.connection, closing)
  const dataDir = await tempFolder((end) => closing.defer(end))
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const now = options.now ?? Date.now
  const config = readConfig({
    DATA_DIR: dataDir,
    IDENTITY_SECRET: identitySecret,
    // No rate limits, because tests send requests faster than people; tests of the limits set them.
    TRADES_PER_SECOND: '0',
    READS_PER_SECOND: '0',
    ...options.env,
  })
  const { metrics, ...opened } = await openMetrics(config.metrics)
  closing.defer(() => opened.close())
  const clock = options.clock ?? clockOf(now)
  const market =
    options.market ??
    (await openMarket({
      config: config.market,
      db,
      clock,
      random: () => 0.5,
      log,
      metrics,
      simulate: simulateOnce,
    }))
  closing.defer(() => market.close())
  const messages: Message[] = []
  const mailer = recording(openMailer({ config: config.mail, dataDir, now, log }), messages)
  closing.defer(() => mailer.close())
  const { publicUrl, port } = config
  const localUrl = () => new URL(`http://localhost:${port}`)
  const keyFor = await openSecret({ chosen: config.identity.secret, dataDir, log })
  const accounts = await openAccounts({ db, keyFor, now })
  closing.defer(() => accounts.cache.close())
  const identity = await openIdentity({
    config: config.identity,
    publicUrl,
    localUrl,
    keyFor,
    db,
    ...accounts.directory,
    mailer,
    messageTimes: { beginMs: () => 0, ...options.messageTimes },
    ...(options.passwordCost === 'usual' ? {} : { passwordCost: cheap }),
    ...(options.passwordGate === undefined ? {} : { passwordGate: options.passwordGate }),
    now,
    log,
    metrics,
  })
  closing.defer(() => identity.close())
  const webDir = options.webDir ?? join(import.meta.dirname, 'no-web-app')
  const { timeLimit, lessonsKeptMax } = options
  const limits = {
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(lessonsKeptMax === undefined ? {} : { lessonsKeptMax }),
    ...(options.luckPatience === 'usual' ? {} : { luckPatienceMs: patientMs }),
  }
  const deps = { config, db, log, market, identity, accounts, clock, metrics, webDir }
  const { classmatesEveryMs } = options
  const app = await buildApp({ ...deps, ...limits, classmatesEveryMs })
  closing.defer(() => closeAtOnce(app))
  const { address: metricsAddress } = opened
  return { app, db, connection, market, identity, accounts, metricsAddress, messages, logLines }
}

/** Opens the given database, or an empty one with the market secret of this process. */
async function openDatabase(
  given: Connection | undefined,
  closing: AsyncDisposableStack,
): Promise<Database> {
  if (given !== undefined) {
    const db = openDb(given)
    closing.defer(() => db.close())
    return { connection: given, db }
  }
  const database = await borrowDatabase(closing)
  await database.db.query('update installation set market_secret = $1', [marketSecret])
  return database
}

/**
 * Clients may not have read their answers to the end. A connection with an unfinished answer would stay open after the
 * close until an idle timeout that is longer than a test may take.
 */
async function closeAtOnce(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

const recording = (mailer: Mailer, messages: Message[]): Mailer => ({
  ...mailer,
  send: async (message) => {
    await mailer.send(message)
    messages.push(message)
  },
})
