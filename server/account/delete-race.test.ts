// Deletions concurrent with orders of the same accounts, on two nodes: no order is executed after the deletion.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { report } from '../audit.ts'
import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { leave } from './testing/leaving.ts'

const people = isLong ? 50 : 25
const ordersEach = 10

test(`of ${people} deletions beside ${people * ordersEach} orders of the same accounts none fails, and nothing is left of any`, async () => {
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const world = await createWorld({ market })
  const other = await createWorld({ market, connection: world.connection })
  const nodes = [world.app, other.app] as const
  const learners = await Promise.all(Array.from({ length: people }, () => signUp(world.app)))
  const stayer = await signUp(world.app)
  const order = { ticker: 'AAPL', quantity: 1, price: 1 }
  expect((await stayer.post('/api/buy', order)).statusCode).toBe(200)
  const known = learners.flatMap((learner) =>
    nodes.map((app) => learner.at(app).get('/api/account')),
  )
  expect((await Promise.all(known)).every(({ statusCode }) => statusCode === 200)).toBe(true)

  const answers = await Promise.all(
    learners.map(async (learner, index) => {
      const orders = Array.from({ length: ordersEach }, (_none, n) => {
        const key = { 'idempotency-key': randomUUID() }
        return untilDecided(() => learner.at(nodes[n % 2 ? 1 : 0]).post('/api/buy', order, key))
      })
      const left = await leave(nodes[index % 2 ? 1 : 0], learner.token)
      const late = await Promise.all(nodes.map((app) => learner.at(app).post('/api/buy', order)))
      return { left, late, orders: await Promise.all(orders) }
    }),
  )

  expect(answers.map(({ left }) => left.statusCode)).toEqual(answers.map(() => 200))
  const early = new Set(answers.flatMap(({ orders }) => orders.map(({ statusCode }) => statusCode)))
  expect([...early].filter((status) => status !== 200 && status !== 401)).toEqual([])
  const late = answers.flatMap((one) => one.late.map(({ statusCode }) => statusCode))
  expect(late).toEqual(late.map(() => 401))
  const [left] = await world.db.query(
    `select (select count(*) from account) as accounts, (select count(*) from portfolio) as portfolios,
       (select count(*) from trade) as trades, (select count(*) from departure) as departures,
       (select count(*) from identity.person) as people, (select count(*) from identity.session) as sessions`,
  )
  expect(left).toEqual({
    accounts: 1,
    portfolios: 1,
    trades: 1,
    departures: people,
    people: 1,
    sessions: 1,
  })
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  expect(await report({ db: world.db, fix: false, say, showProgress: () => undefined })).toBe(0)
})

/** Retries an order with the same idempotency key, because on a busy machine it can be refused with 503. */
async function untilDecided<T extends { statusCode: number }>(send: () => Promise<T>): Promise<T> {
  const answer = await send()
  return answer.statusCode === 503 ? untilDecided(send) : answer
}
