// The price caches: complete and ordered, computed once, and read again after a change.
import { asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { expect, test } from 'vitest'

import type { Tx } from '../db/handle.ts'
import { createPriceCache } from './price-cache.ts'
import { recordSplit, storeBars } from './store.ts'
import { createBarCache } from './stored/bar-cache.ts'
import { openFreshDb } from '../testing/databases.ts'

function counting(stepsMax = 1_000) {
  const asked: [first: number, last: number][] = []
  const read = createPriceCache({
    compute: (_ticker, first, last) => {
      asked.push([first, last])
      return numbers(first, last).map((at) => ({ at, price: cents(at) }))
    },
    stepsAtOnce: 10,
    stepsMax,
  })
  const steps = async (first: number, last: number) =>
    (await read('AAPL', first, last)).map(({ at }) => at)
  return { asked, steps }
}

const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('prices grow at both ends and are computed once, a little at a time', async () => {
  const { asked, steps } = counting()
  expect(await steps(100, 125)).toEqual(numbers(100, 125))
  expect(asked).toEqual([
    [100, 109],
    [110, 119],
    [120, 125],
  ])
  expect(await steps(85, 130)).toEqual(numbers(85, 130))
  expect(asked.slice(3)).toEqual([
    [90, 99],
    [85, 89],
    [126, 130],
  ])
  expect(await steps(90, 110)).toEqual(numbers(85, 130))
  expect(asked).toHaveLength(6)
})

test('many who ask at once share the work', async () => {
  const { asked, steps } = counting()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => steps(100 - index, 120 + index)),
  )
  for (const [index, answer] of answers.entries()) {
    expect(answer).toEqual(expect.arrayContaining(numbers(100 - index, 120 + index)))
  }
  const computed = asked.flatMap(([first, last]) => numbers(first, last))
  expect(computed.toSorted((a, b) => a - b)).toEqual(numbers(93, 127))
})

test('what would grow too long is begun anew', async () => {
  const { steps } = counting(50)
  await steps(0, 40)
  expect(await steps(45, 60)).toEqual(numbers(45, 60))
})

test('stored bars are read once, and again when there are new ones or a split has changed them', async () => {
  const db = await openFreshDb()
  let reads = 0
  const watched: Tx = {
    query: (text, values) => {
      if (JSON.stringify(text).includes('from bar ')) reads += 1
      return db.query(text, values)
    },
  }
  const bars = createBarCache(watched)
  const close = (day: number) => Date.parse(`2026-03-0${day}T21:00:00Z`)
  const store = (step: 'day' | 'hour', day: number, price: number) =>
    storeBars(db, {
      ticker: 'AAPL',
      step,
      bars: [{ at: close(day), cents: cents(price) }],
      through: close(day),
    })
  const prices = async (day = 1) => {
    await bars.readVersions()
    return (await bars.read('AAPL', 'day', close(day))).map(({ price }) => price)
  }
  await store('day', 2, 100)
  await store('hour', 2, 100)
  await store('day', 3, 104)
  expect(await prices()).toEqual([100, 104])
  expect(await prices(3)).toEqual([104])
  expect(reads).toBe(1)
  await store('day', 4, 110)
  expect(await prices()).toEqual([100, 104, 110])
  // Corrects a bar without adding a later one.
  await store('day', 3, 106)
  expect(await prices()).toEqual([100, 106, 110])
  // A split that was recorded with the hourly bars.
  await db.transaction(async (tx) => {
    const day = asDay('2026-03-04')
    await recordSplit(tx, { ticker: 'AAPL', day, numerator: 2, denominator: 1 })
  })
  expect(await prices()).toEqual([50, 53, 110])
  expect(reads).toBe(4)
})
