// The first half of `npm run demo`: fills the database with today's demo data if it is missing. Then the server starts.
import { setTimeout as sleep } from 'node:timers/promises'

import { formatQuantity, roundTo } from '@tengrand/core/money.ts'

import { openClock } from './clock.ts'
import { print, printError, reasonOf } from './command.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { fillDemoWorld } from './demo/fill.ts'
import { storeDemoSecret } from './demo/market.ts'
import { demoLearner } from './demo/people.ts'
import { createLog } from './log.ts'
import { openMarket } from './market/open.ts'
import { StartProblem } from './errors.ts'

const endWithinMs = 8_000

const closing = new AsyncDisposableStack()
const prepared = prepare(process.argv.slice(2).filter((word) => word.trim() !== ''))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
// Ends this process if its parent is killed.
process.on('disconnect', end)

try {
  await prepared
} catch (error) {
  printError(reasonOf(error))
  process.exitCode = 1
} finally {
  await closing.disposeAsync()
  // An open IPC channel would keep this process running.
  process.off('disconnect', end)
  if (process.connected) process.disconnect()
}

async function prepare([seed, ...rest]: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new StartProblem('This takes a seed or nothing: npm run demo -- seed.')
  const config = readConfig(process.env)
  if (config.market.source !== 'simulated') {
    throw new StartProblem('The demo needs the simulated market: leave MARKET unset.')
  }
  const log = createLog('warn')
  const onLost = (err: Error) => log.warn({ err }, 'lost a connection to the database')
  const db = await openDatabase({ config, say: print, onLost, closing })
  await storeDemoSecret(db)
  const clock = await openClock({ db, log })
  closing.defer(() => clock.close())
  const { now } = clock
  const market = await openMarket({ config: config.market, db, clock, random: Math.random, log })
  closing.defer(() => market.close())
  const from = performance.now()
  const { made } = await fillDemoWorld({ db, market, now, ...(seed === undefined ? {} : { seed }) })
  if (made !== null) {
    const seconds = roundTo((performance.now() - from) / 1000, 1)
    const world = `${made.traders} traders with ${formatQuantity(made.trades)} trades`
    print(`Made the demo world of today in ${seconds} s: ${world}.`)
  }
  print(`Sign in with ${demoLearner.email} and the password: ${demoLearner.password}`)
}

/** Gives work in progress a moment to finish. The demo data is written in whole or not at all. */
function end(): void {
  void Promise.race([prepared.catch(() => undefined), sleep(endWithinMs)])
    .then(() => closing.disposeAsync())
    .finally(() => process.exit(1))
}
