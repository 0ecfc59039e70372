// The audit compares portfolios in leagues with the members, the times and the final boards.
import { hourMs, minuteMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { report } from '../audit.ts'
import type { Db } from '../db/handle.ts'
import {
  buy,
  createLeague,
  createSchool,
  join,
  startsIn,
  userIdOf,
} from '../leagues/testing/league.ts'

async function auditOf(db: Db, fix = false) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await report({ db, fix, say, showProgress: () => undefined })
  return { code, said: lines.slice(0, -1).map((line) => line.replace(/^.*?\): /, '')) }
}

const clean = { code: 0, said: [] }

/** A league that ends in an hour, with a member who has bought a stock and one who left after a trade. */
async function createAudited() {
  const school = await createSchool()
  const league = await createLeague(school.teacher, { ends_at: startsIn(1) })
  school.pass(minuteMs)
  const [pupil, former] = [await school.signUp(), await school.signUp()]
  for (const member of [pupil, former]) await buy(member, await join(member, league))
  await former.delete(`/api/leagues/${league.id}/members/${await userIdOf(former)}`)
  const end = async () => {
    school.pass(hourMs)
    await school.runJob()
  }
  return { ...school, league, end, damage: (statement: string) => school.db.query(statement) }
}

test('a league is clean while it runs, between its end and the job, and with its final board', async () => {
  const { db, pass, runJob } = await createAudited()
  expect(await auditOf(db)).toEqual(clean)
  pass(2 * hourMs)
  expect(await auditOf(db)).toEqual(clean)
  await runJob()
  expect(await db.query('select from final_place')).toHaveLength(2)
  expect(await auditOf(db)).toEqual(clean)
})

test('a portfolio that no member has is told', async () => {
  const { db, damage } = await createAudited()
  await damage('delete from membership where left_at is not null')
  expect(await auditOf(db)).toEqual({ code: 1, said: ['no member of its league has it.'] })
})

test('trades before the start and at the end or later are told', async () => {
  const { db, damage } = await createAudited()
  const move = (which: string, ms: number) =>
    damage(
      `update contest set ${which} = (select min(at) from trade) + interval '${ms} ms' where kind = 'league'`,
    )
  await move('ends_at', 0)
  const { said } = await auditOf(db)
  expect(said).toHaveLength(2)
  for (const line of said)
    expect(line).toMatch(/^trade \d+ is not between the start and the end of its league\.$/)
  await move('ends_at', 2)
  await move('starts_at', 0)
  expect(await auditOf(db)).toEqual(clean)
  await move('starts_at', 1)
  expect(await auditOf(db)).toEqual({ code: 1, said })
})

test('a portfolio that was closed after the end is told', async () => {
  const { db, damage, end } = await createAudited()
  await end()
  await damage(
    "update portfolio set closed_at = closed_at + interval '30 minutes' where contest_id <> 1",
  )
  expect((await auditOf(db)).said).toEqual([
    'it was closed after the end of its league.',
    'it was closed after the end of its league.',
  ])
})

test('an open portfolio beside a final board is told', async () => {
  const { db, damage, end } = await createAudited()
  await end()
  await damage(
    `update portfolio set closed_at = null, closing_prices = null, final_cents = null
     where contest_id <> 1 and first_trade_at is null`,
  )
  expect((await auditOf(db)).said).toEqual(['it is open, and its league has a final board.'])
})

test('a final board that differs from the portfolios, or lacks one, is told, and not mended', async () => {
  const { db, damage, end } = await createAudited()
  await end()
  await damage('update final_place set value_cents = value_cents + 1 where rank = 1')
  await damage('delete from final_place where rank is null')
  await damage(
    'update portfolio set cash_cents = cash_cents + 1 where contest_id <> 1 and first_trade_at is null',
  )
  const found = {
    code: 1,
    said: [
      'cash is $10,000.01, trades say $10,000.00; it is missing on the final board of its league.',
      'the final value is $10,000.00, the final board says $10,000.01.',
    ],
  }
  expect(await auditOf(db)).toEqual(found)
  expect(await auditOf(db, true)).toEqual(found)
})

test('a database that no newer version has opened yet needs no table of leagues', async () => {
  const { db, damage } = await createAudited()
  await damage('drop table membership, final_place')
  expect(await auditOf(db)).toEqual(clean)
})
