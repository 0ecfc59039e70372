import { asDay, instantAt, startOfDay, type Day } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { describe, expect, test } from 'vitest'

import { startRehearsal } from '../testing/rehearsal.ts'
import type { TapeSplit } from '../testing/tape.ts'
import type { Bar, Split } from './provider.ts'
import { reconcile, splitOf, splitsWithin } from './splits.ts'

const hourMs = 3_600_000
const splitDay = asDay('2026-07-15')
const tenForOne: TapeSplit = { ticker: 'INTC', day: splitDay, numerator: 10, denominator: 1 }
const asListed = ({ ticker, day, numerator, denominator }: TapeSplit): Split => ({
  ticker,
  day,
  numerator,
  denominator,
})
const at = (day: string, hours: number) => instantAt(asDay(day), hours * hourMs)
const from = startOfDay(asDay('2026-07-13'))

describe.each(['alpaca', 'yahoo'] as const)('%s', (name) => {
  test('a split that is learned late: first raw prices without it, then adjusted ones with it', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const provider = open()
    const learntAt = at('2026-07-17', 12)
    const plain = await provider.history('INTC', from, replay.now, 'day')
    replay.tape.splits.push({ ...tenForOne, learntAt })
    const centsOf = (asked: typeof plain) =>
      asked.ok ? asked.value.bars.map((bar) => bar.cents) : []
    const expected = centsOf(plain).slice(0, 4)

    replay.now = learntAt - 1
    const before = await provider.history('INTC', from, replay.now, 'day')
    expect(before).toMatchObject({ ok: true, value: { splits: [] } })
    expect(centsOf(before)).toEqual(expected.map((one, index) => (index < 2 ? 10 * one : one)))

    replay.now = learntAt
    const after = await provider.history('INTC', from, replay.now, 'day')
    expect(after).toMatchObject({ ok: true, value: { splits: [asListed(tenForOne)] } })
    expect(centsOf(after)).toEqual(expected)
  })

  test.each<[string, number, number, 'day' | 'hour']>([
    ['ten for one', 10, 1, 'day'],
    ['ten for one', 10, 1, 'hour'],
    ['three for two', 3, 2, 'day'],
    ['one for eight', 1, 8, 'day'],
  ])('listed but forgotten in the bars: %s', async (_words, numerator, denominator, step) => {
    const { replay, [name]: open } = await startRehearsal()
    const provider = open()
    const plain = await provider.history('INTC', from, replay.now, step)
    const split = { ...tenForOne, numerator, denominator }
    replay.tape.splits.push({ ...split, applied: false })
    const mended = await provider.history('INTC', from, replay.now, step)
    if (!plain.ok || !mended.ok) throw new Error('no history')
    expect(mended.value.splits).toEqual([asListed(split)])
    expect(mended.value.bars).toHaveLength(plain.value.bars.length)
    for (const [index, bar] of mended.value.bars.entries()) {
      const exact = plain.value.bars[index]
      expect(bar.at).toBe(exact?.at)
      // The raw price was also rounded to cents.
      expect(Math.abs(bar.cents - (exact?.cents ?? NaN))).toBeLessThanOrEqual(
        step === 'day' ? 4 : 1,
      )
    }
  })

  test('on the morning of a split nobody can tell until something is traded', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const provider = open()
    replay.tape.splits.push(tenForOne)
    replay.now = at('2026-07-15', 9)
    const fetchJson = () => provider.history('INTC', from, replay.now, 'day')
    expect(await fetchJson()).toEqual({
      ok: false,
      failure: {
        kind: 'unavailable',
        reason: 'nothing was traded since the latest split, so the bars cannot be checked',
      },
    })
    replay.now = at('2026-07-15', 10)
    expect(await fetchJson()).toMatchObject({ ok: true, value: { splits: [asListed(tenForOne)] } })
  })

  test('an announced split is none yet, and those after the span are told as well', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const provider = open()
    replay.tape.splits.push({ ...tenForOne, learntAt: 0 })
    replay.now = at('2026-07-14', 20)
    expect(await provider.history('INTC', from, replay.now, 'day')).toMatchObject({
      value: { splits: [] },
    })
    replay.now = at('2026-07-20', 20)
    expect(await provider.history('INTC', from, at('2026-07-14', 20), 'day')).toMatchObject({
      value: { bars: [{}, {}], splits: [asListed(tenForOne)] },
    })
  })

  test('a real one', async () => {
    const { replay, [name]: open } = await startRehearsal()
    const asked = await open().history('NFLX', at('2025-11-10', 0), replay.now, 'day')
    const split = { ticker: 'NFLX', day: '2025-11-17', numerator: 10, denominator: 1 }
    expect(asked).toMatchObject({ ok: true, value: { splits: [split] } })
  })
})

