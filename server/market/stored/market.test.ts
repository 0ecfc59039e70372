import type { api } from '@tengrand/contract/api.ts'
import { asDay, hourMs, ranges } from '@tengrand/core/day.ts'
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { test, type TestContext } from 'vitest'
import type * as z from 'zod/mini'

import { isLong } from '../../testing/effort.ts'
import { signUp } from '../../testing/learner.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { startRehearsal } from '../testing/rehearsal.ts'
import { envOf, replayKeys, type Mode, type Replay } from '../testing/replay-server.ts'

// These tests mostly wait for the next run of a job, so they run concurrently, each with its own provider, clock,
// database and test context.

type CurrentPrice = z.output<(typeof api)['currentPrice']['answer']>
type PriceHistory = z.output<(typeof api)['priceHistory']['answer']>

const thursdayNoon = Date.parse('2026-08-06T16:00:00Z')
/** Enough bars for a chart of a month; the tests of a normal day cover the provider's whole range. */
const june = Date.parse('2026-06-01T04:00:00Z')
/** A node's jobs run seconds apart, so faster polling would only add load. */
const patience = { timeout: 30_000, interval: 250 }

const sources = ['alpaca', 'yahoo'] as const
const paths = {
  alpaca: { latest: '/v2/stocks/trades/latest', bars: '/v2/stocks/bars' },
  yahoo: { latest: '/v8/finance/chart', bars: '/v8/finance/chart' },
}

async function providerWorld(
  { onTestFinished: atEnd }: Pick<TestContext, 'onTestFinished'>,
  source: (typeof sources)[number],
  { before, since = june }: { before?: { first: World; replay: Replay }; since?: number } = {},
) {
  const replay = before?.replay ?? (await startRehearsal({ atEnd, since })).replay
  if (before === undefined) replay.now = thursdayNoon
  const start = () =>
    createWorld({
      env: envOf(replay, source),
      now: () => replay.now,
      atEnd,
      ...(before === undefined ? {} : { connection: before.first.connection }),
    })
  return { replay, start }
}

const price = async ({ app }: World) => {
  const answer = await app.inject('/api/current-price/AAPL')
  return { status: answer.statusCode, ...answer.json<CurrentPrice & { code?: string }>() }
}

const history = async ({ app }: World, range: '7d' | '1m') => {
  const answer = await app.inject(`/api/price-history/AAPL/${range}`)
  return { status: answer.statusCode, ...answer.json<PriceHistory & { code?: string }>() }
}

async function throughOf({ db }: World): Promise<number> {
  const [row] = await db.query<{ through: Date }>(
    "select through from bar_span where ticker_id = 1 and step = 'hour'",
  )
  return row?.through.getTime() ?? 0
}

const inCents = (dollars: number) => toDollars(fromDollars(dollars))

/** Waits until the leading node has stored all bars of all stocks. */
async function filled({ expect }: Pick<TestContext, 'expect'>, { db }: World): Promise<void> {
  const count = async () => (await db.query('select from bar_span')).length
  await expect.poll(count, { ...patience, interval: 50 }).toBe(32)
}

/** A node that has all its bars. */
async function filledWorld(
  here: Pick<TestContext, 'onTestFinished' | 'expect'>,
  source: (typeof sources)[number],
  { now = thursdayNoon, since = june }: { now?: number; since?: number } = {},
) {
  const { replay, start } = await providerWorld(here, source, { since })
  replay.now = now
  const world = await start()
  await filled(here, world)
  return { replay, world }
}

const twoForOne = {
  ticker: 'AAPL',
  day: asDay('2026-08-07'),
  numerator: 2,
  denominator: 1,
} as const

