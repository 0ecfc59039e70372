// A world for one test: an empty database, and the whole application on it.
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
  /** Where its metrics can be read; null without METRICS_PORT. */
  readonly metricsAddress: string | null
  /** Every message that was sent so far. */
  readonly messages: readonly Message[]
  /** Every line that has been logged so far. */
  readonly logLines: readonly string[]
}

export interface WorldOptions {
  readonly env?: Record<string, string>
  readonly webDir?: string
  readonly now?: () => number
  /** In place of one that says what `now` says. */
  readonly clock?: Clock
  /** In place of the one that the environment names. */
  readonly market?: Market
  /** Another node on the database of a first one. */
  readonly connection?: Connection
  readonly messageTimes?: IdentityDeps['messageTimes']
  readonly timeLimit?: TimeLimit
  /** As much work for a password as the product takes, for tests that are about it. */
  readonly passwordCost?: 'usual'
  /** `usual` has the time limit of the product for luck, for tests of that limit. */
  readonly luckPatience?: 'usual'
  /** What the work for each password waits for. */
  readonly passwordGate?: () => Promise<void>
  readonly atEnd?: AtEnd
}

/**
 * Takes what is to be done when something is no longer needed. That is the end of the test, unless it is said
 * otherwise: where tests share it, or where they run side by side and only their contexts know which is which.
 */
export type AtEnd = (end: () => Promise<void>) => void

/** Nodes of one installation share it. */
const identitySecret = 'a secret that only the nodes of a test know'

/** A busy machine is slow, not wrong. */
const patientMs = 60_000

/** A hundredth of the usual time. */
const cheap: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/** Of every world of this process that has a database of its own, so that the first computes the prices for all. */
const marketSecret = randomBytes(32)

/** Made inside a test; gone when the test is over. */
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
    // A test asks faster than a person does; the ones about budgets say so.
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
  const { timeLimit } = options
  const limits = {
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(options.luckPatience === 'usual' ? {} : { luckPatienceMs: patientMs }),
  }
  const deps = { config, db, log, market, identity, accounts, clock, metrics, webDir }
  const app = await buildApp({ ...deps, ...limits })
  closing.defer(() => closeAtOnce(app))
  const { address: metricsAddress } = opened
  return { app, db, connection, market, identity, accounts, metricsAddress, messages, logLines }
}

/** Without one that is given, an empty one with the prices of this process. */
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
 * Clients may have left without reading their answers to the end, and connections on which an answer was under way when
 * the server closed stay open until they were idle for longer than a test may take.
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
