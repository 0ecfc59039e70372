// The leaderboard over HTTP: its entries, their order and names, and the history of the learner's own rank.
import { asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Contestant } from '@tengrand/core/testing/ranking.ts'
import type { FastifyInstance } from 'fastify'
import { describe, test as base, vi } from 'vitest'

import type { Db, Prepared } from '../db/handle.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { portfolioIdOf } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type AtEnd } from '../testing/world.ts'
import { openBoard } from './routes.ts'
import { readRanks } from './store.ts'
import { plantContestants } from './testing/contestants.ts'
import { rankNow } from './testing/rank-now.ts'

const start = Date.parse('2026-11-13T15:30:00Z')
const dayMs = 86_400_000
const patience = { timeout: 20_000 }

// The tests run concurrently, each in its own world, because one of them waits for seconds.
async function createContest(atEnd: AtEnd) {
  const clock = { at: start }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  // The tests let days pass, so tokens and sessions must last as long.
  const env = { IDENTITY_TOKEN_MINUTES: '60', IDENTITY_SESSION_DAYS: '60' }
  const world = await createWorld({ now, market, env, atEnd })
  const rank = () => rankNow({ db: world.db, market, now })
  const otherNode = () => createWorld({ now, market, env, connection: world.connection, atEnd })
  return { world, clock, market, rank, otherNode, learner: await signUp(world.app) }
}

const test = base.extend<{ contest: Awaited<ReturnType<typeof createContest>> }>({
  contest: async ({ onTestFinished }, use) => use(await createContest(onTestFinished)),
})

/** Contestants of whom only the numbers matter, with ids far above the next ones. */
const planted = (count: number, cash: (index: number) => number): Contestant[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 1_000 + index,
    cash: cents(cash(index)),
    firstTradeAt: start - dayMs + index,
    positions: new Map(),
  }))

const leaderboard = async (learner: Learner) => (await learner.get('/api/leaderboard')).json()
const buy = (learner: Learner, quantity: number) =>
  learner.post('/api/buy', { ticker: 'AAPL', quantity, price: 100 })
const rename = (app: FastifyInstance, { token }: Learner, name: unknown) =>
  app.inject({
    method: 'PATCH',
    url: '/api/account',
    headers: { authorization: `Bearer ${token}` },
    payload: { display_name: name },
  })

/** Waits for the first ranking by the app's own job. */
async function firstRanking(learner: Learner): Promise<void> {
  await vi.waitUntil(async () => (await leaderboard(learner)).updated_at !== null, patience)
}

