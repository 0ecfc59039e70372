// Starts the server: reads the environment, opens all parts in order, and closes them in reverse on a signal.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { openAccounts } from './account/caller.ts'
import { buildApp } from './assemble.ts'
import { openClock } from './clock.ts'
import { print, printError, reasonOf } from './command.ts'
import { readConfig, type Config } from './config.ts'
import type { Db } from './db/handle.ts'
import { openDatabase } from './db/open.ts'
import { isDemo } from './demo/classmates.ts'
import { refuseDemo } from './demo/market.ts'
import { errorCode, StartProblem } from './errors.ts'
import { leave } from './http/shutdown.ts'
import { openIdentity } from './identity/open.ts'
import { pauseForOutage } from './lessons/clock.ts'
import { createLog } from './log.ts'
import { openMailer } from './mail/mailer.ts'
import { openMarket } from './market/open.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openMetrics } from './metrics/open.ts'
import { openSecret } from './secret.ts'

const finishWithinMs = 10_000
/** The time limit of the whole shutdown: requests, market, connections and database. */
const endWithinMs = 20_000
const startMayTakeMs = 8_000
/** A terminal signals all processes and `npm start` forwards it: signals within this time count as one. */
const sameSignalMs = 1_000
const webDir = join(import.meta.dirname, '../web/dist')
const loopback = new Set(['127.0.0.1', '::1'])

const closing = new AsyncDisposableStack()
let drainMs = 0
const started = start()
let ending: Promise<void> | undefined
let signalledAt: number | undefined
const hurry = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// Ends this process when its parent is killed.
process.on('disconnect', () => end())

try {
  await started
} catch (error) {
  await closing.disposeAsync()
  fail(error)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  drainMs = config.drainSeconds * 1000
  // Opened first and closed last: a port in use fails at once, and the shutdown can be watched.
  const { metrics, address: metricsAddress, close } = await openMetrics(config.metrics)
  closing.defer(() => close())
  const db = await openDatabase({
    config,
    say: print,
    onLost: (err) => log.warn({ err }, 'lost a connection to the database'),
    onGivenUp: giveUp,
    closing,
  })
  if (config.production) await refuseDemo(db)
  const classmatesEveryMs = (await isDemo(db)) ? 1_000 : undefined
  const clock = await openClock({ db, log, metrics, onOutage: pauseForOutage })
  closing.defer(() => clock.close())
  const shared = { db, log, metrics, clock, now: clock.now }
  const market = await openMarket({ ...shared, config: config.market, random: Math.random })
  closing.defer(() => market.close())
  let localUrl = new URL(`http://localhost:${config.port}`)
  const people = await openPeople(config, shared, () => localUrl)
  const app = await buildApp({ ...shared, ...people, config, market, webDir, classmatesEveryMs })
  closing.defer(() => leave(app, { drainMs, finishWithinMs, hurry: hurry.signal }))
  const address = await listen(app, config)
  localUrl = new URL(address)
  printReady(config, address, metricsAddress)
}

interface Shared {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly now: () => number
}

/** Opens mail, accounts and identity. */
async function openPeople(config: Config, shared: Shared, localUrl: () => URL) {
  const { dataDir, publicUrl } = config
  const mailer = openMailer({ ...shared, config: config.mail, dataDir })
  closing.defer(() => mailer.close())
  const keyFor = await openSecret({ ...shared, chosen: config.identity.secret, dataDir })
  const accounts = await openAccounts({ ...shared, keyFor })
  closing.defer(() => accounts.cache.close())
  const identity = await openIdentity({
    ...shared,
    ...accounts.directory,
    config: config.identity,
    publicUrl,
    localUrl,
    keyFor,
    mailer,
  })
  closing.defer(() => identity.close())
  return { accounts, identity }
}

function printReady(config: Config, address: string, metricsAddress: string | null): void {
  print(`Tengrand is ready at ${address}`)
  if (metricsAddress !== null) print(`Its metrics are at ${metricsAddress}`)
  if (config.publicUrl === null && !loopback.has(config.host)) {
    print('People on other machines can sign in when PUBLIC_URL is set to the address they use.')
  }
  const missing = withoutMail(config)
  if (missing !== null) print(missing)
}

/** The warning about features that need a mail server; null if Tengrand sends no messages or has a mail server. */
function withoutMail({ mail, identity, dataDir }: Config): string | null {
  if (!mail.isSmtpMissing || identity.kind !== 'embedded') return null
  const what = identity.verifyEmail
    ? 'neither password resets nor the messages that confirm an email can be delivered, so that nobody new is ranked; they'
    : 'password resets cannot be delivered, their messages'
  return `SMTP_URL is not set: ${what} lie in ${join(dataDir, 'outbox')}.`
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  // Suppresses Fastify's own line, because printReady prints the address.
  const { level } = app.log
  app.log.level = 'warn'
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenProblem(error, host, port) ?? error
  } finally {
    app.log.level = level
  }
  const address = app.server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const name = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${taken}`
}

function listenProblem(error: unknown, host: string, port: number): StartProblem | null {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} is already in use. Stop the other program or set PORT to a free port.`,
    )
  }
  if (code === 'EACCES') return new StartProblem(`PORT ${port} may not be used by this user.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`HOST ${host} is not an address of this machine.`)
  }
  return null
}

/** A second signal ends at once. */
function onSignal(): void {
  signalledAt ??= performance.now()
  if (performance.now() - signalledAt > sameSignalMs) hurry.abort()
  else if (ending === undefined && drainMs > 0) {
    print(`Leaving: still answering for ${drainMs / 1000} s. Another signal ends it at once.`)
  }
  end()
}

/**
 * Closes everything in order, once. A start in progress gets some time to finish; after the time limit the process
 * exits, and the guard of the embedded database stops the database.
 */
function end(exitCode = 0): void {
  ending ??= (async () => {
    const late = () => fail(new StartProblem('Not everything could be closed in time.'))
    setTimeout(late, drainMs + endWithinMs)
    const isStarted = await Promise.race([started.then(() => true), sleep(startMayTakeMs, false)])
    if (!isStarted) process.exit(1)
    await closing.disposeAsync()
    process.exit(exitCode)
  })().catch(() => undefined)
}

/** Exits when the embedded database has failed for good; the log says why. */
function giveUp(problem: StartProblem): void {
  printError(problem.message)
  hurry.abort()
  end(1)
}

function fail(error: unknown): never {
  printError(reasonOf(error))
  process.exit(1)
}
