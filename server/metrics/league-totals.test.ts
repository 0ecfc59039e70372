// The gauges of leagues count those that run, and who is in them.
import { hourMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { createLeague, createSchool, join, startsIn, userIdOf } from '../leagues/testing/league.ts'
import { createTotals } from './totals.ts'

test('open leagues are counted with their present members, and no others', async () => {
  const school = await createSchool()
  const { teacher, clock, pass } = school
  const totals = async () => {
    const read = createTotals({ ...school, now: () => clock.at, monotonic: () => clock.at })
    const { openLeagues, leagueMembers } = await read()
    return { openLeagues, leagueMembers }
  }
  expect(await totals()).toEqual({ openLeagues: 0, leagueMembers: 0 })
  const league = await createLeague(teacher, { ends_at: startsIn(2) })
  const later = await createLeague(teacher, { starts_at: startsIn(1) })
  const pupils = [await school.signUp(), await school.signUp()] as const
  for (const pupil of pupils) await join(pupil, league)
  await join(pupils[0], later)
  expect(await totals()).toEqual({ openLeagues: 1, leagueMembers: 3 })
  await teacher.delete(`/api/leagues/${league.id}/members/${await userIdOf(pupils[0])}`)
  expect(await totals()).toEqual({ openLeagues: 1, leagueMembers: 2 })
  pass(hourMs)
  expect(await totals()).toEqual({ openLeagues: 2, leagueMembers: 4 })
  pass(hourMs)
  expect(await totals()).toEqual({ openLeagues: 1, leagueMembers: 2 })
})
