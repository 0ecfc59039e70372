// The thread of random traders: one question at a time, a queue with an end, and an end of its own.
import { openCourse, type LuckFacts } from '@tengrand/core/luck.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, onTestFinished, test } from 'vitest'

import { createLuckThread } from './luck-thread.ts'

/** Each is given away with its numbers, so it is made anew. */
function someFacts(traders: number): LuckFacts {
  const builder = openCourse(cents(10_000_00))
  builder.add(
    { type: 'BUY', ticker: 'AAPL', quantity: 5, price: cents(100_00), at: 0, cost: cents(0) },
    0,
  )
  const prices = new Float64Array(2 * tickers.length).map((_, place) => 100_00 + place)
  return { startingCash: cents(10_000_00), course: builder.course(), prices, seed: 1, traders }
}

function createThread() {
  const failures: Error[] = []
  const thread = createLuckThread((error) => failures.push(error))
  onTestFinished(() => thread.close())
  return { thread, failures }
}

test('questions are answered one after the other, each with its own traders', async () => {
  const { thread, failures } = createThread()
  const answers = await Promise.all([3, 1, 2].map((traders) => thread.play(someFacts(traders))))
  expect(answers.map((answer) => answer?.values.length)).toEqual([3, 1, 2])
  expect(failures).toEqual([])
})

test('so many wait, and who comes then is told so', async () => {
  const { thread } = createThread()
  const asked = Array.from({ length: 110 }, () => thread.play(someFacts(1)))
  const answers = await Promise.all(asked)
  // One is under way, and a hundred wait.
  expect(answers.filter((answer) => answer === null)).toHaveLength(9)
})

test('at the end those who wait are told at once, however long it would have taken', async () => {
  const { thread } = createThread()
  const asked = [thread.play(someFacts(1e9)), thread.play(someFacts(1))]
  await thread.close()
  expect(await Promise.all(asked)).toEqual([null, null])
  expect(await thread.play(someFacts(1))).toBe(null)
})

test('a question that breaks the thread is refused alone', async () => {
  const { thread, failures } = createThread()
  // No list is as long as that.
  const asked = [thread.play(someFacts(2 ** 40)), thread.play(someFacts(2))]
  const [first, second] = await Promise.all(asked)
  expect(first).toBe(null)
  expect(second).toMatchObject({ values: [expect.any(Number), expect.any(Number)] })
  expect(failures).toHaveLength(1)
})
