// Orders that the server cannot take or cannot bring to the database: told so, with a time after which to try again.
import { fastify, type LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../db.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, freshDatabase } from '../testing/world.ts'
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
    lane: {
      place: async () => ({ refusal: { code: 'busy' } }),
      close: async () => undefined,
    },
    identify: async () => ({ caller: { accountId: 1, email: null } }),
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
    error: 'The service is not available right now. Please try again in a moment.',
    retryAfter: '5',
  })
  await allow(true)
  expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
  expect(await world.db.query('select from trade')).toHaveLength(2)
})
