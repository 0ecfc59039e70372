// The clock of a lesson in the database: what the organiser does, how often, and what every node shows of it.
import { describe, expect, test } from 'vitest'

import { countdownMs, marketAt, stepOf } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { endLastingPause } from './clock.ts'
import { shownMoment, type LiveLesson } from './live.ts'
import { readLessons, takeChangeLock } from './store.ts'
import { createLesson, openNode } from './testing/lesson.ts'

const found = (live: LiveLesson | null): LiveLesson => {
  if (live === null) throw new Error('There is no lesson.')
  return live
}

/** A lesson that runs, at its first tick. */
async function createRunning(begun?: { at: number }) {
  const created = await createLesson(begun && { time: begun })
  const { node, id, time } = created
  const live = found(await node.lessons.find(id))
  expect(await node.change(id, 'start')).toBe(null)
  time.at += countdownMs
  const reaches = async (state: string, tick: number) => {
    await expect.poll(() => live.moment(), { interval: 20 }).toEqual({ state, tick })
  }
  await reaches('running', 0)
  return { ...created, live, reaches }
}

describe('a lesson', () => {
  test('waits in the lobby at its first prices, with the year before them', async () => {
    const { node, id } = await createLesson()
    const { market, now, terms, moment } = found(await node.lessons.find(id))
    expect(moment()).toEqual({ state: 'lobby', tick: 0 })
    expect(now()).toBe(terms.opensAt)
    const prices = tickers.map((ticker) => market.quote(ticker)?.price ?? 0)
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...prices)).toBeLessThanOrEqual(40_000)
    const past = await market.daily('AAPL', terms.opensAt - 365 * 86_400_000)
    expect(past).toMatchObject({ points: expect.any(Array) })
    expect('points' in past && past.points.length).toBe(365)
  })

  test('begins ten seconds after the start, whatever the number of presses, and ends by itself', async () => {
    const { node, id, time, reaches, live } = await createRunning()
    expect(await node.change(id, 'start')).toBe(null)
    time.at += 1_000
    await reaches('running', 1)
    expect(live.now()).toBe(live.terms.opensAt + stepOf(live.terms))
    time.at += 1_199_000
    await reaches('over', 1_200)
    expect(live.now()).toBe(marketAt(live.terms, 1_200))
    for (const change of ['pause', 'resume'] as const)
      expect([change, await node.change(id, change)]).toEqual([change, 'contest_over'])
    for (const change of ['start', 'end'] as const)
      expect([change, await node.change(id, change)]).toEqual([change, null])
    await reaches('over', 1_200)
  })

  test('is paused from the next tick on, stands still, and goes on', async () => {
    const { node, id, time, reaches } = await createRunning()
    time.at += 5_300
    expect(await node.change(id, 'pause')).toBe(null)
    expect(await node.change(id, 'pause')).toBe(null)
    await reaches('running', 5)
    time.at += 700
    await reaches('paused', 6)
    time.at += 600_000
    await reaches('paused', 6)
    expect(await node.change(id, 'resume')).toBe(null)
    expect(await node.change(id, 'resume')).toBe(null)
    time.at += 1_000
    await reaches('running', 6)
    time.at += 1_000
    await reaches('running', 7)
    expect(await node.db.query('select from contest_pause')).toHaveLength(1)
  })

  test('that is to go on in a moment can be paused again', async () => {
    const { node, id, time, reaches } = await createRunning()
    await node.change(id, 'pause')
    time.at += 60_500
    await node.change(id, 'resume')
    await node.change(id, 'pause')
    time.at += 60_000
    await reaches('paused', 1)
    expect(await node.db.query('select from contest_pause where ended_at is null')).toHaveLength(1)
  })

  test('goes on when its organiser is gone, whatever pause lasts', async () => {
    // The end of the pause is by the clock of the database.
    const { node, id, time, live, reaches } = await createRunning({ at: Date.now() - 60_000 })
    await node.change(id, 'pause')
    time.at += 10_000
    await reaches('paused', 1)
    await node.db.transaction((tx) => endLastingPause(tx, id))
    time.at = Date.now() + 3_000
    await expect.poll(() => live.moment().state).toBe('running')
  })

  test('is ended with the next tick, or at the tick of its pause', async () => {
    const { node, id, time, reaches } = await createRunning()
    time.at += 5_300
    expect(await node.change(id, 'end')).toBe(null)
    await reaches('running', 5)
    time.at += 700
    await reaches('over', 6)
    const other = await createRunning()
    await other.node.change(other.id, 'pause')
    other.time.at += 1_000
    await other.reaches('paused', 1)
    await other.node.change(other.id, 'end')
    await other.reaches('over', 1)
  })

  test('that is not started can neither be paused nor ended', async () => {
    const { node, id } = await createLesson()
    for (const change of ['pause', 'resume', 'end'] as const)
      expect([change, await node.change(id, change)]).toEqual([change, 'contest_not_begun'])
    expect(await node.change(0, 'start')).toBe('not_a_lesson')
  })
})

test('presses on two nodes at once are one press', async () => {
  const { connection, now, node, id, time } = await createRunning()
  const other = openNode(connection, now)
  const press = (change: 'pause' | 'resume') =>
    Promise.all([node, other, node, other].map((one) => one.change(id, change)))
  for (let round = 0; round < 5; round += 1) {
    time.at += 2_300
    expect(await press('pause')).toEqual([null, null, null, null])
    time.at += 2_300
    expect(await press('resume')).toEqual([null, null, null, null])
  }
  const pauses = await node.db.query('select from contest_pause where ended_at is not null')
  expect(pauses).toHaveLength(5)
})

describe('a node', () => {
  test('shows no tick that a pause may still take back', async () => {
    const { connection, now, time, node, id } = await createRunning()
    // It has read the clock once and reads it no more for a minute, as one that hangs.
    const slow = openNode(connection, now, 60_000)
    const live = found(await slow.lessons.find(id))
    time.at += 400
    await node.change(id, 'pause')
    for (const tick of [1, 1, 1]) {
      time.at += 1_000
      expect(live.moment().tick).toBe(tick)
    }
  })

  test('waits for a change that is under way, and shows one tick more at most', async () => {
    const { connection, now, time, node, id } = await createRunning()
    const release = await holdTransaction(node.db, (tx) => takeChangeLock(tx, id))
    const other = openNode(connection, now, 20)
    const asked = other.lessons.find(id)
    await expect.poll(() => countLockWaits(node.db)).toBe(1)
    await release()
    const live = found(await asked)
    const again = await holdTransaction(node.db, (tx) => takeChangeLock(tx, id))
    time.at += 5_000
    expect(live.moment()).toEqual({ state: 'running', tick: 1 })
    await again()
    await expect.poll(() => live.moment().tick, { interval: 20 }).toBe(5)
  })

  test('that has read the last tick but one shows the end, and nothing after it', async () => {
    const { node, id, time } = await createRunning()
    const [lesson] = await node.db.transaction((tx) => readLessons(tx, [id]))
    if (lesson === undefined) throw new Error('There is no lesson.')
    const late = { ...lesson, endTick: 3, readAt: time.at + 2_000 }
    expect(shownMoment(late, time.at + 60_000)).toEqual({ state: 'over', tick: 3 })
  })
})
