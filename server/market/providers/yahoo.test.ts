import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { startRehearsal } from '../testing/rehearsal.ts'
import type { Mode } from '../testing/replay-server.ts'

const from = startOfDay(asDay('2026-06-01'))
const meta = { symbol: 'AAPL', regularMarketPrice: 313.33, regularMarketTime: 1_786_132_800 }
const charted = (result: object): Mode => ({
  status: 200,
  body: JSON.stringify({ chart: { result: [result], error: null } }),
})
const chart = (timestamp: unknown, close: unknown, changes: object = {}) =>
  charted({ meta: { ...meta, ...changes }, timestamp, indicators: { quote: [{ close }] } })

describe('latest', () => {
  test('a request for each ticker, one after the other, as whatever program it is set to', async () => {
    const { replay, yahoo } = await startRehearsal()
    const provider = yahoo({ userAgent: 'Mozilla/5.0 (Set by somebody)' })
    expect(await provider.latest(tickers)).toEqual({
      ok: true,
      value: tickers.map((ticker) => ({
        ticker,
        at: Date.parse('2026-08-07T20:00:00Z'),
        cents: fromDollars(replay.tape.traded(ticker, replay.now).dollars),
      })),
    })
    expect(replay.calls('/v8/finance/chart', 'AAPL')).toBe(1)
    expect(replay.requests[0]?.query.toString()).toBe('interval=1d&range=1d')
    expect(replay.requests[0]?.headers['user-agent']).toBe('Mozilla/5.0 (Set by somebody)')
    expect([provider.name, provider.liveEverySeconds, provider.stocksPerCall]).toEqual([
      'yahoo',
      300,
      1,
    ])
    expect(await provider.latest([])).toEqual({ ok: true, value: [] })
  })

  test('some fail, the others do not', async () => {
    const { replay, yahoo } = await startRehearsal()
    replay.play('/v8/finance/chart/AAPL', '404')
    replay.play('/v8/finance/chart/AMD', 'html200')
    replay.play('/v8/finance/chart/CRM', 'nulls')
    expect(await yahoo().latest(['AAPL', 'AMD', 'CRM', 'UBER'])).toMatchObject({
      ok: true,
      value: [{ ticker: 'UBER' }],
    })
    expect(await yahoo().latest(['CRM'])).toEqual({ ok: true, value: [] })
    expect(await yahoo().latest(['AAPL', 'CRM'])).toEqual({
      ok: false,
      failure: { kind: 'unknown_ticker', reason: 'answered 404: no such chart' },
    })
  })

  test('the limit is what is told, and the rest is not asked', async () => {
    const { replay, yahoo } = await startRehearsal()
    replay.play('/v8', '429')
    replay.play('/v8/finance/chart/AAPL', '404')
    expect(await yahoo().latest(tickers)).toEqual({
      ok: false,
      failure: { kind: 'rate_limited', retryAt: replay.now + 60_000, reason: 'answered 429' },
    })
    expect(replay.calls()).toBe(2)
  })

  test.each<[string, Mode]>([
    ['of another stock', chart([], [], { symbol: 'AAP' })],
    ['by other steps', chart([], [], { dataGranularity: '1h' })],
    ['from the future', chart([], [], { regularMarketTime: 1_786_200_000 })],
    ['of nothing', chart([], [], { regularMarketPrice: 0 })],
    ['empty', { status: 200, body: '{"chart":{"result":[]}}' }],
    ['none', { status: 200, body: '{"chart":{"result":null,"error":{"code":"?"}}}' }],
  ])('a chart %s is refused', async (_words, mode) => {
    const { replay, yahoo, logged } = await startRehearsal()
    replay.play('/v8', mode)
    expect(await yahoo().latest(['AAPL'])).toMatchObject({ failure: { kind: 'bad_data' } })
    expect(logged).toHaveLength(1)
  })
})

describe('history', () => {
  test('one request, for days back to the first, for hours as far as quarters are given', async () => {
    const { replay, yahoo } = await startRehearsal()
    await yahoo().history('AAPL', startOfDay(asDay('2024-08-01')), replay.now, 'day')
    const hours = await yahoo().history('AAPL', startOfDay(asDay('2024-08-01')), replay.now, 'hour')
    expect(hours.ok && hours.value.bars.length).toBe(41 * 7)
    const period2 = String(startOfDay(asDay('2026-08-08')) / 1000)
    expect(replay.requests.map(({ query }) => Object.fromEntries(query))).toEqual([
      {
        interval: '1d',
        period1: String(startOfDay(asDay('2024-08-01')) / 1000),
        period2,
        events: 'split',
      },
      {
        interval: '15m',
        period1: String(startOfDay(asDay('2026-06-10')) / 1000),
        period2,
        events: 'split',
      },
    ])
  })

  test('a missing quarter is no gap', async () => {
    const { replay, yahoo } = await startRehearsal()
    const second = (time: string) => Date.parse(`2026-08-06T${time}Z`) / 1000
    const timestamp = ['13:30:00', '13:45:00', '14:00:00', '15:45:00'].map(second)
    replay.play('/v8', chart(timestamp, [10, null, 11, 12]))
    expect(await yahoo().history('AAPL', from, replay.now, 'hour')).toEqual({
      ok: true,
      value: {
        bars: [
          { at: 1000 * second('14:00:00'), cents: 10_00 },
          { at: 1000 * second('15:00:00'), cents: 11_00 },
          { at: 1000 * second('16:00:00'), cents: 12_00 },
        ],
        splits: [],
      },
    })
  })

  test('the live point of a day takes the place of the day', async () => {
    const { replay, yahoo } = await startRehearsal()
    const timestamp = ['2026-08-06T13:30:00Z', '2026-08-06T20:00:01Z'].map(
      (text) => Date.parse(text) / 1000,
    )
    replay.play('/v8', chart(timestamp, [10, 11]))
    expect(await yahoo().history('AAPL', from, replay.now, 'day')).toMatchObject({
      value: { bars: [{ at: Date.parse('2026-08-06T20:00:00Z'), cents: 11_00 }] },
    })
  })

  test.each<[string, Mode, object]>([
    ['unknown', '404', { kind: 'unknown_ticker', reason: 'answered 404: no such chart' }],
    [
      'a page that is not there',
      { status: 404, body: '<html>' },
      { kind: 'unavailable', reason: 'answered 404' },
    ],
    [
      'more times than prices',
      chart([1_786_100_000, 1_786_100_900], [10]),
      { kind: 'bad_data', reason: 'not as expected at chart.result.0' },
    ],
    [
      'a negative price',
      chart([1_786_100_000], [-10]),
      { kind: 'bad_data', reason: 'not as expected at chart.result.0.indicators.quote.0.close.0' },
    ],
    [
      'a time of no calendar',
      chart([7], [10]),
      { kind: 'bad_data', reason: 'not as expected at chart.result.0.timestamp.0' },
    ],
  ])('%s', async (_words, mode, failure) => {
    const { replay, yahoo } = await startRehearsal()
    replay.play('/v8', mode)
    expect(await yahoo().history('AAPL', from, replay.now, 'day')).toEqual({ ok: false, failure })
    expect(replay.calls()).toBe(1)
  })

  test('nothing traded', async () => {
    const { replay, yahoo } = await startRehearsal()
    replay.play('/v8', charted({ meta, indicators: { quote: [{}] } }))
    expect(await yahoo().history('AAPL', from, replay.now, 'day')).toEqual({
      ok: true,
      value: { bars: [], splits: [] },
    })
  })
})
