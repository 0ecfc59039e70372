// Accounts that are deleted in a lesson and after it: of members, and of the organiser while the lesson is paused.
import { expect, test } from 'vitest'

import { leave } from '../account/testing/leaving.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { verifyProof } from '../lessons/verify.ts'
import type { Learner } from '../testing/learner.ts'
import { boardOf } from './testing/league.ts'
import { createClass, type Class, type Pupil } from './testing/lesson.ts'

async function deletes({ app }: Class, learner: Learner): Promise<void> {
  const { token } = await learner.renew()
  expect((await leave(app, token)).statusCode).toBe(200)
}

test('of a member who is gone during a lesson nothing is left, after it the row of the board', async () => {
  const here = await createClass({ pupils: 4 })
  const [ada, ben, cem, dan] = here.pupils as [Pupil, Pupil, Pupil, Pupil]
  await here.start()
  for (const pupil of here.pupils) await here.trade(pupil, 'buy', { ticker: 'A', quantity: 2 })
  await deletes(here, ben.learner)
  expect((await here.read()).members).toBe(3)
  await here.trade(ada, 'sell', { ticker: 'A', quantity: 1 })
  await here.press('end')
  here.clock.at += 1_000
  await here.settles()
  const whole = await here.proofFor(ada)
  expect(whole.trades).toHaveLength(4)
  expect(verifyProof(whole)).toEqual({ holds: true, deleted: 0 })

  for (const { learner } of [cem, dan]) await deletes(here, learner)
  const { board } = await boardOf(ada.learner, here.lesson)
  const ranks = whole.board.flatMap(({ rank }) => rank ?? [])
  expect(board.flatMap(({ rank }) => rank ?? [])).toEqual(ranks)
  const names = board.map(({ display_name: name }) => name)
  expect(names.filter((name) => name === 'Account deleted')).toHaveLength(2)
  const proof = await here.proofFor(ada)
  expect(proof.trades).toHaveLength(2)
  // The verifier prints this as 'holds, except 2 deleted'.
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 2 })
  await expectCleanAudit(here.db)
})

test('when the organiser is gone in a pause, the lesson goes on, and members see its end', async () => {
  // The deletion ends the pause by the clock of the database, which shows the true time.
  const here = await createClass({ options: { at: Date.now() - 60_000 } })
  const [ada, ben] = here.pupils as [Pupil, Pupil]
  await here.start()
  await here.trade(ada, 'buy', { ticker: 'A', quantity: 3 })
  await here.press('pause')
  here.clock.at += 10_000
  const state = async () => (await here.read(ada.learner)).market.state
  await expect.poll(state).toBe('paused')
  await deletes(here, here.teacher)
  here.clock.at = Date.now() + 3_000
  await expect.poll(state).toBe('running')
  expect(await here.read(ada.learner)).toMatchObject({ owner: null, members: 2 })
  await here.trade(ben, 'buy', { ticker: 'B', quantity: 4 })
  here.clock.at += 600_000
  await here.settles(ben.learner)
  expect(await here.read(ben.learner)).toMatchObject({
    state: 'over',
    market: { tick: 600, ended: { by: 'plan' } },
  })
  const { board } = await boardOf(ada.learner, here.lesson)
  expect(board.map(({ rank }) => rank)).toEqual([1, 2])
  const proof = await here.proofFor(ada)
  expect(proof.pauses).toHaveLength(1)
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
  await expectCleanAudit(here.db)
})