describe.concurrent('the leaderboard', () => {
  test('is empty at first, and says since when and until when', async ({ expect, contest }) => {
    const { learner } = contest
    await firstRanking(learner)
    const answer = await learner.get('/api/leaderboard')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      leaderboard: [],
      updated_at: '2026-11-13T15:30:00.000Z',
      next_update_at: '2026-11-14T15:30:00.000Z',
      you: null,
      unranked: null,
      unranked_until: null,
    })
  })

  test('has the first trade on it without a wait for the next day', async ({ expect, contest }) => {
    const { market, clock, learner } = contest
    await firstRanking(learner)
    const { display_name, user_id } = (await learner.get('/api/account')).json()
    expect((await buy(learner, 30)).statusCode).toBe(200)
    market.set('AAPL', 110_00)
    clock.at += 1_000
    const entry = {
      user_id,
      display_name,
      cash_balance: 7_000,
      current_value: 10_300,
      chapter: 1,
      roi_percentage: 3,
    }
    // By hand: 10,000 - 30 × 100 in cash, and 30 × 110 in shares. The app's job makes the ranking.
    await expect
      .poll(() => leaderboard(learner), patience)
      .toEqual({
        leaderboard: [entry],
        updated_at: '2026-11-13T15:30:01.000Z',
        next_update_at: '2026-11-14T15:30:01.000Z',
        you: { rank: 1, ...entry },
        unranked: null,
        unranked_until: null,
      })
  })

  test('has the ten best on it, and the own place beside them', async ({ expect, contest }) => {
    const { world, rank, learner } = contest
    const id = await portfolioIdOf(world.db, learner)
    const others = planted(41, (index) => 10_000_00 + index)
    // In one transaction, or the app may rank while some of them are missing.
    await world.db.transaction(async (tx) => {
      await plantContestants(tx, others)
      await tx.query(
        'update portfolio set cash_cents = 998765, first_trade_at = now() where id = $1',
        [id],
      )
    })
    await rank()
    const { leaderboard: top, you } = await leaderboard(learner)
    expect(top).toHaveLength(10)
    expect(top[0]).toEqual({
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      display_name: 'Planted 1040',
      cash_balance: 10_000.4,
      current_value: 10_000.4,
      chapter: 1,
      roi_percentage: 0.004,
    })
    expect(top.map((entry: { display_name: string }) => entry.display_name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Planted ${1_040 - index}`),
    )
    expect(you).toMatchObject({ rank: 42, cash_balance: 9_987.65, roi_percentage: -0.1235 })
    expect(JSON.stringify(top)).not.toContain('planted')
  })

  test('is the same until the next ranking, whatever is traded or costs', async ({
    expect,
    contest,
  }) => {
    const { rank, market, clock, learner } = contest
    await buy(learner, 30)
    await rank()
    const before = await leaderboard(learner)
    expect(before.you).toMatchObject({ rank: 1 })
    market.set('AAPL', 200_00)
    clock.at += 59 * 60_000
    await learner.post('/api/buy', { ticker: 'TSLA', quantity: 1, price: 100 })
    await rank()
    expect(await leaderboard(learner)).toEqual(before)
    clock.at = start + dayMs
    await rank()
    const later = await learner.renew()
    expect(await leaderboard(later)).toMatchObject({
      updated_at: '2026-11-14T15:30:00.000Z',
      you: { cash_balance: 6_900, current_value: 13_000, roi_percentage: 30 },
    })
  })

  test('has no place for who has not traded', async ({ expect, contest }) => {
    const { world, rank } = contest
    const [trader, other] = [contest.learner, await signUp(world.app)]
    await buy(trader, 1)
    await rank()
    expect(await leaderboard(other)).toMatchObject({ leaderboard: [{}], you: null })
  })

  test('is for nobody without a token, and neither is the own past', async ({
    expect,
    contest,
  }) => {
    const { app } = contest.world
    for (const url of ['/api/leaderboard', '/api/leaderboard/me']) {
      expect((await app.inject(url)).json()).toMatchObject({ code: 'unauthorized' })
    }
  })
})

describe.concurrent('a changed name', () => {
  test('is on the leaderboard of every node at the next look', async ({ expect, contest }) => {
    const { rank, learner, otherNode } = contest
    const other = await otherNode()
    await buy(learner, 1)
    await rank()
    const there = learner.at(other.app)
    const namesAt = async (one: Learner) => {
      const { leaderboard: top, you } = await leaderboard(one)
      return [top[0].display_name, you.display_name]
    }
    // Each node has cached the top ten by now.
    await Promise.all([namesAt(learner), namesAt(there)])
    expect((await rename(other.app, learner, 'Quiet Heron')).statusCode).toBe(200)
    expect(await namesAt(learner)).toEqual(['Quiet Heron', 'Quiet Heron'])
    expect(await namesAt(there)).toEqual(['Quiet Heron', 'Quiet Heron'])
  })
})

describe.concurrent('a new ranking', () => {
  test('is on every node at the next look, also where the old one was kept', async ({
    expect,
    contest,
  }) => {
    const { world, rank, market, learner, clock, otherNode } = contest
    const other = await otherNode()
    await buy(learner, 10)
    await rank()
    for (const [day, price] of [110_00, 90_00, 250_00].entries()) {
      market.set('AAPL', price)
      clock.at = start + (day + 1) * dayMs
      await rank()
      const fresh = await learner.renew()
      const value = 9_000 + (10 * price) / 100
      for (const node of [world, other]) {
        const { leaderboard: top, you } = await leaderboard(fresh.at(node.app))
        expect([top[0].current_value, you.current_value]).toEqual([value, value])
      }
    }
  })
})

describe.concurrent('the own past', () => {
  const past = async (learner: Learner) => (await learner.get('/api/leaderboard/me')).json().ranks

  test('is a line for each day on which there was a place, oldest first', async ({
    expect,
    contest,
  }) => {
    const { world, rank, market, clock } = contest
    const [learner, rival] = [contest.learner, await signUp(world.app)]
    await buy(rival, 1)
    await rank()
    await buy(learner, 50)
    const prices = [90_00, 100_01]
    for (const [day, price] of prices.entries()) {
      clock.at = start + (day + 1) * dayMs
      market.set('AAPL', price)
      await rank()
    }
    const later = await learner.renew()
    // By hand: 5,000 in cash and 50 shares, against a competitor with one share.
    expect(await past(later)).toEqual([
      { date: '2026-11-14', rank: 2, traders: 2, current_value: 9_500, roi_percentage: -5 },
      { date: '2026-11-15', rank: 1, traders: 2, current_value: 10_000.5, roi_percentage: 0.005 },
    ])
    expect(
      (await past(await rival.renew())).map(({ rank: place }: { rank: number }) => place),
    ).toEqual([1, 1, 2])
  })

  test('goes back thirty days and no further', async ({ expect, contest }) => {
    const { rank, clock, learner } = contest
    await buy(learner, 1)
    for (let day = 0; day < 34; day += 1) {
      clock.at = start + day * dayMs
      await rank()
    }
    const ranks = await past(await learner.renew())
    expect(ranks).toHaveLength(30)
    expect([ranks[0].date, ranks.at(-1).date]).toEqual(['2026-11-17', '2026-12-16'])
  })

  test('tells nothing of days to come, which a clock that was ahead has left behind', async ({
    expect,
    contest,
  }) => {
    const { rank, clock, learner } = contest
    await buy(learner, 1)
    await rank()
    clock.at = start + 3 * dayMs
    await rank()
    clock.at = start + dayMs
    await rank()
    const fresh = await learner.renew()
    expect((await past(fresh)).map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-13',
      '2026-11-14',
    ])
    expect((await leaderboard(fresh)).updated_at).toBe('2026-11-14T15:30:00.000Z')
  })

  test('is empty for who never traded', async ({ expect, contest }) => {
    const { rank, learner } = contest
    await rank()
    expect(await past(learner)).toEqual([])
  })
})

test.concurrent('whatever is asked, what is read of accounts and places is found by its keys', async ({
  expect,
  contest,
}) => {
  const { world, rank } = contest
  await plantContestants(
    world.db,
    planted(3_000, (index) => index),
  )
  await rank()
  await world.db.query('analyze')
  const plans: string[] = []
  const watched: Db = {
    ...world.db,
    query: async <Row>(statement: string | Prepared, values: readonly unknown[] = []) => {
      const text = typeof statement === 'string' ? statement : statement.text
      const plan = await world.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(...plan.map((line) => line['QUERY PLAN']))
      return world.db.query<Row>(statement, values)
    },
  }
  const { top, own } = await openBoard(watched, 1).look(1_234)
  expect([top?.places.length, own?.rank]).toEqual([10, 2_766])
  expect(
    await readRanks(watched, { accountId: 1_234, contestId: 1 }, asDay('2026-11-13')),
  ).toHaveLength(1)
  expect(plans.filter((line) => /Index.* Scan using ranking_place_\d+_/.test(line)).length).toBe(3)
  expect(plans.filter((line) => /Seq Scan on (account|ranking_place)/.test(line))).toEqual([])
})
