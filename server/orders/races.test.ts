// Many concurrent orders of one account, on two nodes of one database: the account is never overdrawn.
import { randomUUID } from 'node:crypto'

import { tickers } from '@tengrand/core/tickers.ts'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import { positionRows } from '../testing/planted-portfolio.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { startServer, urlOf } from '../testing/server-process.ts'

/** The same learner on two nodes; every stock costs $125.00. */
async function createNodes() {
  const market = createScriptedMarket({ now: Date.now, priceCents: 125_00 })
  const world = await createWorld({ market })
  const other = await createWorld({ market, connection: world.connection })
  const learner = await signUp(world.app)
  // A batch that violates a constraint is retried order by order, which should not happen here.
  const failures = () =>
    [...world.logLines, ...other.logLines].filter((line) => / failed"/.test(line))
  return { world, learners: [learner, learner.at(other.app)] as const, failures }
}

const body = (quantity: number) => ({ ticker: 'AAPL', quantity, price: 125 })

/** Sends the orders concurrently, alternating between the nodes. */
const fire = (
  [first, second]: readonly [Learner, Learner],
  count: number,
  send: (learner: Learner, index: number) => Promise<LightMyRequestResponse>,
) =>
  Promise.all(
    Array.from({ length: count }, (_none, index) => send(index % 2 === 0 ? first : second, index)),
  )

const tally = (answers: readonly LightMyRequestResponse[]): Record<string, number> =>
  countsOf(answers.map((answer) => answer.json().code ?? 'done'))

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

interface Ledger {
  readonly trades: number
  readonly shares: number
  readonly cash: number
  readonly sharesStored: number
  readonly cashStored: number
}

const ledgerOf = async ({ db }: World) => {
  const [row] = await db.query<Ledger>(`
    select (select count(*) from trade) as trades,
      (select coalesce(sum(shares), 0)::bigint from trade) as shares,
      (select 1000000 + coalesce(sum(cash_cents), 0)::bigint from trade) as cash,
      (select cash_cents from portfolio) as "cashStored",
      (select coalesce(sum(quantity), 0)::bigint from ${positionRows}) as "sharesStored"`)
  return row
}

test('of 200 buys of nearly $1,000 at once on two servers exactly the ten that can be paid are done', async () => {
  const secret = { IDENTITY_SECRET: randomUUID() }
  const world = await createWorld({ env: secret })
  const env = { ...secret, DATABASE_URL: urlOf(world.connection) }
  const starting = Promise.all([startServer(env), startServer(env)])
  const { token } = await signUp(world.app)
  const servers = await starting
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const order = nearly1000(world)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, index) => {
      const address = servers[index % servers.length]?.address()
      const own = { ...headers, 'idempotency-key': randomUUID() }
      const request = { method: 'POST', headers: own, body: JSON.stringify(order) }
      return decided(`${address}/api/buy`, request)
    }),
  )
  expect(countsOf(answers)).toEqual({ done: 10, insufficient_cash: 190 })
  const ledger = await ledgerOf(world)
  expect(ledger).toMatchObject({ trades: 10, shares: 10 * order.quantity })
  expect(ledger).toMatchObject({ cashStored: ledger?.cash, sharesStored: ledger?.shares })
  expect(ledger?.cashStored).toBeLessThan(910_00)
})

/** On a busy machine an order may time out in the queue; then it is sent again with its key. */
async function decided(address: string, request: RequestInit): Promise<string> {
  for (;;) {
    const { code = 'done' } = (await (await fetch(address, request)).json()) as { code?: string }
    if (code !== 'busy' && code !== 'unavailable') return code
  }
}

/** The price differs from the sent one by at most 1 %, so ten shares can always be paid and eleven never. */
function nearly1000({ market }: World) {
  for (const ticker of tickers) {
    const price = (market.quote(ticker)?.price ?? Infinity) / 100
    const quantity = Math.floor(989 / price)
    if (quantity * price >= 920) return { ticker, quantity, price }
  }
  throw new Error('No stock has a price that fits.')
}

test('of 100 sales at once no more are done than there are shares', async () => {
  const { world, learners, failures } = await createNodes()
  await learners[0].post('/api/buy', body(50))
  const answers = await fire(learners, 100, (learner) => learner.post('/api/sell', body(3)))
  expect(tally(answers)).toEqual({ done: 16, insufficient_shares: 84 })
  expect(await ledgerOf(world)).toEqual({
    trades: 17,
    shares: 2,
    cash: 9_750_00,
    cashStored: 9_750_00,
    sharesStored: 2,
  })
  expect(failures()).toEqual([])
})

test('buys and sales that race leave what their sum says', async () => {
  const { world, learners, failures } = await createNodes()
  const answers = await fire(learners, 200, (learner, index) =>
    learner.post(index % 3 === 0 ? '/api/sell' : '/api/buy', body(1 + (index % 7))),
  )
  const ledger = await ledgerOf(world)
  expect(ledger).toMatchObject({ trades: tally(answers)['done'] })
  expect(ledger).toEqual({ ...ledger, cashStored: ledger?.cash, sharesStored: ledger?.shares })
  expect(failures()).toEqual([])
})

test('one key that is fired 16 times at once trades once, and all have the same answer', async () => {
  const { world, learners, failures } = await createNodes()
  const key = { 'idempotency-key': randomUUID() }
  const answers = await fire(learners, 16, (learner) => learner.post('/api/buy', body(8), key))
  expect(
    [...new Set(answers.map(({ body: words }) => words))].map((words) => JSON.parse(words)),
  ).toEqual([
    {
      message: 'Bought 8 shares of AAPL at $125.00 for $1,000.00.',
      error: null,
      trade: expect.objectContaining({ type: 'BUY', quantity: 8, total: 1_000 }),
      cash_balance: 9_000,
    },
  ])
  expect(tally(answers)).toEqual({ done: 16 })
  expect(await ledgerOf(world)).toMatchObject({ trades: 1, sharesStored: 8 })
  expect(failures()).toEqual([])
})

test('of two different orders with one key at once one is done, and the other is told', async () => {
  const { world, learners, failures } = await createNodes()
  const key = { 'idempotency-key': randomUUID() }
  const answers = await fire(learners, 16, (learner, index) =>
    learner.post('/api/buy', body(1 + (index >> 3)), key),
  )
  expect(tally(answers)).toEqual({ done: 8, key_reused: 8 })
  expect(await ledgerOf(world)).toMatchObject({ trades: 1 })
  expect(failures()).toEqual([])
})
