import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { expect, test } from 'vitest'

import { startRehearsal } from '../testing/rehearsal.ts'

const from = startOfDay(asDay('2026-06-01'))

test('asks for bars and splits once each', async () => {
  const { replay, alpaca } = await startRehearsal()
  await alpaca().history('AAPL', from + 5, replay.now, 'day')
  await alpaca().history('AAPL', from + 5, replay.now, 'hour')
  const asked = replay.requests.map(({ path, query }) => [path, Object.fromEntries(query)])
  const bars = {
    symbols: 'AAPL',
    start: '2026-06-01T04:00:00.000Z',
    end: '2026-08-07T20:40:00.000Z',
    adjustment: 'split',
    feed: 'sip',
    limit: '10000',
  }
  const splits = {
    symbols: 'AAPL',
    types: 'forward_split,reverse_split',
    start: '2026-05-22',
    end: '2026-08-17',
    limit: '1000',
  }
  expect(asked).toHaveLength(4)
  expect(asked).toContainEqual(['/v2/stocks/bars', { ...bars, timeframe: '1Day' }])
  expect(asked).toContainEqual(['/v2/stocks/bars', { ...bars, timeframe: '1Hour' }])
  expect(asked).toContainEqual(['/v1/corporate-actions', splits])
})

test('bars are those of all exchanges, whose last price is the official close, while live prices are those of one', async () => {
  const { replay, alpaca } = await startRehearsal()
  const provider = alpaca()
  const close = sessionOf(asDay('2026-08-07'))?.close ?? 0
  const official = fromDollars(replay.tape.listed('AAPL', close, replay.now))
  const lastClose = async () => {
    const asked = await provider.history('AAPL', from, replay.now, 'day')
    return asked.ok ? asked.value.bars.at(-1) : asked
  }
  expect(await lastClose()).toEqual({ at: close, cents: official })
  // The close is available as soon as the API allows it without a subscription, and not earlier.
  replay.now = close + 30 * 60_000 - 1
  expect(await lastClose()).not.toMatchObject({ at: close })
  replay.now += 1
  expect(await lastClose()).toEqual({ at: close, cents: official })
  await provider.latest(['AAPL'])
  expect(replay.requests.at(-1)?.query.get('feed')).toBe('iex')
})

test.each([403, 422])(
  'keys that may not read the bars of all exchanges get those of one, which is said once: %d',
  async (status) => {
    const { replay, alpaca, logged } = await startRehearsal()
    const body = '{"message":"subscription does not permit querying recent SIP data"}'
    replay.play('/v2/stocks/bars', { status, body }, 1)
    const provider = alpaca()
    const close = sessionOf(asDay('2026-08-07'))?.close ?? 0
    const official = fromDollars(replay.tape.listed('AAPL', close, replay.now))
    for (let times = 0; times < 3; times += 1) {
      expect(await provider.history('AAPL', close, replay.now, 'day')).toMatchObject({
        value: { bars: [{ at: close, cents: official - 8 }] },
      })
    }
    const feeds = replay.requests.flatMap(({ query }) => query.get('feed') ?? [])
    expect(feeds).toEqual(['sip', 'iex', 'iex', 'iex'])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('bars come from IEX only')
  },
)

test('pages are put together', async () => {
  const { replay, alpaca } = await startRehearsal()
  const whole = await alpaca().history('NFLX', startOfDay(asDay('2025-11-03')), replay.now, 'day')
  const requests = replay.calls('/v2/stocks/bars')
  replay.pageSize = 20
  expect(
    await alpaca().history('NFLX', startOfDay(asDay('2025-11-03')), replay.now, 'day'),
  ).toEqual(whole)
  expect(whole).toMatchObject({ value: { splits: [{ day: '2025-11-17' }] } })
  expect(replay.calls('/v2/stocks/bars') - requests).toBe(10)
})

