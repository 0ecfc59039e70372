// What a ranking of all portfolios costs, against a plain sum over the same table and the statement of before over its own tables, and
// what readers notice of it. `npm run bench leaderboard 10000` takes one size instead of all.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db, type Tx } from '../server/db/handle.ts'
import { locks } from '../server/db/locks.ts'
import { placesStatement, rankingSettings, writeRanking } from '../server/contest/write-ranking.ts'
import { growCrowd } from './crowd.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { copyToOldTables, oldPlacesStatement } from './old-tables.ts'
import { startLogging, type Running } from './product.ts'
import { usageOf } from './usage.ts'

type Say = (line: string) => void

const sizes = [10_000, 100_000, 1_000_000]
const rounds = 5

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: memory is read from /proc')
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const env = { LOG_LEVEL: 'info', ...manySignUps, ...withoutBudgets }
  const product = await startLogging(dataDir, env)
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  const [token = ''] = await signUpLearners(product.address, 1)
  const prober = fork(new URL(import.meta.resolve('./call-prober.ts')), [
    `${product.address}/api/leaderboard`,
    token,
  ])
  try {
    const asked = args.map(Number)
    for (const size of asked.length > 0 ? asked : sizes) {
      await growCrowd(db, size)
      await copyToOldTables(db)
      say(`${size.toLocaleString('en')} portfolios with 4 positions each`)
      await measureStatements(db, say)
      await measureProduct({ product, db, prober, log: join(dataDir, 'bench.log'), say })
    }
  } finally {
    prober.disconnect()
    await db.close()
    await postgres.stop()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

const prices = new Map(tickers.map((ticker, index) => [ticker, cents(1_500 + 2_345 * index)]))
const everybody = { contestId: 1, latestSplit: 0, verifiedOnly: false }

/** In turn, so that whatever else the machine does falls on all of them; of each the best counts. */
async function measureStatements(db: Db, say: Say): Promise<void> {
  const best = new Map<string, number>()
  const note = (name: string, ms: number) =>
    best.set(name, Math.min(ms, best.get(name) ?? Infinity))
  const old = await oldPlacesStatement(db)
  const now = placesStatement(1, prices, everybody)
  for (let round = 0; round < rounds; round += 1) {
    note('sum', await timeOf(() => db.query('select sum(cash_cents + shares[1]) from portfolio')))
    note('values', await timeOf(() => valuesOnly(db, now)))
    note('old', await timeOf(() => computeOnly(db, old, [[...prices.values()], 0])))
    note('computed', await timeOf(() => computeOnly(db, now)))
    note('written', await timeOf(() => writeAndForget(db, note)))
  }
  const ms = (name: string) => best.get(name) ?? Number.NaN
  const row = (name: string, key: string) =>
    say(
      `  ${name.padEnd(44)} ${ms(key).toFixed(0).padStart(7)} ms ${(ms(key) / ms('sum')).toFixed(1).padStart(6)}×`,
    )
  row('select sum(...) over the table', 'sum')
  row('the value of each portfolio, no ranks', 'values')
  row('values and ranks, computed only', 'computed')
  row('the same from accounts and positions', 'old')
  row('the whole ranking, written', 'written')
  for (const step of steps) row(`  of which ${step}`, step)
  say(`  computed ${(ms('old') / ms('computed')).toFixed(2)} times as fast as before, goal 2.5`)
  say(`  written in ${(ms('written') / ms('computed')).toFixed(2)} of the time, goal at most 2`)
}

/** All columns of all rows are needed, and none is sent. */
async function computeOnly(db: Db, statement: string, values?: readonly unknown[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(rankingSettings)
    await tx.query(
      `select max(value_cents + cash_cents + rank) from (${statement} offset 0) as places`,
      values,
    )
  })
}

/** What any ranking must do at least: the same scan, without an order. */
async function valuesOnly(db: Db, statement: string): Promise<void> {
  const [, valued = ''] = /from \((.*)\) as valued/s.exec(statement) ?? []
  await db.transaction(async (tx) => {
    await tx.query(rankingSettings)
    await tx.query(`select max(value_cents + cash_cents) from (${valued}) as valued`)
  })
}

/** Taken back at the end, so that the product never sees it; what the commit costs is in the product's own time. */
async function writeAndForget(db: Db, note: (name: string, ms: number) => void): Promise<void> {
  const spent = new Map<string, number>()
  const timed = (tx: Tx): Tx => ({
    query: async <Row>(...[statement, values]: Parameters<Tx['query']>) => {
      let rows: Row[] = []
      const ms = await timeOf(async () => (rows = await tx.query<Row>(statement, values)))
      const text = typeof statement === 'string' ? statement : statement.text
      const step = steps.find((words) => text.trimStart().startsWith(words))
      if (step !== undefined) spent.set(step, (spent.get(step) ?? 0) + ms)
      return rows
    },
  })
  const isEnough = new Error('Not to be kept.')
  await db
    .transaction(async (tx) => {
      await writeRanking(timed(tx), {
        contestId: 1,
        id: 999_999,
        at: Date.now(),
        prices,
        latestSplit: 0,
      })
      throw isEnough
    })
    .catch((error: unknown) => {
      if (error !== isEnough) throw error
    })
  for (const [step, ms] of spent) note(step, ms)
}

/** The first is the table with its places, counted in one block. */
const steps = ['do', 'create unique index', 'create index', 'alter table']

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

interface Parts {
  readonly product: Running
  readonly db: Db
  readonly prober: ChildProcess
  readonly log: string
  readonly say: Say
}

/** The product does it by itself, a few times, as soon as the last ranking looks old. */
async function measureProduct({ product, db, prober, log, say }: Parts): Promise<void> {
  const read = async (): Promise<number[]> => {
    prober.send('read')
    const [times] = (await once(prober, 'message')) as [number[]]
    return times
  }
  const watch = watchMemory(product.pid)
  await read()
  await sleep(5_000)
  const idle = await read()
  const before = watch.highest()
  const busy: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const done = (await rankingsIn(log)).length
    await db.query("update ranking set at = at - interval '25 hours'")
    while (!(await isRanking(db))) await sleep(2)
    await read()
    while (await isRanking(db)) await sleep(2)
    busy.push(...(await read()))
    while ((await rankingsIn(log)).length === done) await sleep(20)
  }
  const took = (await rankingsIn(log)).slice(-rounds).map(({ ms }) => ms)
  say(
    `  the product's own rankings took ${took.map((ms) => `${ms} ms`).join(', ')}, commit and all`,
  )
  say(`  GET /api/leaderboard, nothing else going on   ${spread(idle)}`)
  say(`  GET /api/leaderboard while it is ranked       ${spread(busy)}`)
  say(`  memory of the server at most ${before} MB before, ${watch.highest()} MB meanwhile`)
  watch.stop()
}

/** The most that a process has taken since this was last asked. */
function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, usageOf(pid).megabytes)), 20)
  return {
    highest: (): string => {
      const megabytes = most.toFixed(0)
      most = 0
      return megabytes
    },
    stop: () => clearInterval(timer),
  }
}

/** The transaction that makes a ranking holds its lock. */
const isRanking = async (db: Db): Promise<boolean> =>
  (
    await db.query("select from pg_locks where locktype = 'advisory' and objid = $1 and granted", [
      locks.ranking,
    ])
  ).length > 0

async function rankingsIn(log: string): Promise<{ ms: number }[]> {
  const lines = (await readFile(log, 'utf8')).split('\n')
  return lines
    .filter((line) => line.includes('"ranked all accounts"'))
    .map((line) => JSON.parse(line) as { ms: number })
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${sorted.length} calls)`
}
