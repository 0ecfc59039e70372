import { expect, test } from 'vitest'

import { startRehearsal } from './market/testing/rehearsal.ts'
import { singleFlight } from './single-flight.ts'

test('askers with the same question share an answer, and only while it is under way', async () => {
  const shared = singleFlight<number>()
  let calls = 0
  const ask = async () => (calls += 1)
  expect(await Promise.all([shared('a', ask), shared('a', ask), shared('b', ask)])).toEqual([
    1, 1, 2,
  ])
  expect(await shared('a', ask)).toBe(3)
})

test('an error reaches every asker and is not kept', async () => {
  const shared = singleFlight<number>()
  const fail = () => Promise.reject(new Error('no'))
  const both = await Promise.allSettled([shared('a', fail), shared('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await shared('a', () => Promise.resolve(1))).toBe(1)
})

test('two hundred readers of a chart cost one request', async () => {
  const { replay, yahoo } = await startRehearsal()
  const provider = yahoo()
  replay.play('/v8', 'held')
  const readers = Array.from({ length: 200 }, (_, index) =>
    provider.history('AAPL', replay.now - 86_400_000 * 7 + index, replay.now + index, 'day'),
  )
  await expect.poll(() => replay.calls('/v8', 'AAPL')).toBe(1)
  replay.release()
  const answers = await Promise.all(readers)
  expect(answers.every((asked) => asked.ok && asked.value.bars.length > 0)).toBe(true)
  expect(replay.calls()).toBe(1)
})

test('a request for the latest prices is shared with nobody who asks after it has begun', async () => {
  const { replay, alpaca, yahoo } = await startRehearsal()
  for (const provider of [alpaca(), yahoo()]) {
    const before = replay.calls()
    replay.play('/', 'held')
    const askers = [provider.latest(['AAPL']), provider.latest(['AAPL'])]
    await expect.poll(() => replay.calls() - before).toBe(2)
    replay.release()
    expect((await Promise.all(askers)).map(({ ok }) => ok)).toEqual([true, true])
  }
})