test.each([
  [10, 1, 10, 1],
  [1, 8, 1, 8],
  [1998, 1000, 999, 500],
  [1.998, 1, 999, 500],
  [9.623, 10, 9623, 10_000],
  [4, 2, 2, 1],
])('%d for %d in lowest terms', (newRate, oldRate, numerator, denominator) => {
  const split = splitOf('GOOGL', splitDay, newRate, oldRate)
  expect(split).toEqual({ ticker: 'GOOGL', day: splitDay, numerator, denominator })
})

test('each day has one split, the corrected one; none of 1 for 1; in order', () => {
  const of = (day: string, numerator: number) => splitOf('AAPL', asDay(day), numerator, 1)
  const listed = [
    of('2026-07-15', 4),
    of('2026-07-10', 2),
    of('2026-07-15', 5),
    of('2026-07-16', 1),
  ]
  expect(splitsWithin(listed, asDay('2026-07-10'), asDay('2026-07-20'))).toEqual([
    of('2026-07-10', 2),
    of('2026-07-15', 5),
  ])
  expect(splitsWithin(listed, asDay('2026-07-11'), asDay('2026-07-14'))).toEqual([])
})

describe('which bars are taken for unadjusted', () => {
  const bar = (day: Day, amount: number): Bar => ({
    at: sessionOf(day)?.close ?? NaN,
    cents: cents(amount),
  })
  const before = asDay('2026-07-14')

  test.each([
    ['a plain split', 10, 1, 1_000_00, 100_00, 100_00],
    ['adjusted already', 10, 1, 101_00, 100_00, 101_00],
    ['adjusted, and a crash by half', 10, 1, 200_00, 100_00, 200_00],
    ['raw, and a crash by half', 10, 1, 1_000_00, 50_00, 100_00],
    ['raw 2 for 1 on the worst day of NVDA', 2, 1, 200_00, 86_00, 100_00],
    ['adjusted 2 for 1 on that day', 2, 1, 100_00, 86_00, 100_00],
    ['too small to tell', 11, 10, 110_00, 100_00, 110_00],
    ['reverse', 1, 8, 10_00, 81_00, 80_00],
    ['reverse, adjusted', 1, 8, 80_00, 81_00, 80_00],
    ['never free', 100, 1, 20, 1, 1],
  ])('%s', (_words, newRate, oldRate, last, first, expected) => {
    const split = splitOf('NVDA', splitDay, newRate, oldRate)
    const agreed = reconcile([bar(before, last), bar(splitDay, first)], [split])
    expect(agreed?.map((one) => one.cents)).toEqual([expected, first])
  })

  test('two splits, of which the earlier one was forgotten', () => {
    const listed = [splitOf('TSLA', asDay('2026-07-14'), 5, 1), splitOf('TSLA', splitDay, 3, 1)]
    const bars = [
      bar(asDay('2026-07-13'), 500_00),
      bar(asDay('2026-07-14'), 101_00),
      bar(splitDay, 102_00),
    ]
    expect(reconcile(bars, listed)?.map((one) => one.cents)).toEqual([100_00, 101_00, 102_00])
  })

  test('no bars, or none before the split', () => {
    const split = splitOf('TSLA', splitDay, 3, 1)
    expect(reconcile([], [split])).toEqual([])
    expect(reconcile([bar(splitDay, 100)], [split])).toEqual([bar(splitDay, 100)])
    expect(reconcile([bar(before, 100)], [split])).toBeNull()
  })
})
