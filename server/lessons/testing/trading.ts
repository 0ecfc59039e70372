// A lesson that runs, with the portfolio of a learner and orders in it.
import { randomUUID } from 'node:crypto'

import { countdownMs, marketAt } from '@tengrand/core/lesson.ts'

import { lessonMarket } from '../../market/simulated/lesson.ts'
import { executeLessonBatch, type LessonOrder } from '../order-batch.ts'
import { readLessons } from '../store.ts'
import { createLesson } from './lesson.ts'

/** `reach` sets the clock to so many milliseconds after the start. */
export async function createTrading(time?: { at: number }) {
  const created = await createLesson(time && { time })
  const { node, id, now } = created
  const clockTime = created.time
  const { db } = node
  const [row] = await db.query<{ accountId: number; portfolio: string }>(
    `with person as (
       insert into account (issuer, subject, display_name, name_key, created_at)
       values ('test', 'ada', 'Ada', 'ada', now()) returning id
     )
     insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through,
       email_verified)
     select person.id, contest.id, 1, contest.starting_cents, contest.starting_cents, market.opens_at, 0, false
     from person, contest join market on market.id = market_id where contest.id = $1
     returning account_id as "accountId", public_id as portfolio`,
    [id],
  )
  if (row === undefined) throw new Error('There is no portfolio.')
  const { accountId, portfolio } = row
  await node.change(id, 'start')
  const startsAt = clockTime.at + countdownMs
  const order = (wish: Partial<LessonOrder> = {}): LessonOrder => ({
    lessonId: id,
    accountId,
    publicId: portfolio,
    key: randomUUID(),
    arrivedAt: startsAt,
    isLate: false,
    side: 'BUY',
    ticker: 'AAPL',
    quantity: 5,
    expectedPrice: null,
    ...wish,
  })
  const clock = { decidedAt: now, shownUntil: now }
  const { priceOf } = node.lessons
  const send = (...orders: LessonOrder[]) => executeLessonBatch({ db, clock, priceOf }, orders)
  const [lesson] = await db.transaction((tx) => readLessons(tx, [id]))
  if (lesson === undefined) throw new Error('There is no lesson.')
  const prices = lessonMarket(lesson)
  const pricesAt = (tick: number) => prices.pricesAt('AAPL', marketAt(lesson, tick))
  const reach = (ms: number): void => void (clockTime.at = startsAt + ms)
  const arrivedIn = (tick: number): number => startsAt + tick * 1_000
  return { ...created, arrivedIn, order, send, pricesAt, reach, lesson }
}
