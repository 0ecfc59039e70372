// `npm run test:load`: a thousand learners read and trade for ten minutes on two nodes, each with a stream of prices open,
// and nothing may fail, be lost or grow. The argument is the minutes.
import { join } from 'node:path'

import { signUpLearners } from '../bench/learners.ts'
import { sum } from '../bench/times.ts'
import { print, runCommand, type CommandDeps } from '../server/command.ts'
import { StartProblem } from '../server/errors.ts'
import { actionEveryMs, runLearners, type Load } from './load-learners.ts'
import { badAnswers, databaseSeconds, watchMetrics } from './load-metrics.ts'
import { memoryChecks, printCalls, printNodes } from './load-report.ts'
import { openLoadStreams } from './load-streams.ts'
import { freePort, startNode } from './nodes.ts'
import { postgresPrograms, startPostgres } from './postgres.ts'
import { makeFolder, requirePrograms, requireRoot } from './programs.ts'
import { atMost, report, wordsOfCounts, type Check } from './report.ts'
import { judge } from './verdict.ts'

const learnerCount = 1_000
/** The learners' tokens last for an hour. */
const minutesMax = 45
/** A machine that cannot carry the load makes learners wait, and the rate falls. */
const rateShareMin = 0.95

await runCommand(async (deps) => {
  print('This needs root, the Debian package postgresql-15, two cores and 2 GB of memory.')
  const minutes = Number(process.argv[2] ?? 10)
  if (!(minutes > 0 && minutes <= minutesMax)) {
    throw new StartProblem(`This takes the number of minutes, ${minutesMax} at most.`)
  }
  requireRoot()
  requirePrograms(postgresPrograms)
  return Promise.race([drill(deps, minutes), untilAborted(deps.signal)])
})

/** Returns the exit code. */
async function drill({ closing, signal }: CommandDeps, minutes: number): Promise<number> {
  const folder = await makeFolder(closing)
  const postgres = await startPostgres(closing, { folder: join(folder, 'postgres') })
  const nodes = [
    await startOne(closing, join(folder, 'a'), postgres.url),
    await startOne(closing, join(folder, 'b'), postgres.url),
  ]
  const addresses = nodes.map(({ address }) => address)
  const tokens = await signUpAll(addresses)
  const streams = await openLoadStreams(closing, addresses, learnerCount / addresses.length)
  const watch = await watchMetrics(
    nodes.map(({ metrics }) => metrics),
    signal,
  )
  const databaseBefore = await databaseSeconds(postgres.db)
  const received = streams.measure(minutes * 60)
  // The readers end first where the drill is interrupted.
  received.catch(() => undefined)
  const load = await runLearners({ addresses, tokens, minutes, signal })
  const database = (await databaseSeconds(postgres.db)) - databaseBefore
  await watch.end()
  const { scrapes } = watch
  printCalls(load, scrapes, minutes * 60)
  printNodes(scrapes)
  print(`\nThe database took ${((100 * database) / minutes / 60).toFixed(0)} % of a core.`)
  const measured = await received
  const ended = sum(measured.map((one) => one.ended))
  const verdict = await judge(postgres.db, load.orders)
  return report([
    ...checksOfRate(load, minutes),
    ...checksOfErrors(load, badAnswers(scrapes)),
    { what: 'orders acknowledged', value: verdict.acknowledged, holds: verdict.acknowledged > 0 },
    { what: 'sent again at a newer price', value: load.moved(), holds: true },
    atMost('lost', verdict.lost, 0),
    atMost('doubled', verdict.doubled, 0),
    atMost('differences of the audit', verdict.auditDifferences, 0),
    { what: 'streams open', value: streams.open, holds: streams.open === learnerCount },
    atMost('streams ended', ended, 0),
    {
      what: 'events that streams received',
      value: sum(measured.map((one) => one.received)),
      holds: measured.every(({ events }) => events > 0),
    },
    ...memoryChecks(scrapes, minutes),
  ])
}

/** `bad` is what the nodes say; a result that is not there yet is a 503 as well. */
function checksOfErrors({ errors, polls }: Load, bad: number): Check[] {
  return [
    { what: 'errors', value: wordsOfCounts(errors), holds: errors.size === 0 },
    { what: 'asked again for a long computation', value: polls(), holds: true },
    atMost('other answers of the nodes with 429 or 5xx', bad - polls(), 0),
  ]
}

async function startOne(closing: AsyncDisposableStack, folder: string, url: string) {
  const metricsPort = await freePort()
  const node = await startNode(closing, {
    folder,
    port: await freePort(),
    // All learners come from one address, and half of them to each node.
    env: { DATABASE_URL: url, METRICS_PORT: String(metricsPort), PRICE_CALLS_PER_MINUTE: '60000' },
  })
  return { ...node, metrics: `http://127.0.0.1:${metricsPort}/metrics` }
}

async function signUpAll(addresses: readonly string[]): Promise<string[]> {
  const from = performance.now()
  const each = learnerCount / addresses.length
  const tokens = await Promise.all(
    addresses.map((address, index) => signUpLearners(address, each, index * each)),
  )
  const seconds = (performance.now() - from) / 1_000
  print(`${learnerCount} learners signed up in ${seconds.toFixed(0)} s.`)
  return tokens.flat()
}

function checksOfRate({ times }: Load, minutes: number): Check[] {
  const counts = [...times].map(([call, { length }]) => ({ call, length }))
  const all = sum(counts.map(({ length }) => length))
  const trades = sum(
    counts.filter(({ call }) => call === 'buy' || call === 'sell').map(({ length }) => length),
  )
  const perSecond = all / minutes / 60
  // A page with four calls, and an order.
  const planned = (5 * learnerCount) / ((2 * actionEveryMs) / 1_000)
  return [
    {
      what: `calls a second (planned ${planned}, at least ${rateShareMin * 100} % of it)`,
      value: perSecond.toFixed(1),
      holds: perSecond >= rateShareMin * planned,
    },
    { what: 'orders, % of all calls', value: ((100 * trades) / all).toFixed(1), holds: true },
  ]
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Interrupted.')), { once: true })
  })
}