test.concurrent.for(sources)(
  'on a normal day %s has prices and charts, and is asked once',
  async (source, here) => {
    const { expect } = here
    const { replay, world } = await filledWorld(here, source, { since: -Infinity })
    const now = await price(world)
    expect(now).toMatchObject({ status: 200, cache_age: { is_fresh: true }, warning: null })
    expect(now.price).toBe(inCents(replay.tape.traded('AAPL', replay.now).dollars))
    const week = await history(world, '7d')
    const month = await history(world, '1m')
    expect(week.historical_data.length).toBeGreaterThan(30)
    expect(month.historical_data.length).toBeGreaterThan(20)
    expect(month.historical_data.at(-1)).toEqual({ date: '2026-08-06', price: now.price })
    const asked = replay.calls()
    for (let count = 0; count < 20; count += 1) {
      await price(world)
      await history(world, '7d')
    }
    expect(replay.calls()).toBe(asked)
  },
)

test.concurrent.for(sources)(
  'a restart asks %s for nothing that is there already',
  async (source, here) => {
    const { expect } = here
    const { replay, world: first } = await filledWorld(here, source)
    await first.market.close()
    const before = replay.calls(paths[source].bars, 'AAPL')
    const again = await (await providerWorld(here, source, { before: { first, replay } })).start()
    expect((await price(again)).status).toBe(200)
    expect((await history(again, '7d')).status).toBe(200)
    // Yahoo's latest prices come from the same address as its bars.
    const latest = source === 'yahoo' ? 1 : 0
    expect(replay.calls(paths[source].bars, 'AAPL') - before).toBeLessThanOrEqual(latest)
  },
)

// Alone, because a request for a price waits three seconds at most.
test('200 askers on a cold start make one call upstream for each thing', async (here) => {
  const { expect } = here
  const { replay, start } = await providerWorld(here, 'alpaca')
  const world = await start()
  const askers = Array.from({ length: 200 }, () => [price(world), history(world, '7d')]).flat()
  const answers = await Promise.all(askers)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await filled(here, world)
  expect(replay.calls(paths.alpaca.latest)).toBe(1)
  const hourly = replay.requests.filter(
    ({ path, query }) =>
      path === paths.alpaca.bars &&
      query.get('symbols') === 'AAPL' &&
      query.get('timeframe') === '1Hour',
  )
  expect(hourly).toHaveLength(1)
})

const failures: readonly [Mode, number, string][] = [
  ['429', 429, 'history_unavailable'],
  ['500', 503, 'unavailable'],
  ['html200', 503, 'unavailable'],
  ['broken-json', 503, 'unavailable'],
  ['reset', 503, 'unavailable'],
]

/** Failures whose response format differs by provider run on both; the others are the same in both. */
const failuresOf = {
  alpaca: failures,
  yahoo: failures.filter(([mode]) => isLong || mode === '429' || mode === 'html200'),
}

for (const source of sources) {
  test.concurrent.for(failuresOf[source])(
    `with nothing stored and ${source} answering %s, history is %d %s and there is no price`,
    async ([mode, status, code], here) => {
      const { expect } = here
      const { replay, start } = await providerWorld(here, source)
      replay.play('/', mode)
      const world = await start()
      expect(await price(world)).toMatchObject({ status: 503, code: 'no_price' })
      expect((await world.app.inject('/readyz')).statusCode).toBe(503)
      expect(await history(world, '7d')).toMatchObject({ status, code })
      const asked = replay.calls()
      for (let count = 0; count < 20; count += 1) await price(world)
      expect(replay.calls() - asked).toBeLessThan(40)
    },
  )
}

test.concurrent.for(sources)(
  'a day without %s: old prices with their age, nothing invented, and recovery',
  async (source, here) => {
    const { expect } = here
    const { replay, world } = await filledWorld(here, source)
    const before = await price(world)
    replay.play('/', 'reset')
    replay.now = thursdayNoon + 25 * hourMs
    const stale = await price(world)
    expect(stale.price).toBe(before.price)
    expect(stale.cache_age.is_fresh).toBe(false)
    expect(stale.cache_age.age_hours).toBeCloseTo(25, 0)
    expect(stale.warning).toBe(
      `Price data is ${stale.cache_age.age_hours.toFixed(1)} hours old. Fresh data updates every 3 hours during market hours.`,
    )
    const { historical_data } = await history(world, '7d')
    expect(historical_data.at(-1)?.price).toBe(before.price)
    expect(historical_data.at(-1)?.date.slice(0, 10)).toBe('2026-08-06')

    replay.play('/', 'ok')
    replay.now += 120_000
    await expect.poll(async () => (await price(world)).cache_age.is_fresh, patience).toBe(true)
    // The missed hours are fetched later.
    const hours = async () => {
      const { historical_data: points } = await history(world, '7d')
      return points.filter(({ date }) => date.startsWith('2026-08-06')).length
    }
    await expect.poll(hours, patience).toBe(7)
  },
)

