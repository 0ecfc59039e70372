// The worker thread of random traders: slices in sequence, a failure that affects only one of them, and closing.
import { openReplaySteps } from '@tengrand/core/luck.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, onTestFinished, test } from 'vitest'

import { createLuckThread, inSharedMemory, type LuckSlice } from './luck-thread.ts'

/** A slice of the first `to` traders. */
function someSlice(to: number): LuckSlice {
  const builder = openReplaySteps(cents(10_000_00))
  builder.add(
    { type: 'BUY', ticker: 'AAPL', quantity: 5, price: cents(100_00), at: 0, cost: cents(0) },
    0,
  )
  const prices = new Float64Array(2 * tickers.length).map((_, place) => 100_00 + place)
  const facts = { startingCash: cents(10_000_00), steps: builder.steps(), prices, seed: 1 }
  return { facts: inSharedMemory(facts), range: { from: 0, to } }
}

function createThread() {
  const failures: Error[] = []
  const thread = createLuckThread((error) => failures.push(error))
  onTestFinished(() => thread.close())
  return { thread, failures }
}

test('a slice that breaks the thread is refused alone', async () => {
  const { thread, failures } = createThread()
  expect(await thread.play(someSlice(3))).toHaveLength(3)
  // Larger than the maximum length of an array.
  expect(await thread.play(someSlice(2 ** 40))).toBe(null)
  expect(await thread.play(someSlice(2))).toHaveLength(2)
  expect(failures).toHaveLength(1)
})

test('at the end the slice under way is answered at once, however long it would have taken', async () => {
  const { thread } = createThread()
  const asked = thread.play(someSlice(1e8))
  await thread.close()
  expect(await asked).toBe(null)
  expect(await thread.play(someSlice(1))).toBe(null)
})
