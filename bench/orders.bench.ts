// What orders that wait cost: a look at all of them, ten thousand that one price reaches while others trade, and the orders of those
// who have many of them open.
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

type Say = (line: string) => void

const waitingOrders = 100_000
const reachedAtOnce = 10_000
const rounds = 5
const senders = 8

export default async function measure(say: Say): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  try {
    await migrate(db)
    await growCrowd(db, waitingOrders + senders)
    const bench = createExchange(db)
    await placeForAll(db)
    await measureLook(bench, say)
    await measureReached(bench, say)
    await measureMany(bench, say)
    await bench.close()
  } finally {
    await db.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

type Exchange = ReturnType<typeof createExchange>

/** The queue and the job without HTTP, at prices that the bench sets. */
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
  /** One share of the second stock, at once; its time in milliseconds. */
  const trade = async (accountId: number): Promise<number> => {
    const from = performance.now()
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
    return performance.now() - from
  }
  const close = async () => {
    await queue.close()
    await apart.close()
  }
  return { db, market, trade, close, look: () => fillReached({ db, market, queue, clock }) }
}

/** For everybody but the senders one order, ten cents and more below the price of $100. */
async function placeForAll(db: Db): Promise<void> {
  await db.query('update portfolio set cash_cents = 100000000')
  await db.query(
    `insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at,
       expires_at, state)
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

async function measureLook({ look }: Exchange, say: Say): Promise<void> {
  const times: number[] = []
  for (let time = 0; time < 50; time += 1) times.push(await timeOf(look))
  say(`${waitingOrders.toLocaleString('en')} open orders, none reached`)
  say(
    `  a look at all prices: median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`,
  )
}

/** Others trade one after the other, first in quiet, then while the orders are filled. */
async function measureReached(bench: Exchange, say: Say): Promise<void> {
  const people = await lastAccounts(bench.db)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const prices = await priceOfNext(bench.db)
    const quiet = await tradeUntil(bench, people, sleep(2_000))
    bench.market.set('AAPL', prices)
    const from = performance.now()
    const busy = await tradeUntil(bench, people, bench.look())
    const seconds = (performance.now() - from) / 1_000
    bench.market.set('AAPL', 100_00)
    const filled = await countFilled(bench.db)
    ratios.push(p95(busy) / p95(quiet))
    say(
      `  round ${round + 1}: ${filled} filled in all, this time in ${seconds.toFixed(1)} s; orders of others p95 ${p95(quiet).toFixed(1)} → ${p95(busy).toFixed(1)} ms`,
    )
  }
  say(
    `  p95 of others while ${reachedAtOnce} are filled ÷ quiet: median ${median(ratios).toFixed(2)}`,
  )
}

async function tradeUntil(
  { trade }: Exchange,
  people: readonly number[],
  end: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  void end.finally(() => over.abort())
  await Promise.all(
    people.map(async (accountId) => {
      for (; !over.signal.aborted;) {
        times.push(await trade(accountId))
        await sleep(20)
      }
    }),
  )
  await end
  return times
}

/** The price that the next ten thousand, those with the highest limits, wait for. */
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
    `select id from account order by id desc limit ${senders}`,
  )
  return rows.map(({ id }) => id)
}

/** Two people in turn, one of whom has fifty orders open. */
async function measureMany({ db, trade }: Exchange, say: Say): Promise<void> {
  const [many = 0, none = 0] = await lastAccounts(db)
  await db.query(
    `insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at,
       expires_at, state)
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
  const ratio = median(times.many) / median(times.none)
  say(
    `an order for now: ${median(times.none).toFixed(2)} ms, with 50 orders open ${median(times.many).toFixed(2)} ms (${ratio.toFixed(2)}×)`,
  )
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const part = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN

const median = (times: readonly number[]): number => part(times, 0.5)
const p95 = (times: readonly number[]): number => part(times, 0.95)
