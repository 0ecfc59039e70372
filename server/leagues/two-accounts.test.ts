// An owner who enters the own league with a second account: that is allowed, and everybody sees two members.
import { expect, test } from 'vitest'

import {
  boardOf,
  buy,
  codeOf,
  createLeague,
  createSchool,
  join,
  userIdOf,
} from './testing/league.ts'

test('an owner with two accounts is two members, on the board and in the table, and one can be removed', async () => {
  const school = await createSchool()
  const { teacher } = school
  const league = await createLeague(teacher)
  const second = await school.signUp()
  school.pass(90_000)
  const own = await join(second, league)
  expect((await buy(teacher, league, { quantity: 10 })).statusCode).toBe(200)
  expect((await buy(second, own, { quantity: 5 })).statusCode).toBe(200)
  school.scripted.set('AAPL', 110_00)
  school.pass(3_000)
  const ids = [await userIdOf(teacher), await userIdOf(second)]
  for (const learner of [teacher, second]) {
    const { board } = await boardOf(learner, league)
    expect(board.map(({ rank, user_id: id }) => [rank, id])).toEqual([
      [1, ids[0]],
      [2, ids[1]],
    ])
  }
  const path = `/api/leagues/${league.id}`
  expect((await teacher.get(path)).json().members).toBe(2)
  const { members } = (await teacher.get(`${path}/members`)).json()
  expect(members.map(({ user_id: id }: { user_id: string }) => id)).toEqual(ids)
  // The file shows that the second came later.
  const lines = (await teacher.get(`${path}/members.csv`)).body.split('\r\n').slice(1, -1)
  const joined = lines.map((line) => Date.parse(line.split(',')[3] ?? ''))
  expect(joined).toHaveLength(2)
  expect((joined[1] ?? 0) - (joined[0] ?? 0)).toBe(90_000)

  expect((await teacher.delete(`${path}/members/${ids[1]}`)).statusCode).toBe(204)
  expect(codeOf(await second.post(`/api/join/${league.code}`, {}))).toBe('removed')
  const { board } = await boardOf(teacher, league)
  expect(board.map(({ user_id: id }) => id)).toEqual([ids[0]])
})
