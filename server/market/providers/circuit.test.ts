import { expect, test } from 'vitest'

import { failureOf, startRehearsal } from '../testing/rehearsal.ts'
import type { Mode } from '../testing/replay-server.ts'

const minuteMs = 60_000
const refused = (headers: Record<string, string>): Mode => ({ status: 429, headers, body: 'x' })

test.each<[string, Mode, number]>([
  ['nothing', '429', minuteMs],
  ['seconds', refused({ 'retry-after': '40' }), 40_000],
  ['a word', refused({ 'retry-after': 'soon' }), minuteMs],
  ['far too much', refused({ 'retry-after': '999999999' }), 60 * minuteMs],
])('told %s', async (_told, mode, quietMs) => {
  const rehearsal = await startRehearsal()
  const { replay, logged } = rehearsal
  const provider = rehearsal.alpaca()
  const latest = () => failureOf(provider.latest(['AAPL']))
  const retryAt = replay.now + quietMs
  const failure = { kind: 'rate_limited', retryAt, reason: 'answered 429' }
  replay.play('/', mode, 1)

  expect(await latest()).toEqual(failure)
  replay.now = retryAt - 1
  expect(await latest()).toEqual(failure)
  expect([replay.calls(), logged.length]).toEqual([1, 1])

  replay.now = retryAt
  expect(await latest()).toBeNull()
  expect(replay.calls()).toBe(2)
})

test('told a date, or the second in which the count begins anew', async () => {
  const at = Date.parse('2026-08-07T21:00:40Z')
  const date = { 'retry-after': 'Fri, 07 Aug 2026 21:00:40 GMT', 'x-ratelimit-reset': '1' }
  for (const headers of [date, { 'x-ratelimit-reset': String(at / 1000) }]) {
    const rehearsal = await startRehearsal()
    rehearsal.replay.play('/', refused(headers))
    expect(await failureOf(rehearsal.alpaca().latest(['AAPL']))).toMatchObject({
      kind: 'rate_limited',
      retryAt: at,
    })
    expect(rehearsal.replay.calls()).toBe(1)
  }
})

test('a short pause is waited for', async () => {
  const rehearsal = await startRehearsal()
  const { replay, yahoo } = rehearsal
  replay.play('/', refused({ 'retry-after': '2' }), 2)
  const from = replay.now - 86_400_000
  expect(await failureOf(yahoo().history('AAPL', from, replay.now, 'day'))).toBeNull()
  expect(replay.calls()).toBe(3)
  expect(rehearsal.waits).toEqual([2_130, 2_130])
})

test('after three refusals in a row nothing is asked for a quarter of an hour', async () => {
  const { replay, alpaca } = await startRehearsal()
  const provider = alpaca()
  const latest = () => failureOf(provider.latest(['AAPL']))
  replay.play('/', '429', 3)
  for (const quietMs of [minuteMs, minuteMs, 15 * minuteMs]) {
    const retryAt = replay.now + quietMs
    expect(await latest()).toMatchObject({ kind: 'rate_limited', retryAt })
    replay.now = retryAt - 1
    expect(await latest()).toMatchObject({ retryAt })
    replay.now = retryAt
  }
  expect(replay.calls()).toBe(3)

  // Another refusal makes the pause as long again, and a success resets it.
  replay.play('/', '429', 1)
  expect(await latest()).toMatchObject({ retryAt: replay.now + 15 * minuteMs })
  replay.now += 15 * minuteMs
  expect(await latest()).toBeNull()
  replay.play('/', '429', 1)
  expect(await latest()).toMatchObject({ retryAt: replay.now + minuteMs })
})

test('an answer between refusals breaks the row, and refusals of one burst are one', async () => {
  const { replay, yahoo } = await startRehearsal()
  const provider = yahoo()
  const all = ['AAPL', 'MSFT', 'NVDA', 'AMD', 'CRM', 'UBER'] as const
  const latest = () => Promise.all(all.map((ticker) => failureOf(provider.latest([ticker]))))
  for (const round of [1, 2, 3, 4]) {
    replay.play('/', '429', 6)
    const limited = { kind: 'rate_limited', retryAt: replay.now + minuteMs, reason: 'answered 429' }
    expect(await latest()).toEqual(all.map(() => limited))
    expect(replay.calls()).toBe(12 * round - 6)
    replay.now += minuteMs
    expect(await latest()).toEqual(all.map(() => null))
  }
})

test.each([
  ['404', minuteMs],
  ['500', 15 * minuteMs],
] as const)('%s between refusals', async (mode, quietMs) => {
  const { replay, alpaca } = await startRehearsal()
  const provider = alpaca()
  const latest = () => failureOf(provider.latest(['AAPL']))
  for (const expectedMs of [minuteMs, minuteMs, quietMs]) {
    replay.play('/', mode)
    replay.play('/', '429', 1)
    expect(await latest()).toMatchObject({ retryAt: replay.now + expectedMs })
    replay.now += expectedMs
    expect(await latest()).toMatchObject({ kind: 'unavailable' })
  }
})
