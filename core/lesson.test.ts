// The clock of a lesson: ticks, pauses, the end, and what a model that walks through every millisecond says of them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  countdownMs,
  doorClosesAtTick,
  endTickAt,
  lastRankedTick,
  lobbyMsMax,
  marketAt,
  momentOf,
  nextTickAt,
  pausedMsMax,
  pauseTo,
  startingPriceAt,
  stepOf,
  symbolOf,
  tickerOfSymbol,
  ticksOf,
  type LessonClock,
  type Pause,
} from './lesson.ts'
import { tickers } from './tickers.ts'

const createdAt = Date.UTC(2026, 10, 19, 8)
const startsAt = createdAt + 300_417
const lobby: LessonClock = { createdAt, startsAt: null, pauses: [], endTick: 1_200 }
const started: LessonClock = { ...lobby, startsAt }
const year = { opensAt: Date.UTC(2025, 10, 19, 5), span: 'year', minutes: 20 } as const

const at = (clock: LessonClock, ms: number) => momentOf(clock, startsAt + ms)

test('a year in 20 minutes has 1,200 ticks of 7 hours and 18 minutes', () => {
  expect(ticksOf(year)).toBe(1_200)
  expect(stepOf(year)).toBe((7 * 60 + 18) * 60_000)
  expect(marketAt(year, 1_200)).toBe(year.opensAt + 365 * 86_400_000)
  expect(lastRankedTick(year)).toBe(120)
  expect(doorClosesAtTick(year)).toBe(300)
})

test.each(['quarter', 'year', 'five_years'] as const)('the step of a %s is whole', (span) => {
  for (const minutes of [10, 20, 40, 60, 90]) {
    const terms = { ...year, span, minutes }
    expect(Number.isInteger(stepOf(terms))).toBe(true)
    const lost = marketAt(terms, ticksOf(terms)) - year.opensAt
    expect(lost).toBeGreaterThan({ quarter: 90, year: 364, five_years: 1_825 }[span] * 86_400_000)
  }
})

describe('the state', () => {
  test('is that of a lobby, for a week', () => {
    expect(momentOf(lobby, createdAt)).toEqual({ state: 'lobby', tick: 0 })
    expect(momentOf(lobby, createdAt + lobbyMsMax - 1).state).toBe('lobby')
    expect(momentOf(lobby, createdAt + lobbyMsMax).state).toBe('over')
  })

  test('is a countdown until the start, then a tick a second, until the end tick', () => {
    expect(at(started, -countdownMs)).toEqual({ state: 'countdown', tick: 0 })
    expect(at(started, -1)).toEqual({ state: 'countdown', tick: 0 })
    expect(at(started, 0)).toEqual({ state: 'running', tick: 0 })
    expect(at(started, 999).tick).toBe(0)
    expect(at(started, 1_000).tick).toBe(1)
    expect(at(started, 1_199_999)).toEqual({ state: 'running', tick: 1_199 })
    expect(at(started, 1_200_000)).toEqual({ state: 'over', tick: 1_200 })
    expect(at({ ...started, endTick: 7 }, 7_000)).toEqual({ state: 'over', tick: 7 })
  })

  test('of a pause begins with the next tick and stays there', () => {
    const from = nextTickAt(started, startsAt + 5_300)
    expect(from).toBe(startsAt + 6_000)
    const paused = { ...started, pauses: [{ from, to: null }] }
    expect(at(paused, 5_999)).toEqual({ state: 'running', tick: 5 })
    expect(at(paused, 6_000)).toEqual({ state: 'paused', tick: 6 })
    expect(at(paused, 600_000)).toEqual({ state: 'paused', tick: 6 })
    const to = pauseTo(from, startsAt + 600_300)
    expect(to).toBe(startsAt + 601_000)
    const resumed = { ...started, pauses: [{ from, to }] }
    expect(at(resumed, 600_999)).toEqual({ state: 'paused', tick: 6 })
    expect(at(resumed, 601_000)).toEqual({ state: 'running', tick: 6 })
    expect(at(resumed, 602_000).tick).toBe(7)
  })

  test('of a pause that is taken back before it begins is a pause of a second', () => {
    const from = nextTickAt(started, startsAt + 5_300)
    expect(pauseTo(from, startsAt + 5_600)).toBe(from + 1_000)
  })

  test('is over after 14 days of pause in total', () => {
    const from = startsAt + 6_000
    const pauses = [{ from, to: null }]
    expect(momentOf({ ...started, pauses }, from + pausedMsMax - 1).state).toBe('paused')
    expect(momentOf({ ...started, pauses }, from + pausedMsMax)).toEqual({ state: 'over', tick: 6 })
  })
})

test('an end takes effect at the next tick, and while paused at the tick of the pause', () => {
  expect(endTickAt(started, startsAt + 5_300)).toBe(6)
  const paused = { ...started, pauses: [{ from: startsAt + 6_000, to: null }] }
  expect(endTickAt(paused, startsAt + 60_000)).toBe(6)
  expect(endTickAt(started, startsAt - 1)).toBe(0)
})

test('every tick lasts a second that is not paused, whatever the pauses', () => {
  const gaps = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 9_000 }),
      for: fc.integer({ min: 1, max: 9_000 }),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(gaps, (wanted) => {
      const pauses: Pause[] = []
      const clock = { ...started, pauses }
      let now = startsAt
      for (const gap of wanted) {
        const from = nextTickAt(clock, now + gap.after)
        now = pauseTo(from, from + gap.for)
        pauses.push({ from, to: now })
      }
      // The model counts the milliseconds that no pause covers.
      let running = 0
      const wrong: string[] = []
      const isCovered = (ms: number) =>
        clock.pauses.some(({ from, to }) => from <= ms && ms < (to ?? Infinity))
      for (let ms = startsAt; ms < now + 3_000; ms += 1) {
        const { state, tick } = momentOf(clock, ms)
        const isRunning = !isCovered(ms)
        const next = isRunning ? nextTickAt(clock, ms) - ms : 0
        const modelled = isRunning ? 1_000 - (running % 1_000) : 0
        const told = [tick, state, next].join(' ')
        const expected = [Math.floor(running / 1_000), isRunning ? 'running' : 'paused', modelled]
        // An expectation for every millisecond would take a minute.
        if (told !== expected.join(' '))
          wrong.push(`${told} in place of ${expected.join(' ')} at ${ms}`)
        if (isRunning) running += 1
      }
      expect(wrong.slice(0, 3)).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('stocks are letters', () => {
  expect(tickers.map(symbolOf).join('')).toBe('ABCDEFGHIJKLMNOP')
  for (const ticker of tickers) expect(tickerOfSymbol(symbolOf(ticker))).toBe(ticker)
  expect(tickerOfSymbol('c')).toBe(tickers[2])
  for (const unknown of ['', 'Q', 'AB', 'AAPL', '1']) expect(tickerOfSymbol(unknown)).toBeNull()
})

test('starting prices are between $20 and $400', () => {
  expect([startingPriceAt(0), startingPriceAt(0.5), startingPriceAt(1)]).toEqual([
    2_000, 8_944, 40_000,
  ])
})
