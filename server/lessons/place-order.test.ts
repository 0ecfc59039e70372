// Orders of a lesson in real time: each fills at the tick after the one of its arrival by any node's clock, so a price
// that somebody has seen is never paid.
import { stepOf } from '@tengrand/core/lesson.ts'
import { expect, onTestFinished, test } from 'vitest'

import { clockErrorMsMax } from '../clock.ts'
import { createLog } from '../log.ts'
import { createOrderQueue } from '../orders/queue.ts'
import type { LiveLesson } from './live.ts'
import { executeLessonBatch, type LessonOrder, type LessonOutcome } from './order-batch.ts'
import { placeInLesson } from './place-order.ts'
import { openNode } from './testing/lesson.ts'
import { createTrading } from './testing/trading.ts'

/** The time of the machine, ahead by what the test skips. */
function movableTime() {
  let ahead = 0
  return {
    get at() {
      return Date.now() + ahead
    },
    set at(instant: number) {
      ahead = instant - Date.now()
    },
  }
}

/** A lesson at its third tick, and nodes whose clocks may be behind the database's. */
async function createRunning() {
  const time = movableTime()
  const trading = await createTrading(time)
  const { connection, id, order, reach, lesson } = trading
  const openTrading = async (behindMs = 0, readEveryMs = 50) => {
    const now = () => time.at - behindMs
    const { db, lessons } = openNode(connection, now, readEveryMs)
    const execute = (orders: readonly LessonOrder[]) =>
      executeLessonBatch(
        { db, clock: { decidedAt: () => time.at, shownUntil: now }, priceOf: lessons.priceOf },
        orders,
      )
    const log = createLog('silent')
    const queue = createOrderQueue<LessonOrder, LessonOutcome>({
      execute,
      now: () => performance.now(),
      log,
    })
    onTestFinished(() => queue.close())
    const live = await lessons.find(id)
    if (live === null) throw new Error('There is no lesson.')
    const place = (wish: Partial<LessonOrder> = {}, shownTick: number | null = null) => {
      const { lessonId: _, arrivedAt: __, isLate: ___, ...sent } = order(wish)
      return placeInLesson({ clock: { now }, queue }, live, { ...sent, shownTick })
    }
    return { live, place }
  }
  const node = await openTrading()
  reach(3_000)
  const tickOf = (outcome: Awaited<ReturnType<typeof node.place>>): number => {
    if (!('trade' in outcome)) throw new Error(JSON.stringify(outcome))
    return (outcome.trade.at - lesson.opensAt) / stepOf(lesson)
  }
  return { ...trading, organiser: trading.node, time, openTrading, node, tickOf }
}

/** The tick that a node shows, as soon as it shows a new one. */
async function nextShown({ moment }: LiveLesson): Promise<number> {
  const before = moment().tick
  await expect.poll(() => moment().tick, { interval: 1 }).toBeGreaterThan(before)
  return moment().tick
}

/** On a busy machine an order may be late by some ticks, and never early. */
function expectSoon(tick: number, earliest: number): void {
  expect(tick).toBeGreaterThanOrEqual(earliest)
  expect(tick).toBeLessThan(earliest + 5)
}

test('an order fills at the next tick, in its first and in its last milliseconds alike', async () => {
  const { node, tickOf, reach } = await createRunning()
  const early = await nextShown(node.live)
  expectSoon(tickOf(await node.place()), early + 1)
  reach(20_940)
  const late = await node.place({ quantity: 1 })
  reach(30_960)
  const last = await node.place({ quantity: 1 })
  // In the last milliseconds it counts as one of the tick that other nodes may show already.
  expectSoon(tickOf(late), 21)
  expectSoon(tickOf(last), 32)
})

test('probes on one node help no order on another whose clock is behind', async () => {
  const { node, openTrading, tickOf } = await createRunning()
  const behind = await openTrading(clockErrorMsMax)
  const probes = Array.from({ length: 16 }, () => node.place({ quantity: 1 }))
  const seen = tickOf(await Promise.race(probes))
  // The first probe is answered with the price of its tick, so the order must not get the same one.
  const outcome = await behind.place({ quantity: 1 })
  expect(tickOf(outcome)).toBeGreaterThan(seen)
  await Promise.all(probes)
})

test('a price that a node has shown is never paid at a node whose clock is behind', async () => {
  const { node, openTrading, tickOf } = await createRunning()
  const behind = await openTrading(clockErrorMsMax)
  for (let round = 0; round < 3; round += 1) {
    const shown = await nextShown(node.live)
    expect(tickOf(await behind.place({ quantity: 1 }))).toBeGreaterThan(shown)
  }
})

test('a node that has not heard of a resume fills nothing at a price that others have shown', async () => {
  const { node, openTrading, tickOf, reach, id, organiser } = await createRunning()
  await organiser.change(id, 'pause')
  reach(60_000)
  await expect.poll(() => node.live.moment().state, { interval: 5 }).toBe('paused')
  const deaf = await openTrading(0, 60_000)
  await organiser.change(id, 'resume')
  const shown = await nextShown(node.live)
  const outcome = await deaf.place({ quantity: 1 })
  expect(tickOf(outcome)).toBeGreaterThan(shown)
})

test('an order whose screen is more than five ticks old is refused, and its sender loses nothing', async () => {
  const { node, tickOf, reach } = await createRunning()
  reach(20_100)
  expect(await node.place({}, 14)).toEqual({ refusal: { code: 'too_late' } })
  expectSoon(tickOf(await node.place({}, 15)), 21)
})

test('a lesson that does not run answers at once', async () => {
  const { node, reach } = await createRunning()
  reach(2_000_000)
  expect(await node.place()).toEqual({ refusal: { code: 'contest_over' } })
})
