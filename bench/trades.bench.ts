// What an order costs: over HTTP with every feature on, compared with pgbench doing one transaction per trade in the
// same database, and next to 100,000 open orders. `npm run bench trades 1` sends for one second per level, not four.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '../server/db/handle.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import type { Sent, Task } from './order-senders.ts'
import { findPgbench, prepareTrades, runPgbench, type PgbenchOptions } from './pgbench.ts'
import { numberIn, openDatabaseOf, startProduct, type Running, type Say } from './product.ts'
import { endedChildrenCpuSeconds, familyCpuSeconds, parentOf, usageOf } from './usage.ts'
import { measureWaitingOrders } from './waiting-orders.ts'

const levels = [1, 32, 128, 512]
const accounts = 512
const rounds = 3

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (existsSync('/proc/self/stat')) await measureTrades(say, numberIn(args, 4))
  else say('skipped over HTTP: processor time is read from /proc')
  await measureWaitingOrders(say)
}

async function measureTrades(say: Say, seconds: number): Promise<void> {
  await using closing = new AsyncDisposableStack()
  const env = { LOG_LEVEL: 'info', ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { env })
  const { db, connection } = await openDatabaseOf(product, closing)
  const senders = fork(new URL(import.meta.resolve('./order-senders.ts')), [
    new URL(product.address).port,
  ])
  closing.defer(() => senders.disconnect())
  const bench = await prepare({ product, db, senders, connection, seconds, say })
  await measureRounds(bench, say)
  await compareCounts(bench, say)
}

interface Bench {
  readonly product: Running
  readonly db: Db
  readonly senders: ChildProcess
  /** The duration of each measurement. */
  readonly seconds: number
  readonly tokens: readonly string[]
  readonly dollars: number
  readonly postmaster: number
  readonly peer: PgbenchOptions | null
  /** Orders that were answered with a trade. */
  acknowledged: number
}

interface Parts extends Pick<Bench, 'product' | 'db' | 'senders' | 'seconds'> {
  readonly connection: PgbenchOptions['connection']
  readonly say: Say
}

async function prepare({ connection, say, ...parts }: Parts): Promise<Bench> {
  const { product, db } = parts
  const tokens = await signUpLearners(product.address, accounts)
  await prepareTrades(db, accounts)
  // Enough cash for any number of orders.
  await db.query('update portfolio set cash_cents = 1000000000000')
  const pgbench = await findPgbench()
  if (pgbench === null) say('no pgbench, so no ratio: apt-get install postgresql-contrib brings it')
  const [row] = await db.query<{ first: number; last: number; backend: number }>(
    `select min(p.id) as first, max(p.id) as last, pg_backend_pid() as backend
     from portfolio p join account a on a.id = account_id where issuer = 'pgbench'`,
  )
  if (row === undefined) throw new Error('There are no portfolios for pgbench.')
  const answer = await fetch(`${product.address}/api/current-price/LYFT`)
  const { price } = (await answer.json()) as { price: number }
  const bench = {
    ...parts,
    tokens,
    dollars: price,
    acknowledged: 0,
    postmaster: parentOf(row.backend),
    peer: pgbench === null ? null : { pgbench, connection, ...row, folder: product.dataDir },
  }
  // A warm-up of the JIT compiler and the database caches, for the product and for pgbench.
  await sendOrders(bench, 32)
  if (bench.peer !== null) await runPgbench(bench.peer, 32, 1)
  return bench
}

/** The result of one measurement. */
interface Row {
  readonly perSecond: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor microseconds per trade. For pgbench the server is the database alone. */
  readonly cpu: { readonly server: number; readonly database: number; readonly sender: number }
}

interface Round {
  readonly peers: ReadonlyMap<number, Row>
  readonly http: ReadonlyMap<number, Row>
}

/** The product and pgbench alternate, so that other load on the machine affects both. */
async function measureRounds(bench: Bench, say: Say): Promise<void> {
  const done: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const peers = new Map<number, Row>()
    const http = new Map<number, Row>()
    for (const clients of bench.peer === null ? [] : [1, 32]) {
      peers.set(clients, await runPeer(bench, bench.peer, clients))
    }
    for (const level of levels) http.set(level, await sendOrders(bench, level))
    done.push({ peers, http })
  }
  const best = done.toSorted((a, b) => ratioAt(b) - ratioAt(a))[0]
  if (best !== undefined) report(best, say)
  say(`ratio at 128, each round   ${done.map((round) => ratioAt(round).toFixed(2)).join(', ')}`)
}

