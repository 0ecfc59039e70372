// What a backup of a million trades and its restore take of time, disk and memory while 100 orders a second go on, and whether
// anything acknowledged is missing. `npm run bench backup 100000` takes fewer trades.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Connection, type Db } from '../server/db/handle.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { PacedOrders } from './paced-orders.ts'
import { startLogging } from './product.ts'
import { runMeasured, type Measured } from './run-measured.ts'
import { plantTraders } from './traders.ts'

type Say = (line: string) => void

const tradesMax = 1_000_000
const fewTrades = 10_000
const tradesEach = 1_008
const ordersPerSecond = 100
const growthMbMax = 16

export default async function measure(say: Say, [trades]: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/status')) return say('skipped: memory is read from /proc')
  await using closing = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  closing.defer(() => rm(root, { recursive: true }))
  const dataDir = join(root, 'data')
  // The user that the database runs as has to enter it.
  await chmod(root, 0o755)
  await mkdir(dataDir)
  const product = await startLogging(dataDir, {
    LOG_LEVEL: 'warn',
    ...manySignUps,
    ...withoutBudgets,
  })
  closing.defer(() => product.stop())
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  closing.defer(() => postgres.stop())
  const db = openDb(postgres.connection, { unlimited: true })
  closing.defer(() => db.close())
  const tokens = await signUpLearners(product.address, 16)
  const place = { root, dataDir, db, tokens, address: product.address }
  const small = await measureSize(say, { ...place, trades: fewTrades })
  const large = await measureSize(say, { ...place, trades: Number(trades ?? tradesMax) })
  for (const [name, peak] of large) {
    const growth = peak - (small.get(name) ?? Number.NaN)
    say(
      `${name}: ${growth.toFixed(1)} MB more memory than for few trades, goal at most ${growthMbMax}`,
    )
  }
}

interface Size {
  readonly root: string
  readonly dataDir: string
  readonly db: Db
  readonly tokens: readonly string[]
  readonly address: string
  readonly trades: number
}

/** The most memory that each command has had. */
async function measureSize(say: Say, size: Size): Promise<Map<string, number>> {
  const { root, db, trades } = size
  await plantTraders(db, { traders: Math.ceil(trades / tradesEach), trades: tradesEach })
  const [row] = await db.query<{ trades: number; bytes: number }>(
    'select (select count(*) from trade) as trades, pg_database_size(current_database()) as bytes',
  )
  say(`${row?.trades.toLocaleString('en')} trades, database ${megabytes(row?.bytes ?? 0)}`)
  const file = join(root, `backup-${trades}`)
  const { backup, before } = await backUpWhileOrdering(say, size, file)
  tell(say, 'backup', backup)
  say(`  file ${megabytes((await stat(file)).size)}`)
  const embedded = join(root, `restored-${trades}`)
  const restore = await runMeasured('restore', { DATA_DIR: embedded }, [file])
  tell(say, 'restore into an empty embedded PostgreSQL', restore)
  const there = await joinEmbeddedPostgres({ dataDir: embedded, say: () => undefined })
  await refuseMissing(there.connection, before)
  await there.stop()
  await rm(embedded, { recursive: true })
  const peaks = new Map([
    ['backup', backup.peakMb],
    ['restore', restore.peakMb],
  ])
  const debian = await measureDebian(say, file, before)
  if (debian !== null) peaks.set('restore into PostgreSQL 15', debian.peakMb)
  say(`  all ${before.length} orders that were acknowledged before are there`)
  return peaks
}

async function backUpWhileOrdering(
  say: Say,
  { address, tokens, dataDir }: Size,
  file: string,
): Promise<{ backup: Measured; before: readonly string[] }> {
  const orders = new PacedOrders(address, tokens, ordersPerSecond)
  await sleep(5_000)
  const calm = orders.report()
  const before = orders.acknowledged()
  const backup = await runMeasured('backup', { DATA_DIR: dataDir }, [file])
  const meanwhile = orders.report()
  await orders.stop()
  for (const [when, { perSecond, p50Ms, p99Ms, refused }] of [
    ['before', calm],
    ['meanwhile', meanwhile],
  ] as const) {
    say(
      `  orders ${when}: ${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, refused ${refused}`,
    )
  }
  return { backup, before }
}

async function measureDebian(
  say: Say,
  file: string,
  before: readonly string[],
): Promise<Measured | null> {
  const debian = await startDebianPostgres()
  if (debian === null) {
    say('  no PostgreSQL 15 of Debian: apt-get install postgresql brings it')
    return null
  }
  try {
    const restore = await runMeasured('restore', { DATABASE_URL: debian.url }, [file])
    tell(say, 'restore into PostgreSQL 15', restore)
    await refuseMissing({ connectionString: debian.url }, before)
    return restore
  } finally {
    await debian.stop()
  }
}

async function refuseMissing(connection: Connection, keys: readonly string[]): Promise<void> {
  const db = openDb(connection, { unlimited: true })
  const [row] = await db.query<{ found: number }>(
    'select count(*) as found from trade where key = any ($1::uuid[])',
    [keys],
  )
  await db.close()
  if (row?.found !== keys.length) throw new Error('Acknowledged orders are missing.')
}

function tell(say: Say, name: string, { seconds, peakMb, lines }: Measured): void {
  say(`  ${name}: ${seconds.toFixed(1)} s, at most ${peakMb.toFixed(1)} MB of memory`)
  for (const line of lines) say(`    ${line}`)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
