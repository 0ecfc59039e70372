// The second half of the trades bench: how open orders slow down other trades. It measures one scan of 100,000 orders,
// 10,000 orders that one price fills, and 50 open orders of one account. The queue runs in this process, without HTTP.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { cents } from '@tengrand/core/money.ts'

import { startEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'
import { migrate } from '../server/db/migrate.ts'
import { createLog } from '../server/log.ts'
import { clockOf } from '../server/testing/clock.ts'
import { createScriptedMarket } from '../server/testing/scripted-market.ts'
import { executeBatch } from '../server/orders/batch.ts'
import { fillReached } from '../server/orders/fill-job.ts'
import { connectionsMax, createOrderQueue } from '../server/orders/queue.ts'
import { growCrowd } from './crowd.ts'
import type { Say } from './product.ts'
import { median, quantile, repeat, timeOf } from './times.ts'

const waitingOrders = 100_000
const reachedAtOnce = 10_000
const rounds = 5
const traders = 8

export async function measureWaitingOrders(say: Say): Promise<void> {
  await using closing = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  closing.defer(() => postgres.stop())
  const db = openDb(postgres.connection, { unlimited: true })
  closing.defer(() => db.close())
  await migrate(db)
  await growCrowd(db, waitingOrders + traders)
  const exchange = createExchange(db)
  closing.defer(() => exchange.close())
  await placeForAll(db)
  const looks = await repeat(50, () => timeOf(exchange.fill))
  say(
    `${waitingOrders.toLocaleString('en')} open orders, none reached: one look at all prices takes ` +
      `${median(looks).toFixed(1)} ms, at most ${Math.max(...looks).toFixed(1)} ms`,
  )
  await measureReached(exchange, say)
  await measureMany(exchange, say)
}

type Exchange = ReturnType<typeof createExchange>

/** The queue and the fill job at prices that the bench sets. */
function createExchange(db: Db) {
  const market = createScriptedMarket({ now: Date.now })
  const clock = clockOf(Date.now)
  const log = createLog('error')
  const apart = db.apart(connectionsMax)
  const queue = createOrderQueue({
    execute: (orders) => executeBatch({ db: apart, market, clock, log }, orders),
    now: () => performance.now(),
    log,
  })
  /** Buys one share of the second stock and returns the time in milliseconds. */
  const trade = (accountId: number): Promise<number> =>
    timeOf(async () => {
      const outcome = await queue.place({
        accountId,
        publicId: null,
        side: 'BUY',
        ticker: 'MSFT',
        quantity: 1,
        expectedPrice: cents(100_00),
        key: randomUUID(),
        arrivedAt: Date.now(),
      })
      if (!('trade' in outcome)) throw new Error(JSON.stringify(outcome))
    })
  const close = async () => {
    await queue.close()
    await apart.close()
  }
  return { db, market, trade, close, fill: () => fillReached({ db, market, queue, clock }) }
}

const insertOrders = `insert into stock_order
  (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at, expires_at, state)`

/** Places an order ten cents or more below the price of $100 for every portfolio except the traders'. */
async function placeForAll(db: Db): Promise<void> {
  await db.query('update portfolio set cash_cents = 100000000')
  await db.query(
    `${insertOrders}
     select id, gen_random_uuid(), 1, 'BUY', 'limit', 1, 5000 + n % 4000, 'gtc', now(), now() + interval '90 days', 'open'
     from (select id, row_number() over (order by id) as n from portfolio) as p where n <= $1`,
    [waitingOrders],
  )
  await db.query(
    `update portfolio set reserved_cents = quantity * price_cents from stock_order where portfolio_id = portfolio.id`,
  )
  await db.query('vacuum analyze stock_order')
  await db.query('vacuum analyze portfolio')
}

/** Measures other trades alternately without fills and while orders are being filled. */
async function measureReached(exchange: Exchange, say: Say): Promise<void> {
  const { db, market } = exchange
  const accounts = await lastAccounts(db)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const price = await priceOfNext(db)
    const quiet = quantile(await tradeUntil(exchange, accounts, sleep(2_000)), 0.95)
    market.set('AAPL', price)
    const from = performance.now()
    const busy = quantile(await tradeUntil(exchange, accounts, exchange.fill()), 0.95)
    const seconds = ((performance.now() - from) / 1_000).toFixed(1)
    market.set('AAPL', 100_00)
    ratios.push(busy / quiet)
    say(
      `  round ${round}: ${await countFilled(db)} filled in all, the latest in ${seconds} s; ` +
        `orders of others p95 ${quiet.toFixed(1)} → ${busy.toFixed(1)} ms`,
    )
  }
  say(
    `  p95 of others while ${reachedAtOnce} are filled ÷ quiet: median ${median(ratios).toFixed(2)}`,
  )
}

async function tradeUntil(
  { trade }: Exchange,
  accounts: readonly number[],
  end: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  void end.finally(() => over.abort())
  await Promise.all(
    accounts.map(async (accountId) => {
      for (; !over.signal.aborted;) {
        times.push(await trade(accountId))
        await sleep(20)
      }
    }),
  )
  await end
  return times
}

/** The price that fills the next ten thousand orders: the lowest of their limits. */
async function priceOfNext(db: Db): Promise<number> {
  const [row] = await db.query<{ price: number }>(
    `select price_cents as price from stock_order where state = 'open'
     order by price_cents desc offset ${reachedAtOnce - 1} limit 1`,
  )
  return row?.price ?? 1
}

async function countFilled(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*) as count from stock_order where state = 'filled'",
  )
  return row?.count ?? 0
}

async function lastAccounts(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from account order by id desc limit ${traders}`,
  )
  return rows.map(({ id }) => id)
}

/** Trades of two accounts alternate; one of them has fifty open orders. */
async function measureMany({ db, trade }: Exchange, say: Say): Promise<void> {
  const [many = 0, none = 0] = await lastAccounts(db)
  await db.query(
    `${insertOrders}
     select id, gen_random_uuid(), 1 + n % 16, 'BUY', 'limit', 1, 100, 'gtc', now(), now() + interval '90 days', 'open'
     from portfolio, generate_series(1, 50) n where account_id = $1`,
    [many],
  )
  await db.query('update portfolio set reserved_cents = 5000 where account_id = $1', [many])
  const times = { many: [] as number[], none: [] as number[] }
  for (let time = 0; time < 2_000; time += 1) {
    times.none.push(await trade(none))
    times.many.push(await trade(many))
  }
  const [without, beside] = [median(times.none), median(times.many)]
  say(
    `a market order: ${without.toFixed(2)} ms, with 50 open orders ${beside.toFixed(2)} ms (${(beside / without).toFixed(2)}×)`,
  )
}
