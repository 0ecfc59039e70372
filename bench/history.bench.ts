// What a net worth history and the insights cost by the number of trades: time, processor time as a ratio to the
// history, and how long the event loop is blocked. `npm run bench history 1000` leaves out larger portfolios; with the
// folder of another checkout, its server is measured alternately.
import { existsSync } from 'node:fs'

import type { Db } from '../server/db/handle.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import {
  numberIn,
  openDatabaseOf,
  startProduct,
  versionsOf,
  type Running,
  type Say,
} from './product.ts'
import { callerOf, median, repeat, startProber, sum } from './times.ts'
import { giveTrades, newestPortfolio } from './traders.ts'
import { usageOf } from './usage.ts'

const levels = [10, 1_000, 100_000]
const years = 5
const rounds = 3
const callsPerRound = 5
const history = '/api/net_worth_history/all'
const paths = [history, '/api/portfolio', '/api/insights/all', '/api/insights/luck']

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: processor time is read from /proc')
  await using closing = new AsyncDisposableStack()
  const most = numberIn(args, Math.max(...levels))
  const servers: Server[] = []
  for (const { name, root } of versionsOf(args)) servers.push(await open(closing, name, root))
  for (const trades of levels.filter((level) => level <= most)) {
    const results = await measureLevel(servers, trades)
    for (const { name } of servers) report({ name, trades, results, say })
    compare(servers, results, say)
  }
}

interface Server {
  readonly name: string
  readonly product: Running
  readonly db: Db
  readonly prober: ReturnType<typeof startProber>
  learners: number
}

async function open(closing: AsyncDisposableStack, name: string, root: string): Promise<Server> {
  const env = { LOG_LEVEL: 'info', METRICS_PORT: '0', ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { root, env })
  const { db } = await openDatabaseOf(product, closing)
  const prober = startProber(closing, `${product.address}/healthz`)
  const server = { name, product, db, prober, learners: 0 }
  // Fills the market's caches of prices, which all learners share.
  const call = await plant(server, 10)
  for (const path of paths) await call(path)
  return server
}

/** The measured times of one path, one entry per round. */
interface Result {
  readonly first: Calls[]
  readonly again: Calls[]
}

interface Calls {
  readonly ms: number
  /** Processor time of one call. */
  readonly cpuMs: number
  readonly healthMs: number
  readonly stallMs: number
}

type Results = ReadonlyMap<string, Result>

const keyOf = (name: string, path: string): string => `${name} ${path}`

/** Alternates between the servers, so that other load on the machine affects all of them. */
async function measureLevel(servers: readonly Server[], trades: number): Promise<Results> {
  const results = new Map<string, Result>()
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) {
      for (const server of servers) {
        const key = keyOf(server.name, path)
        const { first, again } = results.get(key) ?? { first: [], again: [] }
        const call = await plant(server, trades)
        first.push(await measureCalls(server, 1, () => call(path)))
        again.push(await measureCalls(server, callsPerRound, () => call(path)))
        results.set(key, { first, again })
      }
    }
  }
  return results
}

/** A new learner per measurement, because answers are cached and the budget of long reads is per account. */
async function plant(server: Server, trades: number) {
  const { product, db } = server
  const [token = ''] = await signUpLearners(product.address, 1, server.learners)
  server.learners += 1
  await giveTrades(db, { portfolioId: await newestPortfolio(db), trades, years })
  await db.query('vacuum analyze trade, portfolio')
  return callerOf(product.address, token)
}

async function measureCalls(
  { product, prober }: Server,
  count: number,
  call: () => Promise<number>,
): Promise<Calls> {
  await Promise.all([prober.read(), readStall(product)])
  const before = usageOf(product.pid).cpuSeconds
  const times = await repeat(count, call)
  const cpuMs = (1000 * (usageOf(product.pid).cpuSeconds - before)) / count
  const [health, stallMs] = await Promise.all([prober.read(), readStall(product)])
  return { ms: median(times), cpuMs, healthMs: Math.max(...health), stallMs }
}

/** The longest delay of the server's event loop since the last read, from its metrics. */
async function readStall({ log }: Running): Promise<number> {
  const [, address = ''] = /(http:\S+\/metrics)/.exec(await log()) ?? []
  const text = await (await fetch(address)).text()
  return 1000 * Number(/^tengrand_event_loop_delay_seconds\{quantile="1"\} (\S+)/m.exec(text)?.[1])
}

interface Report {
  readonly name: string
  readonly trades: number
  readonly results: Results
  readonly say: Say
}

function report({ name, trades, results, say }: Report): void {
  say(`${name}, ${trades.toLocaleString('en')} trades in ${years} years; times in ms`)
  say(
    '                               first, processor, ÷ history   again, processor   /healthz worst   event loop worst',
  )
  for (const path of paths) {
    const { first, again } = results.get(keyOf(name, path)) ?? { first: [], again: [] }
    const cells: readonly [number, number, number][] = [
      [median(first.map(({ ms }) => ms)), 1, 10],
      [cpuOf(first), 1, 11],
      [cpuOf(first) / cpuOf(results.get(keyOf(name, history))?.first ?? []), 2, 11],
      [median(again.map(({ ms }) => ms)), 1, 8],
      [cpuOf(again), 1, 11],
      [Math.max(...[...first, ...again].map(({ healthMs }) => healthMs)), 1, 17],
      [Math.max(...[...first, ...again].map(({ stallMs }) => stallMs)), 1, 19],
    ]
    const columns = cells.map(([value, digits, width]) => value.toFixed(digits).padStart(width))
    say(`  ${path.padEnd(26)}${columns.join('')}`)
  }
}

const cpuOf = (calls: readonly Calls[]): number =>
  sum(calls.map(({ cpuMs }) => cpuMs)) / calls.length

function compare([own, other]: readonly Server[], results: Results, say: Say): void {
  if (own === undefined || other === undefined) return
  const cpu = ({ name }: Server, path: string) => cpuOf(results.get(keyOf(name, path))?.first ?? [])
  const ratios = paths.map((path) => `${path} ${(cpu(own, path) / cpu(other, path)).toFixed(2)}`)
  say(`  processor time of this version ÷ the other: ${ratios.join(', ')}`)
}
