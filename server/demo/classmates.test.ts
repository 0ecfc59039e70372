// The classmates of the demo come into a lesson one by one, and trade in it as everybody does.
import { expect, onTestFinished, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { boardOf } from '../leagues/testing/league.ts'
import { createClass } from '../leagues/testing/lesson.ts'

test('twenty classmates come into a lobby and trade', { timeout: 120_000 }, async () => {
  // Registered before the world, so that time goes on until all orders are answered.
  let timer: NodeJS.Timeout | undefined
  onTestFinished(() => clearInterval(timer))
  const here = await createClass({ pupils: 0, options: { classmatesEveryMs: 20 } })
  const { db, lesson, teacher, clock } = here
  await db.query(
    `insert into account (issuer, subject, display_name, name_key, created_at)
     select 'test', 'demo trader ' || n, 'Trader ' || n, 'trader' || n, now() from generate_series(1, 25) n`,
  )
  const countMembers = async () => (await here.read()).members
  await expect.poll(countMembers, { timeout: 60_000, interval: 200 }).toBe(20)
  await here.start()
  timer = setInterval(() => (clock.at += 100), 25)
  const countTraders = async () => {
    const [row] = await db.query<{ people: number }>(
      'select count(distinct portfolio_id)::int as people from trade',
    )
    return row?.people ?? 0
  }
  await expect.poll(countTraders, { timeout: 60_000, interval: 100 }).toBeGreaterThan(7)
  expect((await boardOf(teacher, lesson)).board.some(({ rank }) => rank === 1)).toBe(true)
  await expectCleanAudit(db)
})