test.concurrent('a split that becomes known later adjusts what was stored before, once', async (here) => {
  const { expect } = here
  const { replay, world } = await filledWorld(here, 'alpaca')
  const before = (await history(world, '1m')).historical_data[5]
  const friday = Date.parse('2026-08-07T13:30:00Z')
  replay.tape.splits.push(twoForOne)
  replay.now = friday + 3 * hourMs
  const halved = async () =>
    (await history(world, '1m')).historical_data.find(({ date }) => date === before?.date)?.price
  await expect.poll(halved, patience).toBeCloseTo((before?.price ?? 0) / 2, 1)
  const known = await world.db.query(
    'select numerator, denominator, day from split where ticker_id = 1',
  )
  expect(known).toEqual([{ numerator: 2, denominator: 1, day: '2026-08-07' }])
  replay.now += 2 * hourMs
  await expect.poll(() => throughOf(world), patience).toBeGreaterThan(friday + 3 * hourMs)
  expect(await halved()).toBeCloseTo((before?.price ?? 0) / 2, 1)
})

test.concurrent.for(sources)(
  'in the evening %s has the day of the close, from the first day of the month on',
  async (source, here) => {
    const { expect } = here
    const now = Date.parse('2026-08-06T22:00:00Z')
    const { world } = await filledWorld(here, source, { now })
    const { historical_data } = await history(world, '1m')
    expect(historical_data[0]?.date).toBe('2026-07-06')
    expect(historical_data.at(-1)?.date).toBe('2026-08-06')
    expect((await price(world)).cache_age.is_fresh).toBe(true)
  },
)

test.concurrent.for([
  ['after the close', '2026-08-06T21:30:00Z'],
  ['a moment before the open', '2026-08-07T13:29:59.999Z'],
] as const)('a trade %s is not the price', async ([_when, traded], here) => {
  const { expect } = here
  const { replay, start } = await providerWorld(here, 'alpaca')
  replay.now = Date.parse(traded)
  const official = replay.tape.listed('AAPL', Date.parse('2026-08-06T20:00:00Z'), replay.now)
  // Close enough to be plausible.
  const near = inCents(official * 1.01)
  const body = JSON.stringify({ trades: { AAPL: { t: traded, p: near } } })
  replay.play(paths.alpaca.latest, { status: 200, body })
  const world = await start()
  await filled(here, world)
  const { price: shown } = await price(world)
  expect(shown).toBe(inCents(official))
})

test.concurrent('a failed question on a weekend is asked again', async (here) => {
  const { expect } = here
  const { replay, start } = await providerWorld(here, 'alpaca')
  replay.now = Date.parse('2026-08-08T16:00:00Z')
  replay.play('/', '500')
  const world = await start()
  expect((await price(world)).status).toBe(503)
  replay.play('/', 'ok')
  replay.now += 5 * 60_000
  await expect.poll(async () => (await price(world)).status, patience).toBe(200)
})

test.concurrent('a price that looks like a split waits until the splits of the day are known', async (here) => {
  const { expect } = here
  const { replay, world } = await filledWorld(here, 'alpaca')
  const { price: before } = await price(world)
  replay.tape.splits.push(twoForOne)
  replay.play(paths.alpaca.bars, '500')
  const inNewShares = before / 2
  const body = JSON.stringify({ trades: { AAPL: { t: '2026-08-07T13:34:00Z', p: inNewShares } } })
  replay.play(paths.alpaca.latest, { status: 200, body })
  replay.now = Date.parse('2026-08-07T13:35:00Z')
  const asked = replay.calls(paths.alpaca.latest)
  await expect.poll(() => replay.calls(paths.alpaca.latest), patience).toBeGreaterThan(asked)
  expect((await price(world)).price).toBe(before)
  replay.play(paths.alpaca.bars, 'ok')
  replay.now = Date.parse('2026-08-07T14:35:00Z')
  // Requests from before the bars are repeated by the next run.
  const later = async () => {
    replay.now += 15_000
    return (await price(world)).price
  }
  await expect.poll(later, { ...patience, interval: 1_000 }).toBe(inNewShares)
})

