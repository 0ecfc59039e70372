// Splits that a provider lists after a later one of the same stock was recorded: left out, logged once and listed by
// the audit.
import { asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { migrate } from '../db/migrate.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { openFreshDb } from '../testing/databases.ts'
import { createWorld, type World } from '../testing/world.ts'
import type { Split } from './providers/provider.ts'
import { readLateSplits, recordSplit, storeBars, storeQuotes } from './store.ts'
import { startRehearsal } from './testing/rehearsal.ts'
import { envOf } from './testing/replay-server.ts'

const patience = { timeout: 30_000 }

const split = (day: string, numerator: number, denominator: number): Split => ({
  ticker: 'AAPL',
  day: asDay(day),
  numerator,
  denominator,
})

describe('a split of a stock is', () => {
  const at = Date.parse('2026-03-02T21:00:00Z')
  async function stored() {
    const db = await openFreshDb()
    await storeBars(db, {
      ticker: 'AAPL',
      step: 'day',
      bars: [{ at, cents: cents(120_00) }],
      through: at,
    })
    await storeQuotes(db, [{ ticker: 'AAPL', cents: cents(120_00), at: at + 1 }], at)
    const record = (one: Split) => db.transaction((tx) => recordSplit(tx, one))
    const prices = () =>
      db.query('select price_cents as price from bar union all select price_cents from quote')
    const days = async () =>
      (await db.query<{ day: string }>('select day from split order by id')).map(({ day }) => day)
    return { db, record, prices, days }
  }

  test.each([
    ['older', split('2026-03-09', 2, 1)],
    ['of the same day with other terms', split('2026-03-12', 3, 1)],
  ])(
    'late when it is %s than one that is known, once, and changes nothing',
    async (_what, late) => {
      const { db, record, prices, days } = await stored()
      expect(await record(split('2026-03-12', 3, 2))).toBe('new')
      expect(await prices()).toEqual([{ price: 80_00 }, { price: 80_00 }])
      expect(await record(late)).toBe('late')
      expect(await record(late)).toBe('known')
      expect(await days()).toEqual(['2026-03-12'])
      expect(await prices()).toEqual([{ price: 80_00 }, { price: 80_00 }])
      expect(await readLateSplits(db)).toEqual([late])
    },
  )

  test('known when it is told of again, and new when it is later or of another stock', async () => {
    const { db, record, prices } = await stored()
    expect(await record(split('2026-03-09', 3, 2))).toBe('new')
    expect(await record(split('2026-03-12', 2, 1))).toBe('new')
    expect(await record(split('2026-03-09', 3, 2))).toBe('known')
    expect(await record({ ...split('2026-03-03', 2, 1), ticker: 'TSLA' })).toBe('new')
    expect(await prices()).toEqual([{ price: 40_00 }, { price: 40_00 }])
    expect(await readLateSplits(db)).toEqual([])
  })
})

async function providerWorld(now: string) {
  const { replay } = await startRehearsal({})
  replay.now = Date.parse(now)
  const start = () => createWorld({ env: envOf(replay, 'alpaca'), now: () => replay.now })
  return { replay, start }
}

const splitsOf = (world: World, ticker: number) =>
  world.db.query<{ day: string }>('select day from split where ticker_id = $1 order by id', [
    ticker,
  ])

const lateLines = ({ logLines }: World) =>
  logLines.filter((line) => line.includes('older than a known one')).map((line) => JSON.parse(line))

/** The market's jobs run every few seconds; fake timers make them run about ten times as fast. */
function hurry() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const interval = 20
  return async (check: () => Promise<void>): Promise<void> => {
    // The rest of the interval passes in real time.
    const look = () => {
      vi.advanceTimersByTime(9 * interval)
      return check()
    }
    await vi.waitFor(look, { ...patience, interval })
  }
}

test('a provider that lists an older split after a later one is logged once', async () => {
  const { replay, start } = await providerWorld('2026-08-05T16:00:00Z')
  const later = split('2026-08-05', 2, 1)
  const older = split('2026-08-04', 2, 1)
  replay.tape.splits.push(later, { ...older, learntAt: Date.parse('2026-08-05T21:00:00Z') })
  const soon = hurry()
  const world = await start()
  await soon(async () => expect(await splitsOf(world, 1)).toEqual([{ day: '2026-08-05' }]))
  const closes = () =>
    world.db.query<{ at: Date; price: number }>(
      `select at, price_cents as price from bar
       where ticker_id = 1 and step = 'day' and at < '2026-08-04' order by at`,
    )
  const before = await closes()
  expect(before.length).toBeGreaterThan(14)
  for (const evening of ['2026-08-05T22:00:00Z', '2026-08-06T22:00:00Z']) {
    replay.now = Date.parse(evening)
    const hasDay = async () =>
      await world.db.query(
        "select from bar_span where ticker_id = 1 and step = 'day' and through > $1",
        [new Date(replay.now - 3 * 3_600_000)],
      )
    await soon(async () => expect(await hasDay()).toHaveLength(1))
    expect(lateLines(world)).toMatchObject([{ ...older, provider: 'alpaca' }])
  }
  expect(await splitsOf(world, 1)).toEqual([{ day: '2026-08-05' }])
  expect(await readLateSplits(world.db)).toEqual([older])
  // The provider now states the closes in other shares, and its answers contain only some of them.
  expect(await closes()).toEqual(before)
})

test('a split that an earlier version still had to settle in its place is listed as late', async () => {
  const { db } = await databaseBefore('0015')
  const [account] = await db.query<{ id: number }>(
    `insert into account (issuer, subject, display_name, name_key, cash_cents, created_at)
     values ('test', 'a', 'Ann', 'ann', 0, now()) returning id`,
  )
  await db.query(
    'insert into position (account_id, ticker_id, quantity, cost_cents) values ($1, 1, 2, 1)',
    [account?.id],
  )
  const record = (ticker: number, day: string) =>
    db.query<{ id: number }>(
      'insert into split (ticker_id, day, numerator, denominator) values ($1, $2, 2, 1) returning id',
      [ticker, day],
    )
  for (const ticker of [1, 2]) {
    await record(ticker, '2026-03-12')
    await record(ticker, '2026-03-09')
  }
  await migrate(db)
  expect(await readLateSplits(db)).toEqual([split('2026-03-09', 2, 1)])
})

test('the first chart of hours does not make the older splits of a stock late', async () => {
  const { replay, start } = await providerWorld('2026-08-06T16:00:00Z')
  for (const day of ['2026-05-04', '2026-08-03']) {
    replay.tape.splits.push({ ticker: 'SPOT', day: asDay(day), numerator: 2, denominator: 1 })
  }
  const world = await start()
  const chart = await world.app.inject('/api/price-history/SPOT/7d')
  expect(chart.statusCode).toBe(200)
  await expect
    .poll(() => splitsOf(world, 16), patience)
    .toEqual([{ day: '2026-05-04' }, { day: '2026-08-03' }])
  const filled = async () => (await world.db.query('select from bar_span')).length
  await expect.poll(filled, patience).toBe(32)
  expect(await readLateSplits(world.db)).toEqual([])
})
