import { parseDisplayName, lookalikeKey } from '@tengrand/core/display-name.ts'
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import { openStartingCash } from '@tengrand/core/contest.ts'
import { afterEntry, nothing, type Position } from '@tengrand/core/ledger.ts'
import { decide } from '@tengrand/core/order.ts'
import { pricesAround, type MarketHours } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { Market } from '../market/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { isLong } from '../testing/effort.ts'
import { demoMarketSecret } from './market.ts'
import { chosenNames, demoLearner } from './people.ts'
import { mistakesOf } from './testing/mistakes.ts'
import { simulateKeepingPrices } from './testing/keep-prices.ts'
import type { Year } from './year.ts'
import { worldOf, type World } from './world.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const hourMs = 3_600_000

function marketAt(now: number, hours: MarketHours): Market {
  const secret = Buffer.from(demoMarketSecret)
  const version = 'market-sim/v1'
  return openSimulatedMarket({
    secret,
    version,
    hours,
    now: () => now,
    simulate: simulateKeepingPrices,
  })
}

/** Several tests use the same worlds. */
const made = new Map<string, Promise<World>>()

function worldAt(now: number, { hours = 'always', seed = 'tengrand' }: Wished = {}) {
  const key = `${now} ${hours} ${seed}`
  const world = made.get(key) ?? makeWorld(now, hours, seed)
  made.set(key, world)
  return world
}

function makeWorld(now: number, hours: MarketHours, seed: string): Promise<World> {
  const market = marketAt(now, hours)
  return worldOf(market, { now, seed }).finally(() => market.close())
}

interface Wished {
  readonly hours?: MarketHours
  readonly seed?: string
}

/** Includes the prices of the rankings, which JSON.stringify would omit from a Map. */
const written = (world: World): string =>
  JSON.stringify(world, (_key, value: unknown) => (value instanceof Map ? [...value] : value))

