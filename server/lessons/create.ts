// Makes the market of a lesson: a secret, an order of the companies and starting prices that nobody has chosen.
import { randomBytes, randomInt } from 'node:crypto'

import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import {
  lessonSpans,
  startingPriceAt,
  stepOf,
  ticksOf,
  type LessonTerms,
} from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'

type Length = Pick<LessonTerms, 'span' | 'minutes'>

/** Ends with the New York day before the present one, so that every instant of its year is in the past. */
export async function createLessonMarket(tx: Tx, length: Length, now: number) {
  const { span, minutes } = length
  const opensAt = startOfDay(addDays(dayOf(now), -lessonSpans[span]))
  const startingPrices = tickers.map(() => startingPriceAt(randomInt(partsMax) / partsMax))
  const [secret, companies] = [randomBytes(32), shuffled(tickers.map((_ticker, index) => index))]
  const [step, endTick] = [stepOf(length), ticksOf(length)]
  const [made] = await tx.query<{ id: number }>(
    `insert into market (version, secret, companies, starting_cents, opens_at, span, minutes, step_ms, end_tick)
     values ('market-sim/v2', $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [secret, companies, startingPrices, new Date(opensAt), span, minutes, step, endTick],
  )
  if (made === undefined) throw new Error('A market was not inserted.')
  return { id: made.id, opensAt, startingPrices }
}

const partsMax = 2 ** 40

/** Every order is equally likely. */
function shuffled(numbers: readonly number[]): number[] {
  const rest = [...numbers]
  return numbers.flatMap(() => rest.splice(randomInt(rest.length), 1))
}
