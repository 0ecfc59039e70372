// Trading on a provider's prices: no order gets a price that was requested before it arrived.
import { randomUUID } from 'node:crypto'

import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { beforeAll, describe, test, vi } from 'vitest'

import type { Exchange } from '../market/testing/exchange.ts'
import { isLong } from '../testing/effort.ts'
import { untilAllAreOver } from '../testing/shared-worlds.ts'
import type { World } from '../testing/world.ts'
import { open, order, patience } from './testing/provider-orders.ts'

// The slower provider first, so that the other one runs beside it. `npm test` runs only this one, because both share
// the rest of the code.
const both = ['yahoo', 'alpaca'] as const
const sources = isLong ? both : both.slice(0, 1)
const latestOf = (source: Exchange['source'], ticker: Ticker) =>
  source === 'alpaca' ? '/v2/stocks/trades/latest' : `/v8/finance/chart/${ticker}`

const inCents = (dollars: number) => toDollars(fromDollars(dollars))
/** The part of the message for this market price: a buy costs a cent more. */
const boughtAt = (dollars: number) => ` at $${(dollars + 0.01).toFixed(2)} `

const shown = async ({ app }: World, ticker: Ticker): Promise<number> =>
  (await app.inject(`/api/current-price/${ticker}`)).json().price

const tooLate = (ticker: Ticker) => ({
  status: 503,
  code: 'price_stale',
  error: `No new price of ${ticker} came in time. Please try again.`,
})

const sequential = { concurrent: false }

/** A learner in a world for the tests of a block, which use different stocks or continue with one. */
function openForBlock(source: Exchange['source'], wanted: number) {
  const atEnd = untilAllAreOver()
  let opened: Awaited<ReturnType<typeof open>> | undefined
  beforeAll(async () => {
    opened = await open(source, atEnd, wanted)
    const { db } = opened.world
    // Waits for the requests for bars, which have the same address on Yahoo, before tests count requests.
    await vi.waitUntil(async () => (await db.query('select from bar_span')).length === 32, patience)
  })
  return () => {
    if (opened === undefined) throw new Error('The world is not open.')
    return opened
  }
}

// All blocks run concurrently, because they mostly wait.
describe.concurrent.each(sources)('on %s', (source) => {
  const exchange = openForBlock(source, 3)

  test(
    'while the provider is down an order waits for eight seconds, and its key works afterwards',
    sequential,
    async ({ expect }) => {
      const { replay, world, learner, base } = exchange()
      const key = { 'idempotency-key': randomUUID() }
      const price = base('MSFT')
      replay.play('/', '500')
      const begun = performance.now()
      const late = await order(learner, 'MSFT', price, key)
      expect(late.json()).toMatchObject(tooLate('MSFT'))
      expect(late.headers['retry-after']).toBe('5')
      expect(performance.now() - begun).toBeGreaterThan(7_900)
      replay.play('/', 'ok')
      const again = async () => (await order(learner, 'MSFT', price, key)).statusCode
      await expect.poll(again, patience).toBe(200)
      const [row] = await world.db.query<{ count: number }>(
        'select count(*) from trade where key = $1',
        [key['idempotency-key']],
      )
      expect(row?.count).toBe(1)
    },
  )

  test(
    'an order that was executed is told again at once, without asking anybody',
    sequential,
    async ({ expect }) => {
      const { replay, calls, learner, base } = exchange()
      const key = { 'idempotency-key': randomUUID() }
      const first = await order(learner, 'GOOGL', base('GOOGL'), key)
      expect(first.statusCode).toBe(200)
      replay.play('/', 'hang')
      const asked = calls('GOOGL')
      const begun = performance.now()
      expect((await order(learner, 'GOOGL', base('GOOGL'), key)).json()).toEqual(first.json())
      const other = await order(learner, 'GOOGL', 1, key)
      expect(other.json()).toMatchObject({ code: 'key_reused' })
      // Two orders that wait would take sixteen seconds.
      expect(performance.now() - begun).toBeLessThan(15_000)
      expect(calls('GOOGL')).toBe(asked)
      replay.play('/', 'ok')
    },
  )

  test(
    'a provider that asks for patience is left alone, and orders are told at once',
    sequential,
    async ({ expect }) => {
      const { replay, calls, learner, base } = exchange()
      replay.play('/', '429')
      const stale = async () => (await order(learner, 'AAPL', base('AAPL'))).json()
      expect(await stale()).toMatchObject(tooLate('AAPL'))
      const asked = calls()
      const begun = performance.now()
      for (let times = 0; times < 5; times += 1) {
        expect(await stale()).toMatchObject(tooLate('AAPL'))
      }
      // Five orders that wait would take forty seconds.
      expect(performance.now() - begun).toBeLessThan(35_000)
      expect(calls()).toBe(asked)
    },
  )

  test(
    'a closed market is told at once, without asking anybody',
    sequential,
    async ({ expect }) => {
      const { clock, calls, learner } = exchange()
      clock.set(Date.parse('2026-08-06T20:00:00Z'))
      const late = await learner.renew()
      // The market itself may request the close at any moment, but an order would request it every time.
      await vi.waitFor(async () => {
        const asked = calls('MSFT')
        const closed = await order(late, 'MSFT', 1)
        expect(closed.json()).toMatchObject({ code: 'market_closed' })
        expect(calls('MSFT')).toBe(asked)
      }, patience)
    },
  )

  test(
    'an order before the open is refused, whatever was traded by then',
    sequential,
    async ({ expect }) => {
      const { clock, learner, trade, base } = exchange()
      const morning = Date.parse('2026-08-07T13:29:00Z')
      clock.set(morning)
      trade('AMZN', base('AMZN'), morning)
      const early = await order(await learner.renew(), 'AMZN', base('AMZN'))
      expect(early.json()).toMatchObject({ status: 409, code: 'market_closed' })
    },
  )
})

