import { fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { startRehearsal } from '../testing/rehearsal.ts'
import { replayKeys } from '../testing/replay-server.ts'

const trades = (listed: object) => ({ status: 200, body: JSON.stringify({ trades: listed }) })
const t = '2026-08-07T19:59:59.123456789Z'

test('all tickers in one request, with the keys, from the free feed', async () => {
  const { replay, alpaca } = await startRehearsal()
  replay.now = Date.parse('2026-08-05T15:00:00.250Z')
  const provider = alpaca({ baseUrl: `${replay.url}/` })
  const asked = await provider.latest(tickers)
  expect(asked).toEqual({
    ok: true,
    value: tickers.map((ticker) => ({
      ticker,
      at: replay.now,
      cents: fromDollars(replay.tape.traded(ticker, replay.now).dollars),
    })),
  })
  expect(replay.requests).toHaveLength(1)
  expect(Object.fromEntries(replay.requests[0]?.query ?? [])).toEqual({
    symbols: tickers.join(','),
    feed: 'iex',
  })
  expect(replay.requests[0]?.headers).toMatchObject({
    'apca-api-key-id': replayKeys.keyId,
    'apca-api-secret-key': replayKeys.secretKey,
  })
  expect([provider.name, provider.liveEverySeconds, provider.stocksPerCall]).toEqual([
    'alpaca',
    15,
    16,
  ])
})

test('nothing asked, nothing sent', async () => {
  const { replay, alpaca } = await startRehearsal()
  expect(await alpaca().latest([])).toEqual({ ok: true, value: [] })
  expect(replay.calls()).toBe(0)
})

test('a price keeps its time over a weekend', async () => {
  const { replay, alpaca } = await startRehearsal()
  replay.now = Date.parse('2026-08-02T12:00:00Z')
  expect(await alpaca().latest(['SPOT'])).toMatchObject({
    value: [{ ticker: 'SPOT', at: Date.parse('2026-07-31T20:00:00Z') }],
  })
})

test('tickers without a price are missing', async () => {
  const { replay, alpaca, logged } = await startRehearsal()
  replay.play('/v2', trades({ AAPL: { t, p: 313.3 }, MSFT: null, XYZ: { t, p: 1 } }))
  expect(await alpaca().latest(['NVDA', 'MSFT', 'AAPL'])).toEqual({
    ok: true,
    value: [{ ticker: 'AAPL', cents: 313_30, at: Date.parse('2026-08-07T19:59:59.123Z') }],
  })
  replay.play('/v2', trades({}))
  expect(await alpaca().latest(['NVDA'])).toEqual({ ok: true, value: [] })
  expect(logged).toEqual([])
})

test.each([
  ['nothing', { t, p: 0 }],
  ['less than nothing', { t, p: -5 }],
  ['less than half a cent', { t, p: 0.004 }],
  ['millions', { t, p: 1_000_001 }],
  ['text', { t, p: '313.3' }],
  ['no time', { p: 313.3 }],
  ['a wrong time', { t: 'yesterday', p: 313.3 }],
  ['long ago', { t: '1970-01-01T00:00:00Z', p: 313.3 }],
  ['the future', { t: '2026-08-07T21:10:00Z', p: 313.3 }],
])('a wrong price is left out, and the others are not: %s', async (_words, wrong) => {
  const { replay, alpaca, logged } = await startRehearsal()
  replay.play('/v2', trades({ AAPL: wrong, NVDA: { t, p: 200.005 } }))
  expect(await alpaca().latest(['AAPL', 'NVDA'])).toMatchObject({
    ok: true,
    value: [{ ticker: 'NVDA', cents: 200_01 }],
  })
  expect(logged).toHaveLength(1)
  expect(await alpaca().latest(['AAPL'])).toMatchObject({ failure: { kind: 'bad_data' } })
})

test('endless numbers', async () => {
  const { replay, alpaca } = await startRehearsal()
  replay.play('/v2', { status: 200, body: `{"trades":{"AAPL":{"t":"${t}","p":1e999}}}` })
  expect(await alpaca().latest(['AAPL'])).toMatchObject({ failure: { kind: 'bad_data' } })
})

test('a clock that is a little ahead', async () => {
  const { replay, alpaca } = await startRehearsal()
  replay.play('/v2', trades({ AAPL: { t: new Date(replay.now + 2_000).toISOString(), p: 1 } }))
  expect(await alpaca().latest(['AAPL'])).toMatchObject({ value: [{ at: replay.now }] })
})
