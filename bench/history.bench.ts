// How the cost of a net worth history grows with the trades behind it, whether others wait meanwhile, and the same work in-process beside a peer.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { netWorthOf, pricesAt, type Flow } from '@tengrand/core/history.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'
import { type Market } from '../server/market/market.ts'
import { oneMarket } from '../server/market/markets.ts'
import { openSimulatedMarket } from '../server/market/simulated/open.ts'
import { findPortfolio } from '../server/portfolio/find.ts'
import { netWorthHistory } from '../server/portfolio/history.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { startLogging } from './product.ts'
import { askerOf, median, timeOf, timesOf } from './times.ts'
import { giveTrades, newestPortfolio } from './traders.ts'

type Say = (line: string) => void

const levels = [10, 100, 1_000, 10_000, 100_000]
const years = 5

export default async function measure(say: Say): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const env = { LOG_LEVEL: 'info', ...manySignUps, ...withoutBudgets }
  const product = await startLogging(dataDir, env)
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  const prober = fork(new URL(import.meta.resolve('./health-prober.ts')), [product.address])
  try {
    await measureCalls({ address: product.address, db, prober, say })
  } finally {
    prober.disconnect()
    await db.close()
    await postgres.stop()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
  await measureInProcess(say)
}

interface Parts {
  readonly address: string
  readonly db: Db
  readonly prober: ChildProcess
  readonly say: Say
}

async function measureCalls({ address, db, prober, say }: Parts): Promise<void> {
  const tokens: string[] = []
  for (const [index, trades] of levels.entries()) {
    const [token = ''] = await signUpLearners(address, 1, index)
    await giveTrades(db, { portfolioId: await newestPortfolio(db), trades, years })
    tokens.push(token)
  }
  await db.query('vacuum analyze trade, portfolio')
  const idle = await worstOf(prober, () => new Promise((resolve) => setTimeout(resolve, 2000)))
  say(`/healthz every 5 ms, worst while nothing else is asked: ${idle.worst.toFixed(1)} ms`)
  say('trades    history/all p50, first   /healthz worst   /portfolio p50')
  for (const [index, trades] of levels.entries()) {
    const ask = askerOf(address, tokens[index] ?? '')
    const history = await worstOf(prober, () => timesOf(() => ask('/api/net_worth_history/all')))
    const portfolio = await timesOf(() => ask('/api/portfolio'))
    const [first = Number.NaN] = history.result
    const columns = [median(history.result), first, history.worst, median(portfolio)]
    const [all, cold, worst, now] = columns.map((ms) => `${ms.toFixed(1)} ms`.padStart(10))
    say(`${String(trades).padStart(6)}       ${all} ${cold}       ${worst}       ${now}`)
  }
  await measureStalls(db, say)
}

/** Others wait for the processor as well as for the server; how long they wait for the server alone is seen from within. */
async function measureStalls(db: Db, say: Say): Promise<void> {
  const market = openSimulatedMarket({
    secret: Buffer.alloc(32, 7),
    hours: 'always',
    now: Date.now,
  })
  const accounts = await db.query<{ accountId: number; trades: number }>(
    `select account_id as "accountId", count(*) as trades
     from portfolio join trade on portfolio_id = portfolio.id group by account_id order by trades`,
  )
  const log = { error: () => undefined }
  for (const { accountId, trades } of accounts) {
    const head = await findPortfolio(db, { accountId, publicId: null })
    if (head === null) throw new Error('An account has no open portfolio.')
    const ask = () =>
      netWorthHistory({ db, marketOf: oneMarket({ market, now: Date.now }), log }, head, 'all')
    await timesOf(() => timeOf(ask))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const times = await timesOf(() => timeOf(ask))
    delay.disable()
    say(
      `${String(trades).padStart(6)} trades, from within: ${median(times).toFixed(1)} ms, ` +
        `longest stall of the event loop ${(delay.max / 1e6).toFixed(1)} ms`,
    )
  }
  await market.close()
}

/** Of the probes that were sent meanwhile. */
async function worstOf<T>(
  prober: ChildProcess,
  work: () => Promise<T>,
): Promise<{ result: T; worst: number }> {
  const read = async (): Promise<number> => {
    prober.send('read')
    const [worst] = (await once(prober, 'message')) as [number]
    return worst
  }
  await read()
  const result = await work()
  return { result, worst: await read() }
}

/** The peer's seconds for a daily series of 16 symbols over 8 years, measured once with ghostfolio 3.58. */
const peerSeconds = new Map([
  [1_900, 4.7],
  [10_000, 5.4],
])
const dayMs = 86_400_000
const peerYears = 8

async function measureInProcess(say: Say): Promise<void> {
  const at = Date.now()
  const fresh = () =>
    openSimulatedMarket({ secret: Buffer.alloc(32, 7), hours: 'always', now: () => at })
  for (const trades of [100, 1_900, 10_000]) {
    const market = fresh()
    const from = at - peerYears * 365.25 * dayMs
    const cold = await timeOf(() => seriesOf(market, trades, from, at))
    const warm = await timesOf(() => timeOf(() => seriesOf(market, trades, from, at)))
    await market.close()
    const peer = peerSeconds.get(trades)
    const beside = peer === undefined ? '' : `, ghostfolio 3.58 ${(peer * 1000).toFixed(0)} ms`
    say(
      `in-process, 16 symbols, 8 years, ${trades} trades: ${median(warm).toFixed(1)} ms, ` +
        `first time ${cold.toFixed(1)} ms${beside}`,
    )
  }
}

/** From the trades and the closes to a value for each day, without the database. */
async function seriesOf(market: Market, trades: number, from: number, at: number) {
  const closes = new Map<Ticker, { at: number; price: Cents }[]>()
  for (const ticker of tickers) {
    const history = await market.daily(ticker, from)
    closes.set(ticker, 'points' in history ? [...history.points] : [])
  }
  const times = (closes.get('AAPL') ?? []).map((point) => point.at)
  const instants = [from, ...times.filter((time) => time > from && time < at), at]
  const flows = Array.from({ length: trades }, (_, n) => flowOf(n, trades, instants))
  const quantities = new Map<Ticker, number>()
  for (const { ticker, quantity } of flows) {
    quantities.set(ticker, (quantities.get(ticker) ?? 0) + quantity)
  }
  const cash = flows.reduce((sum, flow) => cents(sum + flow.cash), cents(1_000_000))
  const prices = new Map(
    [...closes].map(([ticker, points]) => [ticker, pricesAt(points, instants)]),
  )
  return netWorthOf({ cash, quantities, flows, instants, prices, splits: [] })
}

/** The same pattern of buying and selling as in the database. */
function flowOf(n: number, trades: number, instants: readonly number[]): Flow {
  const isBuy = Math.floor(n / 16) % 2 === 0
  const price = 10_000 + 100 * (n % 16)
  return {
    index: Math.min(instants.length - 1, 1 + Math.floor((n / trades) * (instants.length - 1))),
    ticker: tickers[n % 16] ?? 'AAPL',
    quantity: isBuy ? 1 : -1,
    cash: cents(isBuy ? -price : price),
  }
}