describe('a world of the demo', () => {
  let world: World

  beforeAll(async () => {
    world = await worldAt(noon)
  })

  test('is the same for its seed all day long', async () => {
    expect(written(await worldAt(noon + 11 * hourMs))).toBe(written(world))
  })

  test('is another for another seed', async () => {
    const other = await worldAt(noon, { seed: 'another' })
    expect(other.rankings).toEqual(world.rankings)
    const names = new Set(world.inhabitants.map(({ name }) => name))
    const shared = other.inhabitants.filter(({ name }) => names.has(name))
    expect(shared.length).toBeLessThan(30)
  })

  test('has sixty traders and a learner, all different, who trade in many ways', () => {
    const { inhabitants } = world
    expect(inhabitants).toHaveLength(61)
    expect(new Set(inhabitants.map(({ name }) => lookalikeKey(name))).size).toBe(61)
    expect(new Set(inhabitants.map(({ publicId }) => publicId)).size).toBe(61)
    const counts = inhabitants.map(({ orders }) => orders.length)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeGreaterThan(200)
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(3_000)
    const keys = inhabitants.flatMap(({ orders }) => orders.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('holds no trade that could not have been made at its time', async () => {
    await expectPossible(world, 'always')
  })

  test('keeps to the sessions of the exchange where the market does, and knows no close of today', async () => {
    const during = await worldAt(noon, { hours: 'nyse' })
    await expectPossible(during, 'nyse')
    const afterClose = noon + 6 * hourMs
    expect(written(await worldAt(afterClose, { hours: 'nyse' }))).toBe(written(during))
  })
})

async function expectPossible(world: World, hours: MarketHours): Promise<void> {
  const { inhabitants, leagues } = world
  const market = marketAt(noon, hours)
  onTestFinished(() => market.close())
  for (const { earlier, ...year } of inhabitants) {
    await expectPossibleYear(year, market)
    if (earlier === null) continue
    await expectPossibleYear(earlier, market)
    expect(year.openedAt).toBe(earlier.closing.at)
    expect(earlier.orders.length).toBeGreaterThan(0)
  }
  expect(inhabitants.filter(({ earlier }) => earlier !== null).length).toBeGreaterThan(3)
  const stakes = leagues.flatMap(({ startsAt, endsAt, members }) =>
    members.flatMap(({ joinedAt, year }) =>
      year === null ? [] : [{ startsAt, endsAt, joinedAt, year }],
    ),
  )
  expect(stakes).toHaveLength(37)
  for (const { startsAt, endsAt, joinedAt, year } of stakes) {
    await expectPossibleYear(year, market)
    expect(year.openedAt).toBe(Math.max(startsAt, joinedAt))
    expect(year.orders.every(({ trade }) => trade.at < endsAt)).toBe(true)
  }
}

async function expectPossibleYear({ openedAt, orders }: Year, market: Market): Promise<void> {
  const positions = new Map<Ticker, Position>()
  let cash = openStartingCash
  let last = openedAt
  for (const { expectedPrice, trade, after } of orders) {
    const { type, ticker, quantity, at } = trade
    expect(at).toBeGreaterThan(last)
    expect(at).toBeLessThan(startOfDay(dayOf(noon)))
    const price = (await market.pricesAt([ticker], at)).get(ticker)
    const quote = price === undefined ? null : { ticker, ...pricesAround(price), at }
    const before = { cash, position: positions.get(ticker) ?? nothing }
    const order = { side: type, ticker, quantity, expectedPrice }
    expect(decide(order, { ...before, quote, hours: market.hours, at })).toEqual({ trade })
    expect(afterEntry(before, trade)).toEqual(after)
    cash = after.cash
    positions.set(ticker, after.position)
    last = at
  }
}

/** Each day needs a new world. */
const otherDays = isLong ? ['2027-09-15', '2031-03-01', '2034-12-31'] : ['2031-03-01']

test.each(otherDays)('the learner has a good year also on %s', async (day) => {
  const { inhabitants } = await worldAt(Date.parse(`${day}T17:00Z`))
  const learner = inhabitants.find(({ subject }) => subject === demoLearner.subject)
  expect(learner?.worth).toBeGreaterThan(openStartingCash * 1.05)
  expect(learner?.orders.length).toBeGreaterThan(20)
})

test.each(['always', 'nyse'] as const)(
  'every order that waits or has waited could be as it is, in a market of the hours %s',
  async (hours) => {
    const market = marketAt(noon, hours)
    onTestFinished(() => market.close())
    const { inhabitants } = await worldAt(noon, { hours })
    for (const inhabitant of inhabitants) {
      expect(await mistakesOf(inhabitant, market, noon)).toEqual([])
    }
    const patient = inhabitants.filter(({ waiting }) => waiting.length > 0)
    expect(patient.length).toBeGreaterThan(15)
    expect(patient.length).toBeLessThan(inhabitants.length)
    const orders = patient.flatMap(({ waiting }) => waiting)
    const kinds = new Set(orders.map(({ state, side, kind }) => `${state} ${side} ${kind}`))
    for (const state of ['open', 'filled', 'cancelled', 'expired']) {
      for (const sort of ['BUY limit', 'SELL limit', 'SELL stop']) {
        expect(kinds).toContain(`${state} ${sort}`)
      }
    }
    expect(new Set(orders.map(({ publicId }) => publicId)).size).toBe(orders.length)
  },
)

test.each(otherDays)(
  'the learner has orders of every state on %s, and a limit and a stop that are open',
  async (day) => {
    const { inhabitants } = await worldAt(Date.parse(`${day}T17:00Z`))
    const learner = inhabitants.find(({ subject }) => subject === demoLearner.subject)
    const waiting = learner?.waiting ?? []
    expect(new Set(waiting.map(({ state }) => state))).toEqual(
      new Set(['open', 'filled', 'cancelled', 'expired']),
    )
    const open = waiting.filter(({ state }) => state === 'open')
    expect(open.map(({ side, kind }) => `${side} ${kind}`)).toEqual(
      expect.arrayContaining(['BUY limit', 'SELL stop']),
    )
  },
)

test.each([...chosenNames, demoLearner.name])('%s is a name that a learner may choose', (name) => {
  expect(parseDisplayName(name)).toEqual({ name })
})
