import { addDays, asDay, instantAt, startOfDay, type Day } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isSession, sessionOf } from '@tengrand/core/session.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { startRehearsal, type Rehearsal } from '../testing/rehearsal.ts'
import type { History, Provider, Step } from './provider.ts'

const hourMs = 3_600_000
const at = (day: string, hours: number) => instantAt(asDay(day), hours * hourMs)
const closeOf = (day: Day) => sessionOf(day)?.close ?? NaN

/** The listed prices of the replay server at the instants, by its clock. */
const listed = ({ replay }: Rehearsal, ticker: Ticker, instants: readonly number[]) =>
  instants.map((instant) => ({
    at: instant,
    cents: fromDollars(replay.tape.listed(ticker, instant, replay.now)),
  }))

async function historyOf(
  provider: Provider,
  ticker: Ticker,
  from: number,
  to: number,
  step: Step,
): Promise<History> {
  const asked = await provider.history(ticker, from, to, step)
  if (!asked.ok) throw new Error(asked.failure.reason)
  return asked.value
}

function sessionsBetween(first: string, last: string): Day[] {
  const days: Day[] = []
  for (let day = asDay(first); day <= last; day = addDays(day, 1))
    if (isSession(day)) days.push(day)
  return days
}

const hoursOf = (day: Day) => [10, 11, 12, 13, 14, 15, 16].map((hour) => at(day, hour))

describe.each(['alpaca', 'yahoo'] as const)('%s', (name) => {
  test('days end with their session', async () => {
    const rehearsal = await startRehearsal()
    const days = sessionsBetween('2025-10-20', '2026-08-07')
    const from = startOfDay(asDay('2025-10-18'))
    const { bars, splits } = await historyOf(
      rehearsal[name](),
      'CRM',
      from,
      rehearsal.replay.now,
      'day',
    )
    expect(bars).toEqual(listed(rehearsal, 'CRM', days.map(closeOf)))
    expect(bars).toHaveLength(201)
    expect(splits).toEqual([])
  })

  test.each([
    ['2026-07-08', hoursOf(asDay('2026-07-08'))],
    ['2026-01-14', hoursOf(asDay('2026-01-14'))],
    ['2025-11-28', hoursOf(asDay('2025-11-28')).slice(0, 4)],
    ['2025-11-27', []],
  ])('hours are those of the clock within the session: %s', async (day, instants) => {
    const rehearsal = await startRehearsal()
    rehearsal.replay.now = at(day, 20)
    const bars = await historyOf(rehearsal[name](), 'MSFT', at(day, 0), at(day, 20), 'hour')
    expect(bars.bars).toEqual(listed(rehearsal, 'MSFT', instants))
  })

  test('the hours of a week across the change of clocks', async () => {
    const rehearsal = await startRehearsal()
    rehearsal.replay.now = at('2026-03-10', 12.5)
    const from = at('2026-03-05', 12.5)
    const provider = rehearsal[name]()
    const { bars } = await historyOf(provider, 'AMD', from, rehearsal.replay.now, 'hour')
    const instants = sessionsBetween('2026-03-05', '2026-03-10').flatMap(hoursOf)
    const expected = instants.filter((one) => one >= from && one <= rehearsal.replay.now)
    expect(bars).toEqual(listed(rehearsal, 'AMD', expected))
    expect(bars).toHaveLength(4 + 7 + 7 + 3)
  })

  test('both ends are included', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const [from, to] = [at('2026-08-03', 16), at('2026-08-05', 16)]
    const provider = open()
    const atOf = async (...span: [number, number, Step]) =>
      (await historyOf(provider, 'AAPL', ...span)).bars.map((bar) => bar.at)
    expect(await atOf(from, to, 'day')).toEqual([from, at('2026-08-04', 16), to])
    expect(await atOf(from + 1, to - 1, 'day')).toEqual([at('2026-08-04', 16)])
    expect(await atOf(from, from, 'hour')).toEqual([from])
    const requests = replay.calls()
    expect(await atOf(to, from, 'day')).toEqual([])
    expect(await atOf(replay.now + 1, replay.now + hourMs, 'day')).toEqual([])
    expect(replay.calls()).toBe(requests)
  })

  test('a bar is given when it cannot change any more', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const provider = open()
    const { barSettlesMs } = provider
    const count = async (step: Step) =>
      (await historyOf(provider, 'UBER', at('2026-08-06', 0), replay.now, step)).bars.length
    const ends = [
      [at('2026-08-06', 11), 'hour', 2],
      [at('2026-08-06', 16), 'hour', 7],
      [at('2026-08-06', 16), 'day', 1],
    ] as const
    for (const [end, step, expected] of ends) {
      replay.now = end + barSettlesMs - 1
      expect(await count(step)).toBe(expected - 1)
      replay.now = end + barSettlesMs
      expect(await count(step)).toBe(expected)
    }
  })

  test('missing prices are left out and nothing else moves', async () => {
    const rehearsal = await startRehearsal()
    const { replay } = rehearsal
    const days = sessionsBetween('2026-06-01', '2026-06-30')
    replay.play('/v8', 'nulls')
    replay.play('/v2', 'nulls')
    const span = [startOfDay(asDay('2026-06-01')), at('2026-06-30', 20)] as const
    const { bars } = await historyOf(rehearsal[name](), 'META', ...span, 'day')
    const known = days.filter((_, index) => index % 3 !== 1)
    expect(bars).toEqual(listed(rehearsal, 'META', known.map(closeOf)))

    // At most one of three bars is missing, so only Alpaca's hours have gaps.
    const first = at('2026-08-03', 0)
    const hours = await historyOf(rehearsal[name](), 'META', first, replay.now, 'hour')
    const instants = hours.bars.map((bar) => bar.at)
    expect(instants).toHaveLength(name === 'yahoo' ? 35 : 20)
    expect(sessionsBetween('2026-08-03', '2026-08-07').flatMap(hoursOf)).toEqual(
      expect.arrayContaining(instants),
    )
  })

  test('before a split, in the shares of that day', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const noon = at('2025-11-06', 12)
    const inTodaysShares = replay.tape.listed('NFLX', noon, replay.now)
    replay.now = at('2025-11-12', 20)
    const [bar] = (await historyOf(open(), 'NFLX', noon, noon, 'hour')).bars
    expect(bar?.cents).toBe(fromDollars(inTodaysShares * 10))
  })
})
