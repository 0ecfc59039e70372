// What a ranking of all portfolios costs, as a ratio to a plain sum over the same table, and how it slows other calls.
// `npm run bench ranking 10000` takes one size instead of 10,000, 100,000 and 1,000,000.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { placesStatement, rankingSettings, writeRanking } from '../server/contest/write-ranking.ts'
import type { Db, Tx } from '../server/db/handle.ts'
import { locks } from '../server/db/locks.ts'
import { growCrowd } from './crowd.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { openDatabaseOf, startProduct, type Running, type Say } from './product.ts'
import { quantile, startProber, timeOf } from './times.ts'
import { usageOf } from './usage.ts'

const sizes = [10_000, 100_000, 1_000_000]
const rounds = 5

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: memory is read from /proc')
  await using closing = new AsyncDisposableStack()
  const env = { LOG_LEVEL: 'info', ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { env })
  const { db } = await openDatabaseOf(product, closing)
  const [token] = await signUpLearners(product.address, 1)
  const prober = startProber(closing, `${product.address}/api/leaderboard`, token)
  const given = args.map(Number).filter((size) => size > 0)
  for (const size of given.length > 0 ? given : sizes) {
    await growCrowd(db, size)
    say(`${size.toLocaleString('en')} portfolios with 4 positions each`)
    await measureStatements(db, say)
    await measureProduct({ product, db, prober, say })
  }
}

const prices = new Map(tickers.map((ticker, index) => [ticker, cents(1_500 + 2_345 * index)]))
const everybody = { contestId: 1, latestSplit: 0, verifiedOnly: false }

/** Statements alternate, so that other load on the machine affects all of them; the best time of each counts. */
async function measureStatements(db: Db, say: Say): Promise<void> {
  const best = new Map<string, number>()
  const note = (name: string, ms: number) =>
    best.set(name, Math.min(ms, best.get(name) ?? Infinity))
  const statement = placesStatement(1, prices, everybody)
  for (let round = 0; round < rounds; round += 1) {
    note('sum', await timeOf(() => db.query('select sum(cash_cents + shares[1]) from portfolio')))
    note('values', await timeOf(() => valuesOnly(db, statement)))
    note('computed', await timeOf(() => computeOnly(db, statement)))
    note('written', await timeOf(() => writeAndRollBack(db, note)))
  }
  const ms = (name: string) => best.get(name) ?? Number.NaN
  const row = (name: string, key: string) =>
    say(
      `  ${name.padEnd(44)} ${ms(key).toFixed(0).padStart(7)} ms ${(ms(key) / ms('sum')).toFixed(1).padStart(6)}×`,
    )
  row('select sum(...) over the table', 'sum')
  row('the value of each portfolio, no ranks', 'values')
  row('values and ranks, computed only', 'computed')
  row('the whole ranking, written', 'written')
  for (const step of steps) row(`  of which ${step}`, step)
  say(`  written in ${(ms('written') / ms('computed')).toFixed(2)} of the time, goal at most 2`)
}

/** Makes the database compute all columns of all rows without sending them. */
async function computeOnly(db: Db, statement: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(rankingSettings)
    await tx.query(
      `select max(value_cents + cash_cents + rank) from (${statement} offset 0) as places`,
    )
  })
}

/** The lower bound of any ranking: the same scan, without an order. */
async function valuesOnly(db: Db, statement: string): Promise<void> {
  const [, valued = ''] = /from \((.*)\) as valued/s.exec(statement) ?? []
  await db.transaction(async (tx) => {
    await tx.query(rankingSettings)
    await tx.query(`select max(value_cents + cash_cents) from (${valued}) as valued`)
  })
}

/** Rolls back, so that the product never reads this ranking; the commit is part of the product measurement instead. */
async function writeAndRollBack(db: Db, note: (name: string, ms: number) => void): Promise<void> {
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
  const rollBack = new Error('Rolls the transaction back.')
  await db
    .transaction(async (tx) => {
      const ranking = { contestId: 1, id: 999_999, at: Date.now(), prices, latestSplit: 0 }
      await writeRanking(timed(tx), ranking)
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
  for (const [step, ms] of spent) note(step, ms)
}

/** The first words of each statement; the `do` block creates the table and its rows. */
const steps = ['do', 'create unique index', 'create index', 'alter table']

interface Parts {
  readonly product: Running
  readonly db: Db
  readonly prober: ReturnType<typeof startProber>
  readonly say: Say
}

/** The product's own job ranks as soon as the last ranking looks old. */
async function measureProduct({ product, db, prober, say }: Parts): Promise<void> {
  const memory = watchMemory(product.pid)
  await prober.read()
  await sleep(5_000)
  const idle = await prober.read()
  const before = memory.highest()
  const busy: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const done = (await rankingsOf(product)).length
    await db.query("update ranking set at = at - interval '25 hours'")
    while (!(await isRanking(db))) await sleep(2)
    await prober.read()
    while (await isRanking(db)) await sleep(2)
    busy.push(...(await prober.read()))
    while ((await rankingsOf(product)).length === done) await sleep(20)
  }
  const took = (await rankingsOf(product)).slice(-rounds).map(({ ms }) => `${ms} ms`)
  say(`  the product's own rankings, with commit: ${took.join(', ')}`)
  say(`  GET /api/leaderboard, idle                    ${spread(idle)}`)
  say(`  GET /api/leaderboard while it is ranked       ${spread(busy)}`)
  say(`  memory of the server at most ${before} MB before, ${memory.highest()} MB meanwhile`)
  memory.stop()
}

/** `highest` returns the peak since its last call. */
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

/** The transaction that makes a ranking holds its advisory lock. */
const isRanking = async (db: Db): Promise<boolean> =>
  (
    await db.query("select from pg_locks where locktype = 'advisory' and objid = $1 and granted", [
      locks.ranking,
    ])
  ).length > 0

async function rankingsOf({ log }: Running): Promise<{ ms: number }[]> {
  return (await log())
    .split('\n')
    .filter((line) => line.includes('"ranked all accounts"'))
    .map((line) => JSON.parse(line) as { ms: number })
}

const spread = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms (${times.length} calls)`
