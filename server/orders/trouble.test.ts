// Orders that the server cannot accept or cannot bring to the database: refused, with a time for the retry.
import { fastify, type LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { freshDatabase } from '../testing/databases.ts'
import { holdTransaction } from '../testing/held-transaction.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { addTradingRoutes } from './routes.ts'

const order = { ticker: 'AAPL', quantity: 1, price: 1 }

const said = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  code: answer.json().code,
  error: answer.json().error,
  retryAfter: answer.headers['retry-after'],
})

test('an order for which there is no place to wait is told to come back in a second', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  addTradingRoutes(app, {
    queue: {
      place: async () => ({ refusal: { code: 'busy' } }),
      fillWaiting: async () => ({ refusal: { code: 'busy' } }),
      close: async () => undefined,
      length: () => 0,
    },
    identify: async () => ({
      caller: { accountId: 1, email: null, signedInAt: 0, sessionId: null, isGuest: false },
      acquireSlot: null,
    }),
    now: Date.now,
  })
  expect(said(await app.inject({ method: 'POST', url: '/api/buy', payload: order }))).toEqual({
    status: 503,
    code: 'busy',
    error: 'There are many orders right now. Please try again in a moment.',
    retryAfter: '1',
  })
})

test('an order is refused while the database is away, and is done when it is back', async () => {
  const connection = await freshDatabase()
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const world = await createWorld({ market, connection })
  const learner = await signUp(world.app)
  if (!('database' in connection)) throw new Error('The database has no name.')
  const admin = openDb({ ...connection, database: 'postgres' })
  onTestFinished(() => admin.close())
  const allow = (word: boolean) =>
    admin.query(`alter database ${connection.database} allow_connections ${word}`)
  expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
  await allow(false)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    connection.database,
  ])
  expect(said(await learner.post('/api/buy', order))).toEqual({
    status: 503,
    code: 'unavailable',
    error: 'Tengrand is not available right now. Please try again in a moment.',
    retryAfter: '5',
  })
  await allow(true)
  expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
  expect(await world.db.query('select from trade')).toHaveLength(2)
})

test('an account that is held by somebody does not hold up the orders of others', async () => {
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const world = await createWorld({ market })
  const [stuck, free] = [await signUp(world.app), await signUp(world.app)]
  for (const learner of [stuck, free]) await learner.get('/api/account')
  const letGo = await holdTransaction(world.db, (tx) =>
    tx.query(
      `select from portfolio where account_id = (
         select account.id from account join identity.person on subject = person.id where email = $1
       ) for update`,
      [stuck.email],
    ),
  )
  const [waits, goes] = await Promise.all([
    stuck.post('/api/buy', order),
    free.post('/api/buy', order),
  ])
  expect(said(waits)).toMatchObject({ status: 503, code: 'unavailable' })
  expect(goes.statusCode).toBe(200)
  await letGo()
  expect((await stuck.post('/api/buy', order)).statusCode).toBe(200)
  expect(await world.db.query('select from trade')).toHaveLength(2)
})

test('orders do not wait for a connection that the reads of others have', async () => {
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const world = await createWorld({ market })
  const learner = await signUp(world.app)
  await learner.get('/api/account')
  const { promise, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  const reads = Array.from({ length: 10 }, () =>
    world.db.transaction(async () => {
      begun += 1
      await promise
    }),
  )
  await expect.poll(() => begun).toBe(10)
  expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
  end()
  await Promise.all(reads)
})

test('a database that is set to isolate transactions more strictly changes nothing', async () => {
  const connection = await freshDatabase()
  if (!('database' in connection)) throw new Error('The database has no name.')
  const admin = openDb({ ...connection, database: 'postgres' })
  onTestFinished(() => admin.close())
  await admin.query(
    `alter database ${connection.database} set default_transaction_isolation = 'repeatable read'`,
  )
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_000_00 })
  const first = await createWorld({ market, connection })
  const second = await createWorld({ market, connection })
  const { token } = await signUp(first.app)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, index) =>
      (index % 2 === 0 ? first : second).app.inject({
        method: 'POST',
        url: '/api/buy',
        headers: { authorization: `Bearer ${token}` },
        payload: { ...order, price: 1_000 },
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 422)).toHaveLength(30)
})
