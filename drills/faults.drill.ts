// `npm run test:faults`: what learners notice while a part of an installation fails, and what is in the database then. It
// needs root, Debian's postgresql-15, and 12,000 open files (ulimit -n).
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { print, runCommand, type CommandDeps } from '../server/command.ts'
import { StartProblem } from '../server/errors.ts'
import { faults, type Fault, type Site } from './faults.ts'
import { postgresPrograms } from './postgres.ts'
import { makeFolder, requirePrograms, requireRoot, waitFor } from './programs.ts'
import { wordsOfCounts } from './report.ts'
import { startSite } from './site.ts'
import { longestPause, startTraffic, type SentOrder } from './traffic.ts'
import { judge, type Verdict } from './verdict.ts'

const wanted = process.argv.slice(2)

await runCommand(async (deps) => {
  print('This needs root, the Debian package postgresql-15, and 12,000 open files (ulimit -n).')
  requireRoot()
  requirePrograms(postgresPrograms)
  const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (chosen.length === 0) {
    throw new StartProblem(
      `This takes names of faults: ${faults.map(({ name }) => `'${name}'`).join(', ')}.`,
    )
  }
  return drill(deps, chosen)
})

/** Returns the exit code. */
async function drill({ closing, signal }: CommandDeps, chosen: readonly Fault[]): Promise<number> {
  const folder = await makeFolder(closing)
  const results: Result[] = []
  for (const market of ['simulated', 'provider'] as const) {
    const own = chosen.filter((fault) => fault.market === market)
    if (own.length === 0) continue
    const site = await startSite(closing, join(folder, market), market)
    const orders: SentOrder[] = []
    for (const fault of own) {
      print(`${fault.name}, ${fault.seconds} s ...`)
      results.push(await play({ fault, site, orders, first: 100 * results.length, signal }))
    }
  }
  printResults(results)
  const isGood = ({ verdict: { lost, doubled, auditDifferences } }: Result) =>
    lost + doubled + auditDifferences === 0
  return results.every(isGood) ? 0 : 1
}

interface Result {
  readonly fault: Fault
  readonly during: number
  readonly pause: number
  readonly back: number
  readonly troubles: string
  readonly verdict: Verdict
}

interface Round {
  readonly fault: Fault
  readonly site: Site
  /** The orders of all rounds on this site, because the verdict is on the whole database. */
  readonly orders: SentOrder[]
  readonly first: number
  readonly signal: AbortSignal
}

async function play({ fault, site, orders, first, signal }: Round): Promise<Result> {
  const { addresses, postgres } = site
  const traffic = await startTraffic({ addresses, learners: 24, perSecond: 100, first, signal })
  const more = async (count: number, seconds: number) => {
    const enough = traffic.acknowledgedAt.length + count
    await waitFor('orders', async () => traffic.acknowledgedAt.length >= enough, {
      seconds,
      signal,
    })
  }
  await more(200, 120)
  const from = performance.now()
  const end = await fault.begin(site)
  const begunAt = performance.now()
  try {
    await sleep(fault.seconds * 1_000, undefined, { signal })
  } finally {
    await end()
  }
  const endedAt = performance.now()
  await more(200, 180)
  const until = performance.now()
  await traffic.finish()
  orders.push(...traffic.orders)
  const after = traffic.acknowledgedAt.find((at) => at > endedAt) ?? Infinity
  return {
    fault,
    during: traffic.acknowledgedAt.filter((at) => at > begunAt && at <= endedAt).length,
    pause: longestPause(traffic, from, until),
    back: (after - endedAt) / 1_000,
    troubles: wordsOfCounts(traffic.troubles),
    verdict: await judge(postgres.db, orders),
  }
}

function printResults(results: readonly Result[]): void {
  print(
    '\n| fault | orders during it | longest time without an order | orders again after its end | what clients saw | lost | doubled | audit |\n|---|---|---|---|---|---|---|---|',
  )
  for (const { fault, during, pause, back, troubles, verdict } of results) {
    const { lost, doubled, auditDifferences } = verdict
    const cells = [
      `${fault.name}, ${fault.seconds} s`,
      during,
      `${pause.toFixed(1)} s`,
      `${back.toFixed(1)} s`,
      troubles,
      lost,
      doubled,
      auditDifferences === 0 ? 'clean' : `${auditDifferences} differences`,
    ]
    print(`| ${cells.join(' | ')} |`)
  }
}
