// Luck requests of one account: one in the queue at a time, shared if they are for the same state, and collected later.
import { addDays, asDay, startOfDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { type Market } from '../market/market.ts'
import { oneMarket } from '../market/markets.ts'
import { findPortfolio } from '../portfolio/find.ts'
import { clockOf } from '../testing/clock.ts'
import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { createLuckQueue } from './luck-queue.ts'
import { createReadLuck } from './luck.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const dayMs = 86_400_000

/** The New York midnights at which the days before now ended. */
const closes = Array.from({ length: 60 }, (_, place) => ({
  at: startOfDay(addDays(asDay('2026-11-13'), place - 59)),
  price: cents(60_00 + place),
}))

const bought = Array.from({ length: 12 }, (_, place) =>
  trade('BUY', 1, tickers[place] ?? 'AAPL', 60_00, noon - (40 - Math.floor(place / 2)) * dayMs),
)

/** A learner, and a thread that blocks until the test releases it. */
async function createLearner({ luckPatienceMs = 100 } = {}) {
  const told = { closes, at: noon }
  const now = () => told.at
  const market: Market = {
    ...createScriptedMarket({ now }),
    daily: async () => ({ points: told.closes }),
  }
  const world = await createWorld({ now, market })
  const learner = await signUp(world.app)
  const id = await portfolioIdOf(world.db, learner)
  await plantTrades(world.db, id, bought)
  const thread = { slices: 0, underWay: 0, most: 0, gate: Promise.withResolvers<void>() }
  const queue = createLuckQueue({
    play: async ({ range }) => {
      thread.slices += 1
      thread.underWay += 1
      thread.most = Math.max(thread.most, thread.underWay)
      await thread.gate.promise
      thread.underWay -= 1
      return Array.from({ length: range.to - range.from }, () => 10_000_00)
    },
    close: async () => undefined,
  })
  const log = { error: () => undefined }
  const clock = clockOf(now)
  const marketOf = oneMarket({ market, now, clock })
  const deps = { db: world.db, marketOf, now, clock, log, queue, luckPatienceMs }
  const readLuck = createReadLuck(deps)
  const [row] = await world.db.query<{ accountId: number }>(
    'select account_id as "accountId" from portfolio where id = $1',
    [id],
  )
  const accountId = row?.accountId ?? 0
  const ask = async (publicId: string | null = null) => {
    const head = await findPortfolio(world.db, { accountId, publicId })
    if (head === null) throw new Error('The account has no such portfolio.')
    return readLuck(accountId, head)
  }
  /** Repeats the request after `still_working`, like the page. */
  const collect = async (publicId: string | null = null) => {
    let answer = await ask(publicId)
    while ('refusal' in answer && answer.refusal.code === 'still_working') {
      answer = await ask(publicId)
    }
    return answer
  }
  return { world, learner, id, ask, collect, thread, told, deps }
}

const stillWorking = { refusal: { code: 'still_working' } }

test('two tabs that ask at the same time share one answer', async () => {
  const { ask, thread } = await createLearner({ luckPatienceMs: 60_000 })
  thread.gate.resolve()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first).toMatchObject({ ready: true, traders: 1_000 })
  expect(second).toEqual(first)
  expect(thread.slices).toBe(1)
})

test('a request that takes long is told to ask again, and finds the answer when it does', async () => {
  const { ask, collect, thread } = await createLearner()
  expect(await ask()).toEqual(stillWorking)
  expect(await ask()).toEqual(stillWorking)
  thread.gate.resolve()
  expect(await collect()).toMatchObject({ ready: true })
  expect(thread.slices).toBe(1)
})

test('it finds the answer also while the last close is still to come, for a minute', async () => {
  const { ask, collect, thread, told, deps } = await createLearner()
  told.closes = closes.slice(0, -1)
  expect(await ask()).toEqual(stillWorking)
  thread.gate.resolve()
  expect(await collect()).toMatchObject({ ready: true, until: '2026-11-12T05:00:00.000Z' })
  expect(thread.slices).toBe(1)
  told.at += 60_000
  deps.luckPatienceMs = 60_000
  // These answers are immediate, so they are not stored for collection.
  expect(await ask()).toMatchObject({ ready: true })
  expect(await ask()).toMatchObject({ ready: true })
  expect(thread.slices).toBe(3)
})

test('an account that goes on trading waits for its own earlier request, and has that answer for a minute', async () => {
  const { world, id, ask, collect, thread, told } = await createLearner()
  expect(await ask()).toEqual(stillWorking)
  await expect.poll(() => thread.slices).toBe(1)
  for (const second of [1, 2, 3]) {
    await plantTrades(world.db, id, [trade('BUY', 1, 'AAPL', 60_00, noon + second * 1_000)])
    expect(await ask()).toEqual(stillWorking)
  }
  thread.gate.resolve()
  expect(await collect()).toMatchObject({ ready: true })
  await plantTrades(world.db, id, [trade('BUY', 1, 'AAPL', 60_00, noon + 4_000)])
  expect(await collect()).toMatchObject({ ready: true })
  // Trades after the last close do not change the answer.
  expect(thread).toMatchObject({ slices: 1, most: 1 })
  told.at += 60_000
  expect(await collect()).toMatchObject({ ready: true })
  expect(thread).toMatchObject({ slices: 2, most: 1 })
})

test('two chapters of an account are answered one after the other', async () => {
  const { world, learner, ask, collect, thread } = await createLearner()
  const { closed } = (await learner.post('/api/portfolio/start-over', {})).json()
  await plantTrades(world.db, await portfolioIdOf(world.db, learner), bought)
  const asked = [ask(closed.portfolio), ask()]
  expect(await Promise.all(asked)).toEqual([stillWorking, stillWorking])
  await expect.poll(() => thread.slices).toBe(1)
  thread.gate.resolve()
  expect(await collect()).toMatchObject({ ready: true })
  expect(await collect(closed.portfolio)).toMatchObject({ ready: true })
  expect(thread).toMatchObject({ slices: 2, most: 1 })
})
