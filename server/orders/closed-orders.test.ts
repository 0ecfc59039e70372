// GET /api/orders?closed_after: the orders that were closed since an instant, the last one first.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { untilAllAreOver } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'

const market = createScriptedMarket({ now: Date.now, priceCents: 189_12 })
const world = await createWorld({ market, atEnd: untilAllAreOver() })

async function placeOrders(learner: Learner, count: number): Promise<string[]> {
  const body = { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 1, price: 1, lasts: 'gtc' }
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- The tests rely on the order in which they are placed.
    ids.push((await learner.post('/api/orders', body)).json().id)
  }
  return ids
}

/** Closes an order like a batch whose transaction ends after that of the next one. */
const close = (id: string | undefined, at: string) =>
  world.db.query("update stock_order set state = 'expired', closed_at = $2 where public_id = $1", [
    id,
    at,
  ])

const pageOf = async (learner: Learner, query: string) => {
  const { orders, next } = (await learner.get(`/api/orders?${query}`)).json()
  return { ids: orders.map(({ id }: { id: string }) => id), next }
}

test('lists the orders closed at a time or later, the last one first, and no open ones', async () => {
  const learner = await signUp(world.app)
  const [a, b, c] = await placeOrders(learner, 4)
  await close(a, '2026-11-18T14:00:00.250Z')
  await close(b, '2026-11-18T14:00:00.249999Z')
  await close(c, '2026-11-18T13:00:00Z')
  const since = 'closed_after=2026-11-18T14:00:00'
  expect(await pageOf(learner, `${since}Z`)).toEqual({ ids: [a, b], next: null })
  expect(await pageOf(learner, `${since}.25Z&state=all`)).toEqual({ ids: [a], next: null })
  expect(await pageOf(learner, 'closed_after=0000-01-01T00:00:00Z')).toEqual({
    ids: [a, b, c],
    next: null,
  })
  expect((await pageOf(learner, `${since}Z&ticker=MSFT`)).ids).toEqual([])
  expect((await pageOf(learner, 'closed_after=9999-12-31T23:59:59Z')).ids).toEqual([])
})

test('goes on after the last order of a page, also among orders closed at the same time', async () => {
  const [learner, other] = [await signUp(world.app), await signUp(world.app)]
  const [a, b, c, d] = await placeOrders(learner, 5)
  for (const id of [a, b, c]) await close(id, '2026-11-18T14:00:00Z')
  await close(d, '2026-11-18T13:00:00Z')
  const since = 'closed_after=2026-11-18T12:00:00Z&limit=2'
  const first = await pageOf(learner, since)
  expect(first).toEqual({ ids: [c, b], next: b })
  expect(await pageOf(learner, `${since}&before=${b}`)).toEqual({ ids: [a, d], next: null })
  // A cursor of another account's order, of an open one, or of none.
  expect(await pageOf(other, `${since}&before=${b}`)).toEqual({ ids: [], next: null })
  const [open] = (await pageOf(learner, 'state=open')).ids
  for (const before of [open, randomUUID()])
    expect(await pageOf(learner, `${since}&before=${before}`)).toEqual({ ids: [], next: null })
})

test('refuses what is no time, and open orders', async () => {
  const learner = await signUp(world.app)
  const refusalOf = async (query: string) => {
    const answer = await learner.get(`/api/orders?${query}`)
    return [answer.statusCode, answer.json().code, answer.json().error]
  }
  for (const text of [
    '',
    '2',
    'yesterday',
    '2026-11-18',
    '2026-02-30T00:00:00Z',
    '2026-11-18T14:00:00+01:00',
  ])
    expect(await refusalOf(`closed_after=${encodeURIComponent(text)}`)).toEqual([
      400,
      'invalid_request',
      'closed_after must be a time in UTC such as 2026-11-18T14:30:00Z.',
    ])
  expect(await refusalOf('closed_after=2026-11-18T14:30:00Z&state=open')).toEqual([
    400,
    'invalid_request',
    'closed_after lists closed orders. Leave state out, or send all.',
  ])
})
