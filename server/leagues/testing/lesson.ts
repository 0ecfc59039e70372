// A class with a lesson, at a clock that the test sets.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { countdownMs, tickMs } from '@tengrand/core/lesson.ts'

import type { Learner } from '../../testing/learner.ts'
import type { LeagueOnWire } from '../store.ts'
import { createSchool, join } from './league.ts'

export interface Pupil {
  readonly learner: Learner
  readonly portfolio: string
}

type Lesson = LeagueOnWire & { readonly market: NonNullable<LeagueOnWire['market']> }

interface Wish {
  readonly pupils?: number
  readonly span?: 'quarter' | 'year' | 'five_years'
  readonly minutes?: number
  readonly options?: Parameters<typeof createSchool>[0]
}

/** An order waits for the rest of its tick, by the true clock too. */
const withinTickMs = 800

export async function createClass({
  pupils: count = 2,
  span = 'year',
  minutes = 10,
  options = {},
}: Wish = {}) {
  const school = await createSchool(options)
  const { teacher, clock } = school
  const key = { 'idempotency-key': randomUUID() }
  const made = await teacher.post(
    '/api/leagues',
    { kind: 'lesson', name: 'Class 9b', span, minutes },
    key,
  )
  if (made.statusCode !== 201)
    throw new Error(
      `No lesson was created: ${made.body} ${school.logLines.join('\n').slice(-3000)}`,
    )
  const lesson: Lesson = made.json()
  const comeIn = async (): Promise<Pupil> => {
    const learner = await school.signUp()
    return { learner, portfolio: (await join(learner, lesson)).portfolio }
  }
  const pupils: Pupil[] = []
  while (pupils.length < count) pupils.push(await comeIn())

  const path = `/api/leagues/${lesson.id}`
  const read = async (learner = teacher): Promise<Lesson> => (await learner.get(path)).json()
  const press = (change: 'start' | 'pause' | 'resume' | 'end', learner = teacher) =>
    learner.post(`${path}/${change}`, {})
  let tickZeroAt = 0

  /** The node shows a tick once it has read the clock of the lesson. */
  const shows = async (state: string, tick: number): Promise<void> => {
    await expect
      .poll(
        async () => {
          const { market } = await read()
          return `${market.state} ${market.tick}`
        },
        { interval: 20, timeout: 10_000 },
      )
      .toBe(`${state} ${tick}`)
  }
  const reach = async (tick: number, state = 'running'): Promise<void> => {
    clock.at = tickZeroAt + tick * tickMs + withinTickMs
    await shows(state, tick)
  }
  const start = async (): Promise<void> => {
    const answer = await press('start')
    if (answer.statusCode !== 200) throw new Error(`Not started: ${answer.body}`)
    tickZeroAt = clock.at + countdownMs
    await reach(0)
  }
  /** The tick by the clock of the test. */
  const tickNow = (): number => Math.floor((clock.at - tickZeroAt) / tickMs)
  /** Lets ticks pass until an order is answered: one, or more on a busy machine. */
  const answered = async <T>(sent: Promise<T>): Promise<T> => {
    const isDone = sent.then(() => true)
    for (let waitMs = 50; !(await Promise.race([isDone, sleep(waitMs, false)])); waitMs = 1_500)
      clock.at += tickMs
    return sent
  }
  const trade = (
    { learner, portfolio }: Pupil,
    side: 'buy' | 'sell',
    { key: own = randomUUID(), ...order }: { ticker: string; quantity: number; key?: string },
  ) => {
    const headers = { 'idempotency-key': own }
    return answered(learner.post(`/api/${side}`, { ...order, portfolio }, headers))
  }

  /** The lesson is over and has its final board. */
  const settles = async (learner = teacher): Promise<void> => {
    const isFinal = async () => (await learner.get(`${path}/board`)).json().final
    await expect.poll(isFinal, { interval: 50, timeout: 10_000 }).toBe(true)
  }
  /** Of a lesson that is over. */
  const proofFor = async ({ learner }: Pupil): Promise<LessonProof> =>
    (await learner.get(`${path}/proof`)).json()

  const organiser: Pupil = { learner: teacher, portfolio: lesson.portfolio }
  return {
    ...school,
    lesson,
    path,
    pupils,
    organiser,
    comeIn,
    read,
    press,
    shows,
    reach,
    start,
    trade,
    tickNow,
    answered,
    settles,
    proofFor,
  }
}

export type Class = Awaited<ReturnType<typeof createClass>>
