// Members and owners of leagues who delete their accounts: before the end, after it, and during what happens in the league.
import { hourMs, minuteMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import { dumpOf, leave } from '../account/testing/leaving.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import type { Learner } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'
import {
  boardOf,
  buy,
  createLeague,
  createSchool,
  join,
  startsIn,
  userIdOf,
} from './testing/league.ts'

const remove = async (learner: Learner, app: Parameters<typeof leave>[0]) =>
  expect((await leave(app, learner.token)).statusCode).toBe(200)

/** A league with three pupils, who have bought 30, 20 and 10 stocks that then became dearer. */
async function createClass() {
  const school = await createSchool()
  const { teacher, scripted } = school
  const league = await createLeague(teacher, { ends_at: startsIn(1) })
  const pupils: Learner[] = []
  for (const quantity of [30, 20, 10]) {
    const pupil = await school.signUp()
    const { portfolio } = await join(pupil, league)
    expect((await buy(pupil, { portfolio }, { quantity })).statusCode).toBe(200)
    pupils.push(pupil)
  }
  scripted.set('AAPL', 110_00)
  const [first, second, third] = pupils as [Learner, Learner, Learner]
  const end = async () => {
    school.pass(hourMs)
    await school.runJob()
  }
  return { ...school, league, first, second, third, end }
}

const placesOf = async (learner: Learner, league: { readonly id: string }) =>
  (await boardOf(learner, league)).board.map(({ rank, user_id, roi_percentage }) => ({
    rank,
    user_id,
    roi_percentage,
  }))

test('a league whose owner is gone runs to its end, and says that it has none', async () => {
  const { app, db, teacher, league, first, third, end, logLines } = await createClass()
  await remove(teacher, app)
  const seen = (await first.get(`/api/leagues/${league.id}`)).json()
  expect(seen).toMatchObject({ owner: null, role: 'member', members: 3, state: 'open' })
  expect((await buy(first, seen, { quantity: 1, price: 110 })).statusCode).toBe(200)
  const invited = await app.inject(`/api/join/${league.code}`)
  expect(invited.json()).toMatchObject({ owner: null, members: 3 })
  await end()
  const again = await third.renew()
  expect(await boardOf(again, league)).toMatchObject({ final: true, board: [{}, {}, {}] })
  await expectCleanAudit(db)
  expect(logLines.filter((line) => /deadlock/.test(line))).toEqual([])
})

test('a league that only its owner was in is deleted with the account, also after its end', async () => {
  const school = await createSchool()
  const { app, db, teacher, pass } = school
  const open = await createLeague(teacher)
  const ended = await createLeague(teacher, { ends_at: startsIn(1) })
  expect((await buy(teacher, ended)).statusCode).toBe(200)
  pass(hourMs)
  await school.runJob()
  const gone = await teacher.renew()
  await remove(gone, app)
  for (const { code } of [open, ended]) {
    expect((await app.inject(`/api/join/${code}`)).json().code).toBe('unknown_code')
  }
  expect(await db.query(`select from contest where kind = 'league'`)).toEqual([])
  expect(await db.query('select from final_place')).toEqual([])
  await expectCleanAudit(db)
})

test('a league without members is deleted with the last account', async () => {
  const { app, db, teacher, ...school } = await createSchool()
  const later = await createLeague(teacher, { starts_at: startsIn(1) })
  const open = await createLeague(teacher)
  const pupil = await school.signUp()
  await join(pupil, later)
  await join(pupil, open)
  await teacher.delete(`/api/leagues/${later.id}/members/${await userIdOf(pupil)}`)
  await remove(teacher, app)
  const names = () => db.query(`select public_id as id from contest where kind = 'league'`)
  expect(await names()).toEqual([{ id: open.id }])
  const late = await school.signUp()
  await late.post(`/api/join/${open.code}`, { organiser_name: 'Anna S., 9b' })
  expect(await db.query('select from membership where organiser_name is not null')).toEqual([])
  for (const learner of [pupil, late]) await remove(learner, app)
  expect(await names()).toEqual([])
  await expectCleanAudit(db)
})

test('the names for an organiser who is gone are deleted; those of other leagues stay', async () => {
  const { app, db, teacher, league, first, ...school } = await createClass()
  const other = await createLeague(first)
  const pupil = await school.signUp()
  const joinAs = (code: string | undefined, organiser_name: string) =>
    pupil.post(`/api/join/${code}`, { organiser_name })
  await joinAs(league.code, 'Anna S., 9b')
  await joinAs(other.code, 'Anna the swimmer')
  await remove(teacher, app)
  expect(
    await db.query('select organiser_name from membership where organiser_name > $1', ['']),
  ).toEqual([{ organiser_name: 'Anna the swimmer' }])
})

test('a member who is gone is off the live board, the others move up, and nothing of them is left', async () => {
  const { app, db, league, ...school } = await createClass()
  const { first, second, third } = school
  const pupil = await school.signUp()
  const named = { organiser_name: 'Anna S., 9b' }
  const joined = await pupil.post(`/api/join/${league.code}`, named)
  await buy(pupil, joined.json(), { quantity: 40, price: 110 })
  const { user_id, display_name } = (await first.get('/api/account')).json()
  const before = await dumpOf(db)
  const words = [user_id, display_name]
  expect([...words, 'Anna S., 9b'].filter((word) => !before.includes(word))).toEqual([])
  await remove(first, app)
  await remove(pupil, app)
  expect(await placesOf(third, league)).toEqual([
    { rank: 1, user_id: await userIdOf(second), roi_percentage: 2 },
    { rank: 2, user_id: await userIdOf(third), roi_percentage: 1 },
    { rank: null, user_id: await userIdOf(school.teacher), roi_percentage: 0 },
  ])
  const after = await dumpOf(db)
  expect([...words, 'Anna S., 9b'].filter((word) => after.includes(word))).toEqual([])
  await expectCleanAudit(db)
})

test('a final board keeps the ranks, and shows that an account was deleted', async () => {
  const { app, db, teacher, league, first, second, end } = await createClass()
  await end()
  const [reader, gone] = [await teacher.renew(), await first.renew()]
  const before = await boardOf(reader, league)
  expect(before.board.map(({ rank }) => rank)).toEqual([1, 2, 3, null])
  await remove(gone, app)
  const { board } = await boardOf(reader, league)
  const [winner, ...others] = before.board
  expect(board).toEqual([{ ...winner, user_id: null, display_name: 'Account deleted' }, ...others])
  const members = (await reader.get(`/api/leagues/${league.id}/members`)).json().members
  expect(members.map(({ rank }: { rank: number | null }) => rank)).toEqual([2, 3, null])
  const csv = (await reader.get(`/api/leagues/${league.id}/members.csv`)).body.split('\r\n')
  expect(csv.slice(1, -1).map((line) => line.split(',', 1)[0])).toEqual(['2', '3', ''])
  expect(others[0]?.user_id).toBe(await userIdOf(await second.renew()))
  await expectCleanAudit(db)
})

test('somebody who was removed leaves no portfolio behind', async () => {
  const { app, db, teacher, league, first } = await createClass()
  const removed = await teacher.delete(`/api/leagues/${league.id}/members/${await userIdOf(first)}`)
  expect(removed.statusCode).toBe(204)
  await remove(first, app)
  expect(await db.query('select from membership where removed_at is not null')).toEqual([])
  expect(await db.query('select from portfolio where contest_id <> 1')).toHaveLength(3)
  await expectCleanAudit(db)
})

describe('a deletion does not fail', () => {
  test('while the final board is stored', async () => {
    const { app, db, teacher, league, first, pass, runJob } = await createClass()
    pass(hourMs)
    const [reader, gone] = [await teacher.renew(), await first.renew()]
    const letGo = await holdTransaction(db, (tx) =>
      tx.query('lock table final_place in share mode'),
    )
    const settling = runJob()
    await expect.poll(() => countLockWaits(db), { timeout: 10_000 }).toBeGreaterThan(0)
    const waiting = await countLockWaits(db)
    const leaving = leave(app, gone.token)
    await expect.poll(() => countLockWaits(db), { timeout: 10_000 }).toBeGreaterThan(waiting)
    await letGo()
    await settling
    expect((await leaving).statusCode).toBe(200)
    const { board, final } = await boardOf(reader, league)
    expect(final).toBe(true)
    expect(board[0]).toMatchObject({ rank: 1, user_id: null, display_name: 'Account deleted' })
    await expectCleanAudit(db)
  })

  test.each(['join', 'deletion'] as const)(
    'beside a join, where the %s is first',
    async (first) => {
      const { app, db, scripted, connection, clock, ...school } = await createClass()
      const node = await createWorld({ connection, market: scripted, now: () => clock.at })
      const another = await createLeague(school.first)
      const letGo = await holdTransaction(db, (tx) => tx.query('select from contest for update'))
      const work = {
        join: () => school.second.post(`/api/join/${another.code}`, {}),
        deletion: () => leave(node.app, school.second.token),
      }
      const second = first === 'join' ? 'deletion' : 'join'
      const one = work[first]()
      await expect.poll(() => countLockWaits(db), { timeout: 10_000 }).toBe(1)
      const other = work[second]()
      await expect.poll(() => countLockWaits(db), { timeout: 10_000 }).toBe(2)
      await letGo()
      expect([(await one).statusCode, (await other).statusCode]).toEqual(
        first === 'join' ? [201, 200] : [200, 401],
      )
      expect(await placesOf(school.first, another)).toHaveLength(1)
      expect((await app.inject(`/api/join/${another.code}`)).json().members).toBe(1)
      await expectCleanAudit(db)
    },
  )

  test('while members trade, are removed and the league ends, on two nodes', async () => {
    const { app, db, scripted, connection, clock, runJob, pass, league, teacher, ...school } =
      await createClass()
    const node = await createWorld({ connection, market: scripted, now: () => clock.at })
    const signedUp = await Promise.all(Array.from({ length: 8 }, () => school.signUp()))
    const joined = await Promise.all(signedUp.map((pupil) => join(pupil, league)))
    pass(hourMs - minuteMs)
    const pupils = await Promise.all(signedUp.map((pupil) => pupil.renew()))
    const owner = await teacher.renew()
    const userIds = await Promise.all(pupils.map(userIdOf))
    const trades = pupils.flatMap((pupil, index) =>
      [app, node.app].map((at) =>
        buy(pupil.at(at), joined[index] ?? league, { quantity: 1, price: 110 }),
      ),
    )
    const removals = userIds
      .slice(0, 4)
      .map((id) => owner.delete(`/api/leagues/${league.id}/members/${id}`))
    const leavings = pupils.slice(2).map(({ token }) => leave(node.app, token))
    pass(minuteMs)
    const [left] = await Promise.all([Promise.all(leavings), runJob(), ...removals, ...trades])
    expect(left.map(({ statusCode }) => statusCode)).toEqual(left.map(() => 200))
    await runJob()
    expect((await boardOf(await school.first.renew(), league)).final).toBe(true)
    await expectCleanAudit(db)
  })
})
