// Starting over at two nodes on one database: beside orders under way, and with retries that overlap the first request.
import { randomUUID } from 'node:crypto'

import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const startOvers = isLong ? 50 : 25
const orders = 10 * startOvers
/** The queue of one account is limited; a refused request is sent again with the same key. */
const triesMax = 200

async function createNodes() {
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const world = await createWorld({ market })
  const other = await createWorld({ market, connection: world.connection })
  const learner = await signUp(world.app)
  return { db: world.db, learner, nodes: [learner, learner.at(other.app)] as const }
}

test(`of ${startOvers} start-overs at once beside ${orders} orders exactly one begins a chapter, and no order is lost or in the wrong one`, async () => {
  const { db, learner, nodes } = await createNodes()
  const firstKey = randomUUID()
  await order(learner, firstKey)
  const { portfolio: first } = (await learner.get('/api/portfolio')).json()

  const keys = Array.from({ length: orders }, () => randomUUID())
  const [told, begun] = await Promise.all([
    Promise.all(keys.map((key, index) => untilDecided(() => order(nodes[index % 2 ? 1 : 0], key)))),
    Promise.all(
      Array.from({ length: startOvers }, (_none, index) =>
        untilDecided(() => startOver(nodes[index % 2 ? 0 : 1])),
      ),
    ),
  ])

  const codes = begun.map((answer) => answer.json().code ?? 'begun')
  expect(codes.filter((code) => code === 'begun')).toHaveLength(1)
  const refusals = new Set(['nothing_to_close', 'too_soon'])
  expect(codes.filter((code) => code !== 'begun' && !refusals.has(code))).toEqual([])
  const { chapters } = (await learner.get('/api/portfolio/chapters')).json()
  expect(chapters).toHaveLength(2)

  const rows = await db.query<{ key: string; chapter: number; isInside: boolean }>(
    `select key, chapter, t.at >= opened_at and (closed_at is null or t.at <= closed_at) as "isInside"
     from trade t join portfolio p on p.id = portfolio_id`,
  )
  const done = keys.filter((_key, index) => told[index]?.statusCode === 200)
  const tradedKeys = rows.map(({ key }) => key)
  expect(new Set(tradedKeys).size).toBe(rows.length)
  expect(rows.every(({ isInside }) => isInside)).toBe(true)
  expect(new Set(tradedKeys)).toEqual(new Set([firstKey, ...done]))
  const refused = told.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map((answer) => answer.json().code)).toEqual(refused.map(() => 'portfolio_closed'))

  const closed = (await learner.get(`/api/portfolio?portfolio=${first}`)).json()
  const open = (await learner.get('/api/portfolio')).json()
  expect(closed.total_value).toBe(10_000)
  const sharesOf = ({ holdings }: { holdings: { quantity: number }[] }) =>
    holdings[0]?.quantity ?? 0
  expect(sharesOf(closed)).toBe(rows.filter(({ chapter }) => chapter === 1).length)
  expect(sharesOf(open)).toBe(rows.filter(({ chapter }) => chapter === 2).length)
})

const retriesOfOneKey = isLong ? 100 : 6

test(`requests with one key that arrive together at two nodes all get the answer of the first, ${retriesOfOneKey} chapters in a row`, async () => {
  const { db, learner, nodes } = await createNodes()
  for (let chapter = 1; chapter <= retriesOfOneKey; chapter += 1) {
    expect((await order(learner, randomUUID())).statusCode).toBe(200)
    // Moves the opening into the past, so that only the key prevents a second start-over.
    await db.query("update portfolio set opened_at = opened_at - interval '31 days'")
    const key = randomUUID()
    const answers = await Promise.all(
      [...nodes, ...nodes].map((node) => untilDecided(() => startOver(node, key))),
    )
    const [first] = answers
    expect(first?.json()).toMatchObject({ chapter: chapter + 1, closed: { final_value: 10_000 } })
    expect(answers.map((answer) => answer.json())).toEqual(answers.map(() => first?.json()))
  }
  const { chapters } = (await learner.get('/api/portfolio/chapters')).json()
  expect(chapters).toHaveLength(retriesOfOneKey + 1)
})

const order = (learner: Learner, key: string) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 1 }, { 'idempotency-key': key })

const startOver = (learner: Learner, key: string = randomUUID()) =>
  learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': key })

async function untilDecided(
  send: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (answer.statusCode !== 503 || tries === triesMax) return answer
  }
}