describe.concurrent.each(sources)('on %s', (source) => {
  const exchange = openForBlock(source, 5)

  test(
    'whoever watches the world and orders only while the shown price lags never gets the old one',
    sequential,
    async ({ expect }) => {
      const { world, learner, trade, base } = exchange()
      for (const ticker of tickers.slice(0, 5)) {
        // Too small a move for the price guard, so it is not the guard that protects the order.
        const moved = inCents(base(ticker) * 1.008)
        trade(ticker, moved)
        const lagging = await shown(world, ticker)
        expect(lagging).toBe(base(ticker))
        const { message } = (await order(learner, ticker, lagging)).json()
        expect(message).toContain(boughtAt(moved))
      }
    },
  )
})

describe.concurrent.each(sources)('on %s', (source) => {
  const exchange = openForBlock(source, 3)

  test(
    'an answer to a question from before the order does not count, however late it comes',
    sequential,
    async ({ expect }) => {
      const { replay, calls, world, learner, trade, base, allowQuestions } = exchange()
      const [before, moved] = [base('AAPL'), inCents(base('AAPL') * 1.008)]
      // The arrivals in the notifications between the nodes.
      const arrivals = new Set<number>()
      const ear = await world.db.listen('market', (text) => {
        const { wants = [] }: { wants?: { ticker: Ticker; newest: number }[] } = JSON.parse(text)
        for (const { ticker, newest } of wants) if (ticker === 'AAPL') arrivals.add(newest)
      })
      const asked = calls('AAPL')
      replay.play(latestOf(source, 'AAPL'), 'late', 1)
      await allowQuestions()
      const early = order(learner, 'AAPL', before)
      await expect.poll(() => calls('AAPL'), patience).toBe(asked + 1)
      trade('AAPL', moved)
      await allowQuestions()
      const second = order(learner, 'AAPL', before)
      await expect.poll(() => arrivals.size, patience).toBe(2)
      await ear.close()
      replay.release()
      expect((await second).json().message).toContain(boughtAt(moved))
      // The other order arrived before the price moved.
      const { message } = (await early).json()
      expect([before, moved].some((dollars) => message.includes(boughtAt(dollars)))).toBe(true)
    },
  )

  test(
    'a price that is the same again was asked for again, and is traded at',
    sequential,
    async ({ expect }) => {
      const { trade, clock, world, learner, base, allowQuestions } = exchange()
      const at = Math.floor(clock.now() / 1000) * 1000 + 1_000
      trade('GOOGL', base('GOOGL'), at)
      clock.set(clock.now() + 30_000)
      for (let times = 0; times < 2; times += 1) {
        await allowQuestions()
        expect((await order(learner, 'GOOGL', base('GOOGL'))).statusCode).toBe(200)
      }
      const [row] = await world.db.query<{ at: Date; asked_at: Date }>(
        "select at, asked_at from quote where ticker_id = (select id from ticker where symbol = 'GOOGL')",
      )
      expect(row?.at.getTime()).toBe(at)
      expect(row?.asked_at.getTime()).toBeGreaterThan(at + 28_000)
    },
  )

  test(
    'a price at which nobody has traded for minutes is told with its age',
    sequential,
    async ({ expect }) => {
      const { trade, clock, learner, base } = exchange()
      // On an illiquid exchange, the latest trade may be minutes old even in a new response.
      trade('MSFT', base('MSFT'), clock.now())
      clock.set(clock.now() + 185_000)
      const old = await order(learner, 'MSFT', base('MSFT'))
      expect(old.json()).toMatchObject({
        status: 503,
        code: 'price_stale',
        error: 'The latest price of MSFT is 3 minutes old. Please try again when prices are fresh.',
      })
      expect(old.headers['retry-after']).toBe('60')
    },
  )
})

test.concurrent('every node trades at prices that one node asks for, and another one when that is gone', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { trade, calls, world, learner, node, base } = await open('alpaca', atEnd)
  const second = await node()
  const elsewhere = learner.at(second.app)
  const price = base('AAPL')
  const moved = inCents(price * 1.004)
  trade('AAPL', moved)
  const asked = calls()
  expect((await order(elsewhere, 'AAPL', price)).json().message).toContain(boughtAt(moved))
  expect(calls() - asked).toBe(1)
  await world.market.close()
  const again = inCents(price * 1.008)
  trade('AAPL', again)
  const refusals: unknown[] = []
  const tries = async () => {
    const answer = (await order(elsewhere, 'AAPL', moved)).json()
    if (answer.error !== null) refusals.push(answer.code)
    return answer.message
  }
  await expect.poll(tries, patience).toContain(boughtAt(again))
  // Orders meanwhile were refused and never executed at an old price.
  expect(refusals.filter((code) => code !== 'price_stale')).toEqual([])
})

// Alone, because it measures the time between requests.
test('a node that has lost its lock, and does not know it, asks no more', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { calls, callTimes, world, learner, node, base } = await open('alpaca', atEnd)
  await node()
  await world.db.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = 7264002 and granted and datname = current_database()`,
  )
  const asked = calls()
  const bought = async () => (await order(learner, 'AAPL', base('AAPL'))).json().error
  for (let orders = 0; orders < 4; orders += 1) await expect.poll(bought, patience).toBeNull()
  const times = callTimes().slice(asked)
  expect(times.length).toBeGreaterThan(3)
  // On average, because a busy machine delays single requests.
  const passed = (times.at(-1) ?? 0) - (times[0] ?? 0)
  expect(passed / (times.length - 1)).toBeGreaterThan(900)
})
