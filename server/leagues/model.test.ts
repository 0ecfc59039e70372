// Random lives with leagues, compared with a plain reference: cash, shares, ranks and states of each portfolio apart.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import { createSchool, userIdOf } from './testing/league.ts'
import { Life } from './testing/life.ts'
import { anyStep, people } from './testing/steps.ts'

const sequences = isLong ? 300 : 12

test(`${sequences} random lives keep every portfolio apart`, { timeout: 900_000 }, async () => {
  let ranked = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 25, maxLength: 60 }), async (steps) => {
      await using ends = new AsyncDisposableStack()
      const env = { LEAGUES_OWNED_MAX: '50', LEAGUES_JOINED_MAX: '50' }
      const school = await createSchool({ env, atEnd: (end) => ends.defer(end) })
      const learners = [school.teacher]
      while (learners.length < people) learners.push(await school.signUp())
      const life = new Life(school, learners, await Promise.all(learners.map(userIdOf)))
      await life.create(0, 0)
      for (const place of [1, 2]) await life.run({ step: 'join', who: place, which: 0 })
      for (const [index, step] of steps.entries()) {
        await life.run(step)
        if (index % 10 === 9) await life.check()
      }
      await life.check()
      ranked += life.ranked
    }),
    { numRuns: sequences, interruptAfterTimeLimit: 800_000 },
  )
  // Otherwise too little was compared.
  expect(ranked).toBeGreaterThan(sequences)
})
