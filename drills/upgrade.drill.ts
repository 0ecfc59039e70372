// `npm run test:upgrade`: the previous version trades, goes on while this one migrates the database, and starts again
// on the new schema. It needs git with the history, and the npm registry for the packages of the previous version.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { print, runCommand, type CommandDeps } from '../server/command.ts'
import { startEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb } from '../server/db/handle.ts'
import { readAppliedNames } from '../server/db/migrate.ts'
import { StartProblem } from '../server/errors.ts'
import { freePort, startNode, type ProductNode } from './nodes.ts'
import { makeFolder, startProgram, waitFor } from './programs.ts'
import { atMost, report, wordsOfCounts, type Check } from './report.ts'
import { signOutHeardAfter } from './sign-out.ts'
import { hasTroubles, longestPause, startTraffic, type Traffic } from './traffic.ts'
import { judge, type Verdict } from './verdict.ts'

/** The last commit before this version. A version that needs a stop is followed by its own commit here. */
const previousVersion = process.argv[2] ?? 'd1d02ec4'
const here = join(import.meta.dirname, '..')
const ordersEach = 500

await runCommand(async (deps) => {
  print('This needs git with the history, and the npm registry.')
  return drill(deps)
})

/** Returns the exit code. */
async function drill({ closing, signal }: CommandDeps): Promise<number> {
  const folder = await makeFolder(closing)
  const root = await buildPrevious(closing, folder)
  const { db, env } = await startDatabase(closing, join(folder, 'database'))
  const ports = [await freePort(), await freePort()] as const
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const startOld = () =>
    startNode(closing, { folder: join(folder, 'old'), port: ports[0], env, root })

  const first = await startOld()
  const before = await readAppliedNames(db)
  const traffic = await startTraffic({ addresses, learners: 24, perSecond: 100 })
  const from = performance.now()
  await moreOrders(traffic, signal)
  const next = await startNode(closing, { folder: join(folder, 'new'), port: ports[1], env })
  const after = await readAppliedNames(db)
  const added = after?.filter((name) => before?.includes(name) === false) ?? []
  print(`Migrations of this version: ${added.join(', ') || 'none'}.`)
  await moreOrders(traffic, signal)
  await first.stop()
  const again = await startOld()
  await moreOrders(traffic, signal)
  const heard = [
    await signOutHeardAfter(again.address, next.address),
    await signOutHeardAfter(next.address, again.address),
  ]
  const alone = await tradeOn(again, signal)
  await again.stop()
  const isRestored = await restoresBackupOf(closing, root, { folder, env })
  await moreOrders(traffic, signal)
  const pause = longestPause(traffic, from, performance.now())
  await traffic.finish()
  const verdict = await judge(db, [...traffic.orders, ...alone.orders])
  return report([
    ...checksOf(verdict, traffic),
    {
      what: 'orders taken by the previous version, started on the new schema',
      value: alone.acknowledgedAt.length,
      holds: alone.acknowledgedAt.length >= ordersEach,
    },
    { what: 'its troubles', value: wordsOfCounts(alone.troubles), holds: !hasTroubles(alone) },
    {
      what: 'a backup by the previous version, restored by this one',
      value: isRestored ? 'audit clean' : 'failed',
      holds: isRestored,
    },
    atMost('seconds without trading', pause, 5, 2),
    atMost('seconds until a sign-out is heard by the other version', Math.max(...heard), 1, 3),
  ])
}

function checksOf(verdict: Verdict, { troubles }: Traffic): Check[] {
  const { acknowledged, lost, doubled, refused, auditDifferences } = verdict
  return [
    { what: 'orders acknowledged', value: acknowledged, holds: acknowledged >= 5 * ordersEach },
    { what: 'answers that were no trade', value: wordsOfCounts(troubles), holds: true },
    {
      what: 'orders refused',
      value: wordsOfCounts(Object.entries(refused)),
      holds: Object.keys(refused).length === 0,
    },
    atMost('lost', lost, 0),
    atMost('doubled', doubled, 0),
    atMost('differences of the audit', auditDifferences, 0),
  ]
}

/** Checks the previous version out and installs it as its README says. Returns its folder. */
async function buildPrevious(closing: AsyncDisposableStack, folder: string): Promise<string> {
  const root = join(folder, 'previous')
  const git = (...args: string[]) => spawnSync('git', ['-C', here, ...args], { encoding: 'utf8' })
  const made = git('worktree', 'add', '--detach', root, previousVersion)
  closing.defer(() => void git('worktree', 'remove', '--force', root))
  if (made.status !== 0) {
    throw new StartProblem(`Commit ${previousVersion} cannot be checked out: ${made.stderr.trim()}`)
  }
  print(`Building the previous version, ${previousVersion} ...`)
  const logFile = join(folder, 'build.log')
  const { PATH, HOME } = process.env
  const build = await startProgram(closing, 'npm', {
    args: ['--prefix', root, 'run', 'build'],
    logFile,
    env: { PATH, HOME },
  })
  if ((await build.ended) !== 0) throw new Error(`It cannot be built: ${await build.log()}`)
  return root
}

async function startDatabase(closing: AsyncDisposableStack, dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  closing.defer(() => postgres.stop())
  const { connection } = postgres
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  const { host, port, user, database } = connection
  const place = `host=${encodeURIComponent(host)}&port=${port}`
  return { db, env: { DATABASE_URL: `postgres://${user}@localhost/${database}?${place}` } }
}

/** Its audit is part of a restore. */
async function restoresBackupOf(
  closing: AsyncDisposableStack,
  root: string,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<boolean> {
  const file = join(folder, 'previous.backup')
  const run = async (script: string, settings: Readonly<Record<string, string>>) => {
    const program = await startProgram(closing, process.execPath, {
      args: [script, file],
      logFile: join(folder, 'backup.log'),
      env: { PATH: process.env['PATH'], ...settings },
    })
    return program.ended
  }
  const made = await run(join(root, 'server/backup.ts'), env)
  const restored = await run(join(here, 'server/restore.ts'), {
    DATA_DIR: join(folder, 'restored'),
  })
  if (made !== 0 || restored !== 0) print(await readFile(join(folder, 'backup.log'), 'utf8'))
  return made === 0 && restored === 0
}

async function moreOrders({ acknowledgedAt }: Traffic, signal: AbortSignal): Promise<void> {
  const enough = acknowledgedAt.length + ordersEach
  await waitFor('orders', async () => acknowledgedAt.length >= enough, { signal })
}

/** Orders through one node alone. */
async function tradeOn({ address }: ProductNode, signal: AbortSignal): Promise<Traffic> {
  const traffic = await startTraffic({
    addresses: [address],
    learners: 16,
    perSecond: 100,
    first: 1_000,
  })
  await moreOrders(traffic, signal)
  await traffic.finish()
  return traffic
}