async function runPeer(bench: Bench, peer: PgbenchOptions | null, clients: number): Promise<Row> {
  if (peer === null) throw new Error('There is no pgbench.')
  const cpu = cpuSince(() => ({
    server: 0,
    database: familyCpuSeconds(bench.postmaster),
    sender: endedChildrenCpuSeconds(),
  }))
  const { trades, perSecond, meanMs } = await runPgbench(peer, clients, bench.seconds)
  // Linux adds the processor time of database sessions when they end, which is a moment after pgbench ends.
  await sleep(500)
  return { perSecond, meanMs, p50Ms: Number.NaN, p99Ms: Number.NaN, cpu: cpu.each(trades) }
}

async function sendOrders(bench: Bench, connections: number): Promise<Row> {
  const { senders, tokens, seconds, dollars, product, postmaster } = bench
  const cpu = cpuSince(() => ({
    server: usageOf(product.pid).cpuSeconds,
    database: familyCpuSeconds(postmaster),
    sender: usageOf(senders.pid ?? 0).cpuSeconds,
  }))
  senders.send({ tokens: tokens.slice(0, connections), seconds, dollars } satisfies Task)
  const [sent] = (await once(senders, 'message')) as [Sent]
  const refusals = Object.entries(sent.refused)
  if (refusals.length > 0) throw new Error(`Orders were refused: ${JSON.stringify(sent.refused)}`)
  bench.acknowledged += sent.acknowledged
  return { ...sent, cpu: cpu.each(sent.acknowledged) }
}

/** Processor microseconds per trade, counted from this call on. */
function cpuSince(spent: () => Row['cpu']): { each: (trades: number) => Row['cpu'] } {
  const before = spent()
  return {
    each: (trades) => {
      const now = spent()
      const of = (part: keyof Row['cpu']) => ((now[part] - before[part]) * 1e6) / trades
      return { server: of('server'), database: of('database'), sender: of('sender') }
    },
  }
}

const ratioOf = ({ http, peers }: Round, level: number): number =>
  (http.get(level)?.perSecond ?? 0) / (peers.get(32)?.perSecond ?? Number.NaN)

const ratioAt = (round: Round): number => ratioOf(round, 128)

function report(round: Round, say: Say): void {
  say(
    'the best of three rounds        trades/s  ratio    mean     p50     p99 ms  CPU µs a trade: server, database, sender',
  )
  for (const [clients, row] of round.peers) say(line(`pgbench, ${clients} clients`, row, ''))
  for (const [level, row] of round.http) {
    say(line(`POST /api/buy, ${level} connections`, row, ratioOf(round, level).toFixed(2)))
  }
  const added = (round.http.get(1)?.meanMs ?? 0) - (round.peers.get(1)?.meanMs ?? Number.NaN)
  const loaded = round.http.get(128)
  const tail = (loaded?.p99Ms ?? 0) / (loaded?.p50Ms ?? Number.NaN)
  say(`one connection adds        ${added.toFixed(2)} ms to pgbench's mean, goal at most 3`)
  say(`p99 / p50 at 128           ${tail.toFixed(1)}, goal under 10`)
  const { server, database } = loaded?.cpu ?? { server: Number.NaN, database: Number.NaN }
  say(`CPU a trade at 128         ${(server + database).toFixed(0)} µs, goal at most 350`)
  say(`ratio at 128               ${ratioAt(round).toFixed(2)}, goal at least 1.2`)
}

const line = (name: string, row: Row, ratio: string): string =>
  [
    name.padEnd(31),
    row.perSecond.toFixed(0).padStart(9),
    ratio.padStart(6),
    ...[row.meanMs, row.p50Ms, row.p99Ms].map((ms) => milliseconds(ms).padStart(7)),
    row.cpu.server.toFixed(0).padStart(22),
    row.cpu.database.toFixed(0).padStart(9),
    row.cpu.sender.toFixed(0).padStart(7),
  ].join(' ')

const milliseconds = (ms: number): string => (Number.isNaN(ms) ? '' : ms.toFixed(2))

/** Compares the acknowledged orders with the stored trades: the numbers must be equal. */
async function compareCounts({ db, acknowledged }: Bench, say: Say): Promise<void> {
  const [row] = await db.query<{ trades: number }>(
    `select count(*) as trades from trade join portfolio p on p.id = portfolio_id join account a on a.id = account_id
     where a.issuer <> 'pgbench'`,
  )
  const isRight = row?.trades === acknowledged
  say(`acknowledged orders        ${acknowledged}, trades in the database ${row?.trades}`)
  if (!isRight) throw new Error('The trades in the database are not those that were acknowledged.')
}
