// The actions of operators on leagues.
import { randomUUID } from 'node:crypto'

import { hourMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { leave } from '../account/testing/leaving.ts'
import {
  boardOf,
  buy,
  createLeague,
  createSchool,
  join,
  morning,
  startsIn,
  userIdOf,
} from '../leagues/testing/league.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { urlOf } from '../testing/server-process.ts'
import { outcomeOf, startScript } from '../testing/script.ts'
import { isLeagueAction, performOnLeague } from './league-actions.ts'

async function createOperated() {
  const school = await createSchool()
  const admin = (
    action: string,
    league: string,
    { name = null, withSession = false }: { name?: string | null; withSession?: boolean } = {},
  ): Promise<string> => {
    if (!isLeagueAction(action)) throw new Error(`There is no ${action}.`)
    const deps = { db: school.db, now: () => school.clock.at, endsWithSession: () => withSession }
    return performOnLeague(deps, { action, who: league, name, reason: 'A test.' })
  }
  const actions = () =>
    school.db.query('select action, league, person_hash from admin_action order by id')
  return { ...school, admin, actions }
}

test('an operator finds a league by id, code, a part of the name, and its owner', async () => {
  const { admin, teacher, actions } = await createOperated()
  const { id, code = '', owner } = await createLeague(teacher, { name: 'Ökonomie 9b' })
  for (const words of [
    id,
    code,
    `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase(),
    'ökonomie',
  ]) {
    expect(await admin('find-league', words)).toContain(
      `Id: ${id}\nName: Ökonomie 9b\nOwner: ${owner}\nState: open\n`,
    )
  }
  for (const words of [teacher.email, owner ?? '', await userIdOf(teacher)]) {
    expect(await admin('find-league', words)).toContain(`Id: ${id}\n`)
  }
  expect(await actions()).toEqual(
    Array.from({ length: 7 }, () => ({ action: 'find-league', league: id, person_hash: null })),
  )
  await expect(admin('find-league', '100%')).rejects.toThrow('There is no league of 100%.')
  await expect(admin('find-league', randomUUID())).rejects.toThrow('There is no league of')
  const other = await createLeague(teacher, { name: `Beside ${code}` })
  await expect(admin('find-league', teacher.email)).rejects.toThrow(
    `may be several leagues: ${other.id} (Beside ${code}), ${id} (Ökonomie 9b). Please name one`,
  )
  expect(await admin('find-league', code)).toContain(`Id: ${id}\n`)
})

test('an operator renames a league, by the same rules as for everybody', async () => {
  const { admin, teacher } = await createOperated()
  const { id } = await createLeague(teacher)
  expect(await admin('rename-league', id, { name: 'Class 9c' })).toBe(
    'Class 9b is now called Class 9c.',
  )
  expect((await teacher.get(`/api/leagues/${id}`)).json().name).toBe('Class 9c')
  await expect(admin('rename-league', id, { name: 'x' })).rejects.toThrow('cannot be the name')
})

test('an operator ends a league at once, after the trades that were executed', async () => {
  const { admin, teacher, clock, db, runJob, pass } = await createOperated()
  const league = await createLeague(teacher)
  pass(hourMs / 2)
  expect((await buy(teacher, league)).statusCode).toBe(200)
  const ends = new Date(clock.at + 1).toISOString()
  expect(await admin('end-league', league.id)).toBe(`Class 9b ends at ${ends}.`)
  pass(1)
  expect((await buy(teacher, league)).json().code).toBe('contest_over')
  await runJob()
  expect(await boardOf(teacher, league)).toMatchObject({ final: true, board: [{ rank: 1 }] })
  await expectCleanAudit(db)
  await expect(admin('end-league', league.id)).rejects.toThrow('Class 9b is over.')
  const later = await createLeague(teacher, { name: 'Later', starts_at: startsIn(2) })
  await expect(admin('end-league', later.id)).rejects.toThrow('Later has not begun.')
})

test("at a provider's prices a league ends with the session, and never later than before", async () => {
  const { admin, teacher } = await createOperated()
  const [long, short] = [
    await createLeague(teacher),
    await createLeague(teacher, { name: 'Short', ends_at: startsIn(2) }),
  ]
  await admin('end-league', long.id, { withSession: true })
  await admin('end-league', short.id, { withSession: true })
  const endOf = async (id: string) => (await teacher.get(`/api/leagues/${id}`)).json().ends_at
  expect(new Date(morning).toISOString()).toBe('2026-11-13T15:30:00.000Z')
  expect(await endOf(long.id)).toBe('2026-11-13T21:00:00.000Z')
  expect(await endOf(short.id)).toBe('2026-11-13T17:30:00.000Z')
})

test('an operator gives a league to another member, also one whose owner is gone, and to nobody else', async () => {
  const { admin, app, teacher, ...school } = await createOperated()
  const league = await createLeague(teacher)
  const [pupil, former, stranger] = [
    await school.signUp(),
    await school.signUp(),
    await school.signUp(),
  ]
  await stranger.get('/api/account')
  await join(pupil, league)
  await buy(former, await join(former, league))
  await former.delete(`/api/leagues/${league.id}/members/${await userIdOf(former)}`)
  for (const one of [former, stranger]) {
    await expect(admin('give-league', league.id, { name: one.email })).rejects.toThrow(
      'is not a member of Class 9b.',
    )
  }
  expect((await leave(app, teacher.token)).statusCode).toBe(200)
  const { display_name: name } = (await pupil.get('/api/account')).json()
  expect(await admin('give-league', league.id, { name })).toBe(`Class 9b is now ${name}'s.`)
  const own = (await pupil.get(`/api/leagues/${league.id}`)).json()
  expect(own).toMatchObject({ role: 'owner', owner: name, code: league.code })
})

test('the command line takes actions on leagues, and says how they are used', async () => {
  const { connection, teacher, actions, signUp } = await createOperated()
  const league = await createLeague(teacher, {
    ends_at: new Date(Date.now() + hourMs).toISOString(),
  })
  const pupil = await signUp()
  await join(pupil, league)
  const env = { DATABASE_URL: urlOf(connection), IDENTITY_SECRET: 's'.repeat(32) }
  const run = (...args: string[]) => outcomeOf(startScript('admin.ts', env, { args }))
  const why = ['--reason', 'A test.']
  expect(await run('find-league', '9b')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Id: ${league.id}\n`),
  })
  for (const args of [
    ['end-league', '9b'],
    ['give-league', '9b', ...why],
    ['find-league', ' '],
  ]) {
    expect(await run(...args)).toMatchObject({ code: 2, output: expect.stringContaining('LEAGUE') })
  }
  const given = await run('give-league', '9b', pupil.email, ...why)
  expect(given).toMatchObject({ code: 0, complaint: '' })
  const renamed = await run('rename-league', '9b', 'Class 10b', ...why)
  expect(renamed).toMatchObject({ code: 0, output: 'Class 9b is now called Class 10b.\n' })
  const ended = await run('end-league', 'class 10', ...why)
  expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/^Class 10b ends at 20/) })
  expect((await actions()).map((row) => (row as { action: string }).action)).toEqual([
    'find-league',
    'give-league',
    'rename-league',
    'end-league',
  ])
})
