// Changes of the rules that wait for a lock while the league begins, and what a trade keeps.
import { hourMs, minuteMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { readDepsOf } from '../ledger/testing/read-deps.ts'
import { createLog } from '../log.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { runLeagues } from './end-job.ts'
import { boardOf, buy, codeOf, createLeague, createSchool, startsIn } from './testing/league.ts'

const tradesIn = (quantity: number) => ({ holdings: [expect.objectContaining({ quantity })] })

/** A league of a teacher alone. What the teacher sends before the start is decided after a trade. */
async function createRace() {
  const school = await createSchool()
  const { db, teacher, clock, pass } = school
  const league = await createLeague(teacher, { starts_at: startsIn(1) })
  clock.at = Date.parse(String(league.starts_at)) - 1
  const sendAndTrade = async (send: () => ReturnType<typeof teacher.patch>) => {
    const release = await holdTransaction(db, (tx) =>
      tx.query('select from contest where public_id = $1 for update', [league.id]),
    )
    const sent = send()
    await expect.poll(() => countLockWaits(db)).toBe(1)
    pass(1)
    const bought = await buy(teacher, league)
    expect(bought.statusCode).toBe(200)
    await release()
    return sent
  }
  const portfolio = async () =>
    (await teacher.get(`/api/portfolio?portfolio=${league.portfolio}`)).json()
  return { ...school, league, sendAndTrade, portfolio }
}

describe('a change that is sent before the start and decided after a trade', () => {
  test.each([
    { starting_cash: 20_000 },
    { starting_cash: 10_000, starts_at: startsIn(2) },
    { orders: 'now' },
  ])('is refused, and the trade stays, %j', async (change) => {
    const { teacher, db, league, sendAndTrade, portfolio } = await createRace()
    const answer = await sendAndTrade(() => teacher.patch(`/api/leagues/${league.id}`, change))
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'rules_frozen'])
    expect(await portfolio()).toMatchObject({ cash_balance: 9_000, ...tradesIn(10) })
    await expectCleanAudit(db)
  })

  test('still changes the name and the door, and nothing else', async () => {
    const { teacher, db, league, sendAndTrade, portfolio } = await createRace()
    const change = { name: 'Class 9c', door: 'closed', starting_cash: league.starting_cash }
    const answer = await sendAndTrade(() => teacher.patch(`/api/leagues/${league.id}`, change))
    expect(answer.json()).toMatchObject({ name: 'Class 9c', door: 'closed', state: 'open' })
    expect(await portfolio()).toMatchObject({ cash_balance: 9_000, ...tradesIn(10) })
    await expectCleanAudit(db)
  })
})

test('a start that is moved beside the job that begins the league has no opening prices yet', async () => {
  const { teacher, db, market, scripted, clock, pass, runJob } = await createSchool()
  const league = await createLeague(teacher, { starts_at: startsIn(1) })
  const start = Date.parse(String(league.starts_at))
  clock.at = start - 1
  const release = await holdTransaction(db, (tx) =>
    tx.query('select from contest where public_id = $1 for update', [league.id]),
  )
  const moved = teacher.patch(`/api/leagues/${league.id}`, { starts_at: startsIn(30) })
  await expect.poll(() => countLockWaits(db)).toBe(1)
  const now = () => start
  const deps = { ...readDepsOf(db, market, now), log: createLog('silent'), now }
  const job = runLeagues(deps)
  await expect.poll(() => countLockWaits(db)).toBe(2)
  await release()
  expect((await moved).json().starts_at).toBe(startsIn(30))
  await job
  scripted.set('MSFT', 200_00)
  pass(30 * hourMs)
  await runJob()
  expect((await boardOf(teacher, league)).market).toEqual({ roi_percentage: 0 })
})

test('an early end counts its day from when it is decided', async () => {
  const { teacher, league, clock, sendAndTrade, pass } = await createRace()
  pass(minuteMs)
  const answer = await sendAndTrade(() => teacher.post(`/api/leagues/${league.id}/end`, {}))
  expect(Date.parse(answer.json().ends_at)).toBe(clock.at + 24 * hourMs)
})
