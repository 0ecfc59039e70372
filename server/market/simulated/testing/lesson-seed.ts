// Lessons whose secret, order of companies and starting prices follow from some words.
import { createHash } from 'node:crypto'

import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { LessonSeed } from '../lesson.ts'

export const firstDay = asDay('2025-11-19')

export function lessonSeedOf(words: string): LessonSeed {
  const hashOf = (what: string) => createHash('sha256').update(`${words}: ${what}`).digest()
  const [places, prices] = [hashOf('order'), hashOf('prices')]
  return {
    secret: hashOf('secret'),
    version: 'market-sim/v2',
    order: tickers.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0)),
    startingPrices: tickers.map((_, index) => cents(2_000 + 149 * (prices[index] ?? 0))),
    opensAt: startOfDay(firstDay),
  }
}
