// `npm run test:pgbouncer`: two nodes over PgBouncer in transaction mode with 8 connections to the database. It needs
// root, and Debian's postgresql-15 and pgbouncer.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { print, runCommand, type CommandDeps } from '../server/command.ts'
import type { Db } from '../server/db/handle.ts'
import { locks } from '../server/db/locks.ts'
import { freePort, startNode, type ProductNode } from './nodes.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { postgresPrograms, startPostgres } from './postgres.ts'
import { makeFolder, requirePrograms, requireRoot, waitFor } from './programs.ts'
import { atMost, report, wordsOfCounts } from './report.ts'
import { signOutHeardAfter } from './sign-out.ts'
import { hasTroubles, startTraffic, type Traffic } from './traffic.ts'
import { judge } from './verdict.ts'

const serverConnections = 8
const ordersWanted = Number(process.argv[2] ?? 10_000)

/** Sessions that hold an advisory lock in this database. */
const holders = `select pid, objid::int as key from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and granted and datname = current_database()`

await runCommand(async (deps) => {
  print('This needs root, and the Debian packages postgresql-15 and pgbouncer.')
  requireRoot()
  requirePrograms({ ...postgresPrograms, pgbouncer: 'pgbouncer' })
  return drill(deps)
})

/** Returns the exit code. */
async function drill({ closing, signal }: CommandDeps): Promise<number> {
  const folder = await makeFolder(closing)
  const postgres = await startPostgres(closing, { folder: join(folder, 'postgres') })
  const { db } = postgres
  const pooled = await startPgBouncer(closing, { folder, postgres, serverConnections })
  const settings = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: postgres.url }
  const isRefused = await refusesToStart(closing, join(folder, 'refused'), {
    DATABASE_URL: pooled,
  })
  const first = await startOne(closing, join(folder, 'a'), settings)
  // The first node fills the orders, because the other one starts when it does.
  await waitFor('a node that fills orders', () => readLeader(db))
  const nodes = [first, await startOne(closing, join(folder, 'b'), settings)] as const
  const watch = watchDatabase(db, signal)
  const traffic = await trade(nodes, signal)
  const heard = await signOutHeardAfter(nodes[0].address, nodes[1].address)
  const takenOver = await killLeader(db, nodes)
  const freed = await killAll(db, nodes)
  const seen = await watch.end()
  const { acknowledged, lost, doubled, refused, auditDifferences } = await judge(db, traffic.orders)
  return report([
    { what: 'a start without DATABASE_DIRECT_URL', value: 'refused', holds: isRefused },
    { what: 'orders acknowledged', value: acknowledged, holds: acknowledged >= ordersWanted },
    {
      what: 'answers that were no trade',
      value: wordsOfCounts([...traffic.troubles, ...Object.entries(refused)]),
      holds: !hasTroubles(traffic) && Object.keys(refused).length === 0,
    },
    atMost('lost', lost, 0),
    atMost('doubled', doubled, 0),
    atMost('differences of the audit', auditDifferences, 0),
    atMost('connections of PgBouncer to the database', seen.pooledMax, serverConnections),
    atMost('nodes that fill orders at the same time', seen.leadersMax, 1),
    atMost('seconds until a sign-out is heard elsewhere', heard, 1, 3),
    atMost('seconds until the other node leads after kill -9', takenOver, 10, 1),
    atMost('seconds until all locks are free after kill -9 of both', freed, 5, 2),
  ])
}

async function startOne(
  closing: AsyncDisposableStack,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ProductNode> {
  return startNode(closing, { folder, port: await freePort(), env })
}

async function refusesToStart(...given: Parameters<typeof startOne>): Promise<boolean> {
  const problem = await startOne(...given).then(
    () => '',
    (error: unknown) => String(error),
  )
  print(problem)
  return problem.includes('set DATABASE_DIRECT_URL to an address')
}

async function trade(nodes: readonly ProductNode[], signal: AbortSignal): Promise<Traffic> {
  const from = performance.now()
  const traffic = await startTraffic({
    addresses: nodes.map(({ address }) => address),
    learners: 64,
    perSecond: 1_000,
  })
  const enough = async () => traffic.acknowledgedAt.length >= ordersWanted
  await waitFor(`${ordersWanted} orders`, enough, { seconds: 600, signal })
  await traffic.finish()
  const seconds = (performance.now() - from) / 1_000
  print(`${traffic.acknowledgedAt.length} orders in ${seconds.toFixed(0)} s, sign-ups included.`)
  return traffic
}

/** Looks all the time at how many connections PgBouncer has, over its socket, and how many nodes lead. */
function watchDatabase(db: Db, signal: AbortSignal) {
  const seen = { pooledMax: 0, leadersMax: 0 }
  const over = new AbortController()
  const until = AbortSignal.any([over.signal, signal])
  const watching = (async () => {
    while (!until.aborted) {
      const [pooled] = await db.query<{ count: number }>(
        `select count(*) from pg_stat_activity where backend_type = 'client backend' and client_addr is null`,
      )
      const leaders = await db.query(`${holders} and objid = $1`, [locks.orders])
      seen.pooledMax = Math.max(seen.pooledMax, pooled?.count ?? 0)
      seen.leadersMax = Math.max(seen.leadersMax, leaders.length)
      await sleep(50)
    }
  })()
  return {
    end: async () => {
      over.abort()
      await watching
      return seen
    },
  }
}

async function readLeader(db: Db): Promise<number | undefined> {
  const rows = await db.query<{ pid: number }>(`${holders} and objid = $1`, [locks.orders])
  return rows[0]?.pid
}

/** Kills the node that fills orders; returns the seconds until the other one does. */
async function killLeader(db: Db, [leader]: readonly ProductNode[]): Promise<number> {
  const before = await readLeader(db)
  const from = performance.now()
  leader?.kill('SIGKILL')
  await waitFor('the other node fills orders', async () => {
    const now = await readLeader(db)
    return now !== undefined && now !== before
  })
  return (performance.now() - from) / 1_000
}

/** Kills all nodes; returns the seconds until no lock is left. */
async function killAll(db: Db, nodes: readonly ProductNode[]): Promise<number> {
  const from = performance.now()
  for (const node of nodes) node.kill('SIGKILL')
  await waitFor('all locks are free', async () => (await db.query(holders)).length === 0)
  return (performance.now() - from) / 1_000
}
