// Announced reports: their days, and that they change no price before the first of them.
import { addDays, asDay, dayOf, daysBetween, instantAt, type Day } from '@tengrand/core/day.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import { simulatedMarket } from './market.ts'
import { openSimulatedMarket } from './open.ts'
import { announcedFrom, reportsIn } from './testing/reports.ts'

const secret = 'earnings.test'
const dayMs = 86_400_000
const [from, to] = [asDay('2020-01-01'), asDay('2039-12-31')]
/** Of all sizes of moves. */
const sampled = ['LYFT', 'META', 'AMD', 'AAPL'] as const
const opensAt = { always: 0, nyse: 9.5 * 3_600_000 }

describe.each(['always', 'nyse'] as const)('open %s', (hours) => {
  const announced = simulatedMarket({ secret, hours, announcedFrom })
  const before = simulatedMarket({ secret, hours })

  test('prices before the first announced day are those of a market without one', () => {
    const first = instantAt(announcedFrom, 0)
    const instant = fc.integer({ min: Date.parse('1990-01-03'), max: first - 1 })
    fc.assert(
      fc.property(fc.constantFrom(...tickers), instant, (ticker, at) => {
        expect(announced.pricesAt(ticker, at)).toEqual(before.pricesAt(ticker, at))
      }),
      { numRuns: 200, examples: tickers.map((ticker) => [ticker, first - 1]) },
    )
    for (const ticker of tickers) {
      const last = addDays(announcedFrom, -1)
      expect(announced.closes(ticker, from, last)).toEqual(before.closes(ticker, from, last))
    }
  })

  test('every company reports once a quarter, on the days on which it always has', () => {
    for (const ticker of tickers) {
      const days = announced.reports(ticker, from, to)
      expect(days).toEqual(before.reports(ticker, from, to))
      expect(days.length).toBeGreaterThanOrEqual(79)
      expect(days.length).toBeLessThanOrEqual(81)
      const without = days.filter((day) => sessionOn(day, hours) === null)
      expect(without).toEqual([])
      const gaps = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day))
      expect(Math.min(...gaps)).toBeGreaterThan(65)
    }
  })

  test('these are the days on which a price moves most', () => {
    const moves = (market: typeof announced, isReport: boolean) =>
      meanOf(
        sampled.flatMap((ticker) => {
          const days = new Set<Day>(market.reports(ticker, from, to))
          const closes = market.closes(ticker, announcedFrom, asDay('2034-12-31'))
          return closes
            .map(({ day, cents }, n) => ({
              day,
              move: Math.log(cents / (closes[n - 1]?.cents ?? cents)),
            }))
            .filter(({ day }) => days.has(day) === isReport)
            .map(({ move }) => Math.abs(move))
        }),
      )
    expect(moves(announced, true)).toBeGreaterThan(3 * moves(announced, false))
    // The fair moves are as large as those of the day tree, and other days are as before.
    expect(Math.abs(moves(announced, true) / moves(before, true) - 1)).toBeLessThan(0.3)
    expect(Math.abs(moves(announced, false) / moves(before, false) - 1)).toBeLessThan(0.01)
  })

  test('the path goes on without a jump where a report ends, and its close is its last hour', () => {
    for (const ticker of ['LYFT', 'AAPL'] as const) {
      const [day = to] = announced.reports(ticker, announcedFrom, to)
      const [close] = announced.closes(ticker, day, day)
      const end = instantAt(day, hours === 'nyse' ? 16 * 3_600_000 : dayMs)
      expect(announced.priceAt(ticker, end)).toBe(close?.cents)
      expect(announced.hourly(ticker, end - 3_600_000, end).at(-1)).toEqual({
        at: end,
        ...(close && { cents: close.cents }),
      })
      const after = announced.priceAt(ticker, end + (hours === 'nyse' ? 0 : 1_000))
      expect(Math.abs(after / (close?.cents ?? 0) - 1)).toBeLessThan(0.002)
    }
  })

  test('two companies that report on the same day do not move together more than the market', () => {
    const pairs = Array.from({ length: 4 }, (_, n) => `${secret} ${n}`).flatMap((one) =>
      pairsOf(hours, one),
    )
    expect(pairs.length).toBeGreaterThan(200)
    const sum = (of: (pair: (typeof pairs)[number]) => number) =>
      pairs.reduce((total, pair) => total + of(pair), 0)
    const correlation =
      sum(([a, b]) => a * b) / Math.sqrt(sum(([a]) => a * a) * sum(([, b]) => b * b))
    expect(Math.abs(correlation)).toBeLessThan(0.2)
  })

  describe('what a market tells of a report', () => {
    const ticker = 'LYFT'
    const [day = to] = announced.reports(ticker, asDay('2027-06-01'), to)
    const told = (at: number, first?: Day) => {
      const market = openSimulatedMarket({
        secret: Buffer.from(secret),
        hours,
        now: () => at,
        ...(first && { announcedFrom: first }),
      })
      onTestFinished(() => market.close())
      return market.earnings?.(ticker)
    }
    const noon = (one: Day): number => instantAt(one, dayMs / 2)

    test('is its day, from 14 days before until it begins', () => {
      expect(told(noon(addDays(day, -15)), announcedFrom)?.next).toBeNull()
      expect(told(instantAt(addDays(day, -14), 0), announcedFrom)?.next).toBe(day)
      const begins = instantAt(day, opensAt[hours])
      expect(told(begins - 1, announcedFrom)?.next).toBe(day)
      expect(told(begins - 1, announcedFrom)?.past).not.toContain(day)
      expect(told(begins, announcedFrom)).toMatchObject({
        next: null,
        past: expect.arrayContaining([day]),
      })
    })

    test('is nothing before it, where it is not an announced one', () => {
      const at = noon(addDays(day, -3))
      expect(told(at, day)?.next).toBe(day)
      expect(told(at, addDays(day, 1))?.next).toBeNull()
      expect(told(at)?.next).toBeNull()
    })

    test('are those of the last year, and nothing of later ones', () => {
      for (let at = noon(asDay('2027-06-01')); at < noon(asDay('2028-06-01')); at += 5 * dayMs) {
        const past = told(at, announcedFrom)?.past ?? []
        expect([3, 4, 5]).toContain(past.length)
        expect(past.filter((one) => one > dayOf(at))).toEqual([])
        expect(past.toSorted()).toEqual(past)
      }
    })
  })
})

function pairsOf(hours: MarketHours, one: string): (readonly [number, number])[] {
  const { reports } = reportsIn({ hours, secret: one, years: 8 })
  const moves = reports.map(({ at, day, ticker }) => ({
    day,
    ticker,
    move: Math.log(at(0).price / at(-1).price),
  }))
  return moves.flatMap((a, n) =>
    moves.slice(n + 1).flatMap((b) => (a.day === b.day ? [[a.move, b.move] as const] : [])),
  )
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
