// Pauses of a lesson: many of them, long ones, and what they leave in real time.
import { dayMs, hourMs, minuteMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { verifyProof } from '../lessons/verify.ts'
import { codeOf, userIdOf } from './testing/league.ts'
import { createClass, type Pupil } from './testing/lesson.ts'

test('fifty presses of Pause and Resume, one by one and at once, leave pauses that hold', async () => {
  const here = await createClass({ pupils: 1 })
  const [ada] = here.pupils as [Pupil]
  await here.start()
  const presses = Array.from({ length: 50 }, (_, index) => index)
  const changeOf = (index: number) => (index % 2 === 0 ? 'pause' : 'resume')
  for (const index of presses) {
    const [once, again] = [await here.press(changeOf(index)), await here.press(changeOf(index))]
    expect([once.statusCode, again.json()]).toEqual([200, once.json()])
    // Many within a tick, and some after it.
    here.clock.at += (index * 170) % 1_300
  }
  const answers = await Promise.all(presses.map((index) => here.press(changeOf(index))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(presses.map(() => 200))
  await here.press('resume')
  here.clock.at += 2_000
  await expect.poll(async () => (await here.read()).market.state).toBe('running')
  expect((await here.trade(ada, 'buy', { ticker: 'A', quantity: 1 })).statusCode).toBe(200)
  await here.press('end')
  here.clock.at += 1_000
  await here.settles()
  const proof = await here.proofFor(ada)
  expect(proof.pauses.length).toBeGreaterThan(5)
  expect(proof.pauses.length).toBeLessThanOrEqual(26)
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
})

test('a lesson that was paused for fourteen days in total is over, and cannot be resumed', async () => {
  const here = await createClass({ pupils: 1 })
  const [ada] = here.pupils as [Pupil]
  await here.start()
  await here.trade(ada, 'buy', { ticker: 'A', quantity: 3 })
  await here.press('pause')
  here.clock.at += 13 * dayMs
  const state = async () => (await here.read(ada.learner)).market.state
  await expect.poll(state).toBe('paused')
  expect((await here.press('resume')).statusCode).toBe(200)
  here.clock.at += 5_000
  await expect.poll(state).toBe('running')
  await here.press('pause')
  here.clock.at += dayMs - hourMs
  await expect.poll(state).toBe('paused')
  here.clock.at += hourMs + minuteMs
  await here.settles()
  expect(codeOf(await here.press('resume'))).toBe('contest_over')
  expect((await here.read()).market.ended).toMatchObject({ by: 'pause' })
  const proof = await here.proofFor(ada)
  expect(proof.ended_by).toBe('pause')
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
})

test('the table of members says in real time when they were active last, whatever pauses there were', async () => {
  const here = await createClass()
  const [ada, ben] = here.pupils as [Pupil, Pupil]
  const joinedAt = here.clock.at
  await here.start()
  await here.trade(ada, 'buy', { ticker: 'A', quantity: 3 })
  await here.press('pause')
  here.clock.at += hourMs
  await here.press('resume')
  here.clock.at += 5_000
  await expect.poll(async () => (await here.read()).market.state).toBe('running')
  const [from, traded] = [here.clock.at, here.trade(ada, 'sell', { ticker: 'A', quantity: 1 })]
  expect((await traded).statusCode).toBe(200)
  const { members } = (await here.teacher.get(`${here.path}/members`)).json()
  const activeOf = async ({ learner }: Pupil): Promise<number> => {
    const id = await userIdOf(learner)
    const found = members.find(({ user_id: userId }: { user_id: string }) => userId === id)
    return Date.parse(found.last_active)
  }
  expect(await activeOf(ada)).toBeGreaterThan(from)
  expect(await activeOf(ada)).toBeLessThanOrEqual(here.clock.at)
  expect(await activeOf(ben)).toBe(joinedAt)
})
