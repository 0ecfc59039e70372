import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { freePort } from '../../testing/loopback.ts'
import { failureOf, startRehearsal, type Rehearsal } from '../testing/rehearsal.ts'
import { replayKeys, type Mode } from '../testing/replay-server.ts'
import { httpOf } from './alpaca.ts'
import { createFetch } from './fetch.ts'
import type { ProviderContext } from './provider.ts'

const { keyId, secretKey } = replayKeys

const answer = z.object({ trades: z.nullable(z.record(z.string(), z.unknown())) })

/** Like requests for bars and splits, which are retried if that may help. */
const fetchJson = ({ context }: Rehearsal, changes: Partial<ProviderContext> = {}) =>
  failureOf(
    createFetch(httpOf(replayKeys), { ...context, ...changes })(
      '/v2/stocks/trades/latest',
      { symbols: 'AAPL', feed: 'iex' },
      answer,
    ),
  )

/** The usual limit of five seconds is too long for tests of timeouts. */
const impatient = 250

describe('each trouble has its failure and its number of requests', () => {
  const unavailable = (reason: string) => ({ kind: 'unavailable', reason })
  const bad = (reason: string) => ({ kind: 'bad_data', reason })

  test.each<[Mode, object, number]>([
    ['500', unavailable('answered 500'), 3],
    [{ status: 502, body: '<html>' }, unavailable('answered 502'), 3],
    [{ status: 408 }, unavailable('answered 408'), 3],
    ['reset', unavailable('the connection failed: ECONNRESET'), 3],
    ['hang', unavailable('no whole answer within the time limit'), 3],
    ['hang-in-body', unavailable('no whole answer within the time limit'), 3],
    ['404', unavailable('answered 404'), 1],
    [{ status: 302, headers: { location: '/v2/elsewhere' } }, unavailable('answered 302'), 1],
    [{ status: 401 }, unavailable('answered 401: the keys are not accepted'), 1],
    [{ status: 403 }, unavailable('answered 403: the keys are not accepted'), 1],
    [
      { status: 403, body: '{"message":"subscription does not permit querying recent SIP data"}' },
      { kind: 'not_permitted', reason: 'answered 403: the feed needs another plan' },
      1,
    ],
    [
      { status: 422, body: '{"message":"your subscription does not permit querying data"}' },
      { kind: 'not_permitted', reason: 'answered 422: the feed needs another plan' },
      1,
    ],
    [{ status: 422, body: '{"message":"invalid feed"}' }, unavailable('answered 422'), 1],
    [
      { status: 400, body: '{"message":"invalid symbol: ?"}' },
      { kind: 'unknown_ticker', reason: 'answered 400: invalid symbol' },
      1,
    ],
    ['html200', bad('a web page instead of JSON'), 1],
    ['broken-json', bad('broken JSON'), 1],
    [{ status: 204 }, bad('broken JSON'), 1],
    [{ status: 200, body: '{"trades":7}' }, bad('not as expected at trades'), 1],
    ['huge', bad('more than 10000000 bytes'), 1],
  ])('%j', async (mode, failure, requests) => {
    const rehearsal = await startRehearsal()
    rehearsal.replay.play('/', mode)
    const isSlow = mode === 'hang' || mode === 'hang-in-body'
    const timeLimitMs = isSlow ? impatient : 5_000
    const met = await fetchJson(rehearsal, { timeLimitMs })
    expect(met).toEqual(failure)
    expect(rehearsal.replay.calls()).toBe(requests)
    expect(rehearsal.waits).toHaveLength(requests - 1)
    // After 'not_permitted' the caller logs the outcome itself.
    expect(rehearsal.logged).toHaveLength(met?.kind === 'not_permitted' ? 0 : 1)
  })

  test('nobody listens', async () => {
    const rehearsal = await startRehearsal()
    expect(await fetchJson(rehearsal, { baseUrl: `http://127.0.0.1:${await freePort()}` })).toEqual(
      unavailable('the connection failed: ECONNREFUSED'),
    )
    expect(rehearsal.waits).toHaveLength(2)
  })
})

