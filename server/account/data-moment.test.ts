// The export while a client reads it slowly: it is a snapshot of one moment, and blocks no other call.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'

import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { perform } from '../admin/actions.ts'
import type { Db } from '../db/handle.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { portfolioIdOf } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'

/** More orders than a page of the export has. */
const ordersPlanted = 251
/** Near the beginning of the file, and longer than the buffers of a response that is not read. */
const longReason = 'A test. '.repeat(20_000)

const newWorld = () =>
  createWorld({ market: createScriptedMarket({ now: Date.now, priceCents: 100_00 }) })

const buy = (learner: Learner) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity: 2, price: 100 })

const askAsOperator = (
  { db, accounts }: World,
  action: 'find' | 'data',
  { email: who }: Learner,
  reason = 'A test.',
): Promise<string> =>
  perform(
    { db, keyFor: accounts.keyFor, verifyEmail: false, now: Date.now },
    { action, who, name: null, reason },
  )

/** Inserts orders that were placed and cancelled earlier. */
async function plantOrders(db: Db, learner: Learner): Promise<void> {
  await db.query(
    `insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts,
       placed_at, expires_at, state, closed_at, reason)
     select $1, gen_random_uuid(), 1, 'BUY', 'limit', 1, 100, 'gtc', now(), now() + interval '1 day',
       'cancelled', now(), 'learner'
     from generate_series(1, $2::int)`,
    [await portfolioIdOf(db, learner), ordersPlanted],
  )
}

/** Begins a download of which nothing is read until `rest` is called. */
async function beginDownload(app: FastifyInstance, { token }: Learner) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ url: '/api/account/data', headers, payloadAsStream: true })
  expect(answer.statusCode).toBe(200)
  const body = answer.stream()
  onTestFinished(() => void body.destroy())
  return { rest: () => text(body) }
}

interface Chapter {
  readonly starting_cash: number
  readonly trades: readonly { readonly quantity: number; readonly cash: number }[]
}

/** The cash and the shares after the purchases in the file. */
const sumsOf = ({ starting_cash, trades }: Chapter) => ({
  cash: Math.round(100 * trades.reduce((sum, { cash }) => sum + cash, starting_cash)),
  shares: trades.reduce((sum, { quantity }) => sum + quantity, 0),
})

test('a file that is read slowly is as it was when it was asked for, whatever is done meanwhile', async () => {
  const world = await newWorld()
  const { app, db } = world
  const learner = await signUp(app)
  await buy(learner)
  const key = { 'idempotency-key': randomUUID() }
  const limit = { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 1, price: 50, lasts: 'gtc' }
  const { id } = (await learner.post('/api/orders', limit, key)).json()
  await plantOrders(db, learner)
  await askAsOperator(world, 'find', learner, longReason)
  const { downloaded_at: _, ...before } = (await learner.get('/api/account/data')).json()
  const { rest } = await beginDownload(app, learner)

  const headers = { authorization: `Bearer ${learner.token}` }
  const cancelled = await app.inject({ method: 'DELETE', url: `/api/orders/${id}`, headers })
  expect(cancelled.statusCode).toBe(200)
  await buy(learner)
  const other = await learner.post('/api/orders', limit, { 'idempotency-key': randomUUID() })
  expect(other.statusCode).toBe(201)
  await learner.put('/api/watchlist', { tickers: ['TSLA'] })
  await learner.post('/api/portfolio/start-over', {})
  await buy(learner)

  const { downloaded_at: __, ...file } = JSON.parse(await rest())
  const [chapter] = file.chapters
  expect(sumsOf(chapter)).toEqual({ cash: 100 * chapter.cash_balance, shares: 2 })
  expect(chapter.holdings).toEqual([{ ticker: 'AAPL', quantity: 2, cost: 200 }])
  expect(chapter.orders).toHaveLength(ordersPlanted + 1)
  expect(chapter.orders.at(-1)).toMatchObject({ id, state: 'open' })
  expect(file).toEqual(before)
})

test('a trade that is made while the first rows are read is not in the file, also where an operator asks for it', async () => {
  const world = await newWorld()
  const { app, db } = world
  const learner = await signUp(app)
  await buy(learner)
  const waiting = () =>
    db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%from portfolio p join ranking_place%'`,
    )
  const begun = await db.transaction(async (tx) => {
    // The export reads the ranks before the chapters, and a purchase does not need this table.
    await tx.query('lock table ranking_place in access exclusive mode')
    const files = [
      learner.get('/api/account/data').then((answer) => answer.json()),
      askAsOperator(world, 'data', learner).then((file) => JSON.parse(file)),
    ]
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toHaveLength(2)
    expect((await buy(learner)).statusCode).toBe(200)
    return { files }
  })
  for (const { chapters } of await Promise.all(begun.files)) {
    expect(chapters).toMatchObject([{ cash_balance: 9_800, holdings: [{ quantity: 2 }] }])
    expect(chapters[0].trades).toHaveLength(1)
  }
})

test('more slow downloads than there are connections to the database leave all of them to the others', async () => {
  const world = await newWorld()
  const { app, db } = world
  const learners = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
  await Promise.all(learners.map((learner) => learner.get('/api/account')))
  for (const learner of learners) await askAsOperator(world, 'find', learner, longReason)
  const downloads = await Promise.all(
    [...learners, ...learners].map((learner) => beginDownload(app, learner)),
  )
  await expect.poll(() => db.usage().busy, { timeout: 10_000, interval: 5 }).toBe(0)
  expect((await buy(await signUp(app))).statusCode).toBe(200)
  const files = await Promise.all(downloads.map(({ rest }) => rest()))
  expect(files.map((file) => JSON.parse(file).chapters[0].cash_balance)).toEqual(
    files.map(() => 10_000),
  )
})
