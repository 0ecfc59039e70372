// What it costs to explain a result, as a ratio to the history of the same portfolio, and whether others wait meanwhile.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { luckOf, openReplaySteps } from '@tengrand/core/luck.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'
import { createReadInsights } from '../server/insights/insights.ts'
import { createLuckQueue } from '../server/insights/luck-queue.ts'
import { createLuckThread } from '../server/insights/luck-thread.ts'
import { createReadLuck } from '../server/insights/luck.ts'
import { oneMarket } from '../server/market/markets.ts'
import { openSimulatedMarket } from '../server/market/simulated/open.ts'
import { findPortfolio } from '../server/portfolio/find.ts'
import { netWorthHistory } from '../server/portfolio/history.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { startLogging } from './product.ts'
import { askerOf, median, timeOf, timesOf } from './times.ts'
import { giveTrades, newestPortfolio } from './traders.ts'

type Say = (line: string) => void

const levels = [1_900, 100_000] as const
const years = 8
const rounds = 3

export default async function measure(say: Say): Promise<void> {
  measureLuck(say)
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const product = await startLogging(dataDir, { ...manySignUps, ...withoutBudgets })
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  try {
    for (const [index, part] of parts.entries()) {
      const ask = await plant(db, { address: product.address, index, trades: levels[0] })
      await measureCalls(ask, part, say)
    }
    await plant(db, { address: product.address, index: parts.length, trades: levels[1] })
    await measureStalls(db, say)
  } finally {
    await db.close()
    await postgres.stop()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

const parts = ['all', '1m', 'luck']

/** A learner for each, since the budget of long reads is for some of them. */
async function plant(
  db: Db,
  { address, index, trades }: { address: string; index: number; trades: number },
): Promise<(path: string) => Promise<number>> {
  const [token = ''] = await signUpLearners(address, 1, index)
  await giveTrades(db, { portfolioId: await newestPortfolio(db), trades, years })
  await db.query('vacuum analyze trade, portfolio')
  return askerOf(address, token)
}

/** In turn with the history, several rounds. */
async function measureCalls(
  ask: (path: string) => Promise<number>,
  part: string,
  say: Say,
): Promise<void> {
  const first = await ask(`/api/insights/${part}`)
  const ratios: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const history = median(await timesOf(() => ask('/api/net_worth_history/all')))
    const own = median(await timesOf(() => ask(`/api/insights/${part}`)))
    ratios.push(`${own.toFixed(1)} / ${history.toFixed(1)} ms = ${(own / history).toFixed(2)}`)
  }
  say(`${part} / history, ${levels[0]} trades: ${ratios.join(', ')}; first ${first.toFixed(0)} ms`)
}

async function measureStalls(db: Db, say: Say): Promise<void> {
  const secret = Buffer.alloc(32, 7)
  const market = openSimulatedMarket({ secret, hours: 'always', now: Date.now })
  const queue = createLuckQueue(createLuckThread((error) => say(error.message)))
  const log = { error: () => undefined }
  const marketOf = oneMarket({ market, now: Date.now })
  const deps = { db, marketOf, now: Date.now, log }
  const accounts = await db.query<{ accountId: number; trades: number }>(
    `select account_id as "accountId", count(*) as trades
     from portfolio join trade on portfolio_id = portfolio.id group by account_id order by trades desc limit 2`,
  )
  for (const { accountId, trades } of accounts) {
    const head = await findPortfolio(db, { accountId, publicId: null })
    if (head === null) throw new Error('An account has no open portfolio.')
    const cached = createReadInsights(deps)
    const asked = {
      history: () => netWorthHistory(deps, head, 'all'),
      // Nothing is cached for the first view; a change of the range finds what covers the whole portfolio.
      'first view': () => createReadInsights(deps)(head, 'all'),
      'first view of a month': () => createReadInsights(deps)(head, '1m'),
      'change of range': () => cached(head, '1m'),
      // Anew each time.
      luck: () => createReadLuck({ ...deps, queue, luckPatienceMs: 60_000 })(accountId, head),
    }
    for (const [part, ask] of Object.entries(asked)) {
      await timesOf(() => timeOf(ask))
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const cpu = process.cpuUsage()
      const times = await timesOf(() => timeOf(ask))
      const { user, system } = process.cpuUsage(cpu)
      delay.disable()
      const cpuMs = (user + system) / 1000 / times.length
      say(
        `${trades} trades, ${part} from within: ${median(times).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU, ` +
          `longest stall of the event loop ${(delay.max / 1e6).toFixed(1)} ms`,
      )
    }
  }
  await queue.close()
  await market.close()
}

/** 1,000 traders, 1,000 trades. */
function measureLuck(say: Say): void {
  const builder = openReplaySteps(cents(10_000_00))
  const days = 2_000
  for (let n = 0; n < 1_000; n += 1) {
    const type = Math.floor(n / 16) % 2 === 0 ? 'BUY' : 'SELL'
    const ticker = tickers[n % 16] ?? 'AAPL'
    const price = cents(100_00)
    builder.add({ type, ticker, quantity: 1, price, at: n, cost: cents(0) }, 2 * n)
  }
  const prices = new Float64Array(days * tickers.length).map((_, n) => 100_00 + (n % 977))
  const facts = { startingCash: cents(10_000_00), steps: builder.steps(), prices, seed: 1 }
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage()
    luckOf({ ...facts, traders: 1_000 })
    const { user, system } = process.cpuUsage(from)
    say(`luck, 1,000 traders × 1,000 trades: ${((user + system) / 1000).toFixed(0)} ms of one core`)
  }
}
