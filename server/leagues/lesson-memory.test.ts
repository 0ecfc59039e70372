// What a node keeps in memory of lessons: one that somebody watches stays, however many others are looked at.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import type { Learner } from '../testing/learner.ts'
import { createClass, type Pupil } from './testing/lesson.ts'
import { readStream } from './testing/lesson-stream.ts'

/** In the full run as many as a node keeps by default. */
const keptMax = isLong ? 300 : 20
const perTeacher = 50

test('a lesson with a reader goes on while more others are looked at than are kept in memory', async () => {
  const here = await createClass({
    pupils: 1,
    options: {
      env: { LEAGUES_OWNED_MAX: `${perTeacher}` },
      ...(isLong ? {} : { lessonsKeptMax: keptMax }),
    },
  })
  const [ada] = here.pupils as [Pupil]
  const teachers: Learner[] = []
  let made = 0
  const makeUntil = async (count: number): Promise<void> => {
    while (made < count) {
      if (made % perTeacher === 0) teachers.push(await here.signUp())
      await createLesson(teachers.at(-1) ?? here.teacher)
      made += 1
    }
  }
  await here.start()
  const stream = await readStream(here, ada.learner)
  const shows = async (tick: number): Promise<void> => {
    const words = `"lesson":{"state":"running","tick":${tick},`
    await stream.until((text) => text.includes(words))
    expect(stream.text()).toContain(words)
  }
  await shows(0)
  await makeUntil(keptMax)
  // The others have not been looked at for a while.
  here.clock.at += 10_000
  await shows(10)
  await makeUntil(keptMax + 20)
  for (const tick of [11, 12, 13, 14]) {
    here.clock.at += 1_000
    await shows(tick)
  }
  await stream.leave()
})

async function createLesson(teacher: Learner): Promise<void> {
  const wish = { kind: 'lesson', name: 'Class 9c', span: 'year', minutes: 10 }
  const answer = await teacher.post('/api/leagues', wish, { 'idempotency-key': randomUUID() })
  expect(answer.statusCode).toBe(201)
}