test('pages have an end', async () => {
  const { replay, alpaca } = await startRehearsal()
  replay.pageSize = 1
  expect(await alpaca().history('NFLX', from, replay.now, 'day')).toEqual({
    ok: false,
    failure: { kind: 'bad_data', reason: 'more than 20 pages' },
  })
  expect(replay.calls('/v2/stocks/bars')).toBe(20)
})

test.each(['/v2/stocks/bars', '/v1/corporate-actions'])('not without %s', async (path) => {
  const { replay, alpaca } = await startRehearsal()
  replay.play(path, '500')
  expect(await alpaca().history('AAPL', from, replay.now, 'day')).toEqual({
    ok: false,
    failure: { kind: 'unavailable', reason: 'answered 500' },
  })
  expect(replay.calls(path)).toBe(3)
})

test.each([
  ['{"bars":null,"next_page_token":null}'],
  ['{"bars":{}}'],
  ['{"bars":{"AAPL":null}}'],
  ['{"bars":{"AAPL":[null,{"t":"2026-06-02T04:00:00Z","c":null}]}}'],
])('no bars: %s', async (body) => {
  const { replay, alpaca } = await startRehearsal()
  replay.play('/v2', { status: 200, body })
  expect(await alpaca().history('AAPL', from, replay.now, 'day')).toEqual({
    ok: true,
    value: { bars: [], splits: [] },
  })
})

test.each([0, -1, 2_000_000, '"5"'])('a close of %s is refused', async (close) => {
  const { replay, alpaca } = await startRehearsal()
  const bars = `{"bars":{"AAPL":[{"t":"2026-06-02T04:00:00Z","c":${close}}]}}`
  replay.play('/v2', { status: 200, body: bars })
  expect(await alpaca().history('AAPL', from, replay.now, 'day')).toEqual({
    ok: false,
    failure: { kind: 'bad_data', reason: 'not as expected at bars.AAPL.0.c' },
  })
})

test('splits of both kinds; those of others and of other fields are of no interest', async () => {
  const { replay, alpaca } = await startRehearsal()
  const split = (symbol: string, new_rate: number, old_rate: number, ex_date: string) => ({
    symbol,
    new_rate,
    old_rate,
    ex_date,
    process_date: ex_date,
    cusip: '0',
  })
  const corporate_actions = {
    forward_splits: [split('AAPL', 1.05, 1, '2026-07-15'), split('AAPLW', 9, 1, '2026-07-15')],
    reverse_splits: [split('AAPL', 1, 1.02, '2026-07-10')],
    cash_dividends: [{ symbol: 'AAPL' }],
  }
  const body = JSON.stringify({ corporate_actions, next_page_token: null })
  replay.play('/v1', { status: 200, body })
  expect(await alpaca().history('AAPL', from, replay.now, 'day')).toMatchObject({
    value: {
      splits: [
        { ticker: 'AAPL', day: '2026-07-10', numerator: 50, denominator: 51 },
        { ticker: 'AAPL', day: '2026-07-15', numerator: 21, denominator: 20 },
      ],
    },
  })
})

test.each([
  { ex_date: '2026-02-30', new_rate: 2, old_rate: 1 },
  { ex_date: 'soon', new_rate: 2, old_rate: 1 },
  { ex_date: '2026-07', new_rate: 2, old_rate: 1 },
  { ex_date: '2026-07-15', new_rate: 0, old_rate: 1 },
  { ex_date: '2026-07-15', new_rate: 1.123_456_789, old_rate: 1 },
  { ex_date: '2026-07-15', old_rate: 1 },
])('a wrong split is refused: %j', async (split) => {
  const { replay, alpaca } = await startRehearsal()
  const forward_splits = [{ symbol: 'AAPL', ...split }]
  const body = JSON.stringify({ corporate_actions: { forward_splits } })
  replay.play('/v1', { status: 200, body })
  expect(await alpaca().history('AAPL', from, replay.now, 'day')).toMatchObject({
    failure: { kind: 'bad_data' },
  })
})
