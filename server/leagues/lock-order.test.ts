// What waits for a locked portfolio never holds a league or an account that the holder still needs.
import { asDay, dayMs, hourMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { leave } from '../account/testing/leaving.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { learn } from '../ledger/testing/split-ledger.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { buy, createLeague, createSchool, join, startsIn, userIdOf } from './testing/league.ts'

const low = { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 1, price: 50, lasts: 'gtc' }

/** The read is answered before the deletion, or finds nothing any more. */
const afterOrBefore = [200, 401, 404]

/** The first work takes the lock of the portfolio before the second one waits for it. */
async function inOrder<One, Two>(
  { db }: Pick<Awaited<ReturnType<typeof createSchool>>, 'db'>,
  first: () => Promise<One>,
  second: () => Promise<Two>,
) {
  const release = await holdTransaction(db, (tx) => tx.query('select from portfolio for update'))
  const one = first()
  await expect.poll(() => countLockWaits(db)).toBe(1)
  const two = second()
  await expect.poll(() => countLockWaits(db)).toBe(2)
  await release()
  return [await one, await two] as const
}

test.each(['a deletion of the account', 'a removal'])(
  'a portfolio with an open order is closed at the end beside %s',
  async (what) => {
    const school = await createSchool()
    const { teacher, db, app, logLines } = school
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    const pupil = await school.signUp()
    const { portfolio } = await join(pupil, league)
    await buy(pupil, { portfolio })
    await pupil.post('/api/orders', { ...low, portfolio })
    school.pass(hourMs)
    const [gone, owner, id] = [await pupil.renew(), await teacher.renew(), await userIdOf(pupil)]
    // Stores the prices of the end, which the closing needs.
    await owner.get(`/api/portfolio?portfolio=${league.portfolio}`)
    const [read, other] = await inOrder(
      school,
      () => gone.get(`/api/portfolio?portfolio=${portfolio}`),
      () =>
        what === 'a removal'
          ? owner.delete(`/api/leagues/${league.id}/members/${id}`)
          : leave(app, gone.token),
    )
    expect(other.statusCode).toBe(what === 'a removal' ? 409 : 200)
    expect(afterOrBefore).toContain(read.statusCode)
    expect(logLines.filter((line) => line.includes('deadlock'))).toEqual([])
    await expectCleanAudit(db)
  },
)

test('a split is applied beside a deletion of the account', async () => {
  const school = await createSchool()
  const { db, app, logLines } = school
  const pupil = await school.signUp()
  expect(
    (await pupil.post('/api/buy', { ticker: 'AAPL', quantity: 10, price: 100 })).statusCode,
  ).toBe(200)
  school.pass(3 * dayMs)
  await learn(db, { day: asDay('2026-11-16'), ratio: [2, 1] })
  const gone = await pupil.renew()
  const [read, deleted] = await inOrder(
    school,
    () => gone.get('/api/portfolio'),
    () => leave(app, gone.token),
  )
  expect(deleted.statusCode).toBe(200)
  expect(afterOrBefore).toContain(read.statusCode)
  expect(logLines.filter((line) => line.includes('deadlock'))).toEqual([])
})