test.concurrent('of two nodes one asks, the other hears of it, and takes over when the first is gone', async (here) => {
  const { expect } = here
  const { replay, world: first } = await filledWorld(here, 'alpaca')
  const second = await (await providerWorld(here, 'alpaca', { before: { first, replay } })).start()
  const asked = replay.calls(paths.alpaca.latest)
  replay.now += 60_000
  const dollars = inCents(replay.tape.traded('AAPL', replay.now).dollars)
  await expect.poll(() => replay.calls(paths.alpaca.latest), patience).toBe(asked + 1)
  await expect.poll(async () => (await price(second)).price, patience).toBe(dollars)
  expect((await price(first)).price).toBe(dollars)
  // The follower tries for the lock in every run, on a new connection each time.
  const tries = async () => {
    const [row] = await first.db.query<{ sessions: number }>(
      'select sessions from pg_stat_database where datname = current_database()',
    )
    return row?.sessions ?? 0
  }
  const before = await tries()
  await expect.poll(tries, patience).toBeGreaterThan(before + 1)
  expect(replay.calls(paths.alpaca.latest)).toBe(asked + 1)

  await first.market.close()
  replay.now += 60_000
  await expect.poll(() => replay.calls(paths.alpaca.latest), patience).toBe(asked + 2)
})

test.concurrent('the keys of a provider are in no answer and in no line of the log', async (here) => {
  const { expect } = here
  const { replay, start } = await providerWorld(here, 'alpaca')
  replay.play('/', { status: 403, body: '{"message":"subscription does not permit"}' })
  const world = await start()
  const answers = [await price(world), await history(world, '7d')]
  expect(world.logLines.join('')).toContain('the provider did not answer')
  expect(JSON.stringify(answers) + world.logLines.join('')).not.toContain(replayKeys.secretKey)
})

test.concurrent.for(['alpaca', 'yahoo'] as const)(
  'on %s, who joined today has a history in every range, also while the bars of today are still to come',
  async (source, here) => {
    const { expect } = here
    const now = Date.parse('2026-08-06T13:40:00Z')
    const { replay, world } = await filledWorld(here, source, { now })
    const learner = await signUp(world.app)
    await learner.get('/api/account')
    replay.now = Date.parse('2026-08-06T13:45:00Z')
    // Retried if a run of the node has changed the price in between.
    const buy = async () => {
      const { price: dollars } = await price(world)
      return (
        await learner.post('/api/buy', { ticker: 'AAPL', quantity: 3, price: dollars })
      ).json()
    }
    await expect.poll(buy, patience).toMatchObject({ error: null })
    for (const at of ['2026-08-06T13:55:00Z', '2026-08-06T14:05:00Z', '2026-08-06T20:05:00Z']) {
      replay.now = Date.parse(at)
      const renewed = await learner.renew()
      const worth = async () => (await renewed.get('/api/current-portfolio-value')).json().value
      const before = await worth()
      const newest: object[] = []
      for (const range of ranges) {
        const answer = await renewed.get(`/api/net_worth_history/${range}`)
        expect({ at, range, status: answer.statusCode }).toEqual({ at, range, status: 200 })
        const { data } = answer.json()
        expect(data[0]).toEqual({ date: '2026-08-06T13:40:00.000Z', value: 10_000 })
        newest.push(data.at(-1))
      }
      // A run of the node may have changed the price in between.
      const values = [before, await worth()]
      const date = new Date(replay.now).toISOString()
      const value = expect.toBeOneOf(values)
      expect(newest).toEqual(ranges.map(() => ({ date, value })))
    }
  },
)