describe('retries', () => {
  test('what passes is not noticed', async () => {
    const rehearsal = await startRehearsal()
    rehearsal.replay.play('/', '500', 2)
    expect(await fetchJson(rehearsal)).toBeNull()
    expect(rehearsal.replay.calls()).toBe(3)
    expect(rehearsal.logged).toEqual([])
  })

  test.each([
    [0, [200, 400]],
    [0.5, [300, 600]],
    [0.999_999, [400, 800]],
  ])('wait longer each time, by the dice: %d', async (dice, waits) => {
    const rehearsal = await startRehearsal()
    rehearsal.replay.play('/', 'reset')
    await fetchJson(rehearsal, { random: () => dice })
    expect(rehearsal.waits.map(Math.round)).toEqual(waits)
  })

  test('a busy server that names a time is asked then, or not at all if that is far off', async () => {
    const soon = await startRehearsal()
    soon.replay.play('/', { status: 503, headers: { 'retry-after': '3' } }, 1)
    expect(await fetchJson(soon)).toBeNull()
    expect(soon.waits).toEqual([3_130])

    const late = await startRehearsal()
    late.replay.play('/', { status: 503, headers: { 'retry-after': '30' } })
    expect(await fetchJson(late)).toEqual({ kind: 'unavailable', reason: 'answered 503' })
    expect(late.replay.calls()).toBe(1)
  })
})

test.each(['alpaca', 'yahoo'] as const)(
  'the latest prices are asked for once, because the pace of that is kept elsewhere: %s',
  async (name) => {
    const rehearsal = await startRehearsal()
    for (const mode of [
      '500',
      'reset',
      { status: 429, headers: { 'retry-after': '2' } },
    ] as const) {
      rehearsal.replay.play('/', mode)
      const before = rehearsal.replay.calls()
      expect(await failureOf(rehearsal[name]().latest(['AAPL']))).not.toBeNull()
      expect(rehearsal.replay.calls() - before).toBe(1)
    }
    expect(rehearsal.waits).toEqual([])
  },
)

test('Yahoo has no keys, and turns programs away', async () => {
  for (const status of [401, 403]) {
    const { replay, yahoo, logged } = await startRehearsal()
    replay.play('/', { status })
    expect(await failureOf(yahoo().latest(['AAPL']))).toEqual({
      kind: 'unavailable',
      reason: `answered ${status}: Yahoo turns this program away`,
    })
    expect(logged.join('')).not.toContain('keys')
  }
})

describe('keys', () => {
  test('are in no failure and no line of the log', async () => {
    const modes: Mode[] = ['500', '429', 'reset', 'html200', 'broken-json', { status: 401 }]
    const seen: string[] = []
    for (const mode of modes) {
      const rehearsal = await startRehearsal()
      rehearsal.replay.play('/', mode)
      seen.push(JSON.stringify(await fetchJson(rehearsal)), ...rehearsal.logged)
    }
    // An invalid header fails before the request, with an error message that quotes it.
    const { alpaca, logged } = await startRehearsal()
    const unsendable = alpaca({ secretKey: `${secretKey}\n.` })
    seen.push(JSON.stringify(await failureOf(unsendable.latest(['AAPL']))), ...logged)

    expect(seen).toHaveLength(2 * modes.length + 2)
    expect(seen.filter((text) => text.includes(secretKey) || text.includes(keyId))).toEqual([])
  })

  test('do not follow a redirect to another host', async () => {
    const { replay, alpaca } = await startRehearsal()
    const thief = await startRehearsal()
    replay.play('/', { status: 307, headers: { location: `${thief.replay.url}/v2/x` } })
    expect(await failureOf(alpaca().latest(['AAPL']))).toMatchObject({ kind: 'unavailable' })
    expect(thief.replay.calls()).toBe(0)
  })
})
