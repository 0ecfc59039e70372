// Guests are deleted a week after the end: no name is left in the database, and boards, proofs and files keep their rows.
import { dayMs } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { joinAsGuest } from '../leagues/testing/guests.ts'
import { auditOf } from './testing/audit.ts'
import { boardOf } from '../leagues/testing/league.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { verifyProof } from '../lessons/verify.ts'
import { createWorld } from '../testing/world.ts'
import { deleteGuests } from './delete-job.ts'

const warnings: unknown[] = []
const log = { warn: (...line: unknown[]) => void warnings.push(line) }

const runJob = ({ db, clock }: Pick<Class, 'db' | 'clock'>) =>
  deleteGuests({ db, now: () => clock.at, log })

/** Every row of every table as text, as in a dump. */
async function dumpOf({ db }: Pick<Class, 'db'>): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts = []
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

const guestsIn = async ({ db }: Pick<Class, 'db'>): Promise<number> =>
  (await db.query("select from account where issuer = 'guest'")).length

async function createEnded() {
  const here = await createClass({ pupils: 1 })
  const anna = await joinAsGuest(here.app, here.lesson, 'Annabella Zq')
  const berta = await joinAsGuest(here.app, here.lesson, 'Bertalina Zq')
  await here.start()
  for (const pupil of [anna, berta, ...here.pupils])
    await here.trade(pupil, 'buy', { ticker: 'C', quantity: pupil === anna ? 3 : 2 })
  await here.press('end')
  here.pass(2_000)
  await here.settles()
  return { here, anna, berta }
}

test('a week after the end the guests are deleted: no name is left, and the board keeps its ranks', async () => {
  const { here, anna } = await createEnded()
  const { teacher, lesson } = here
  const before = await boardOf(teacher, lesson)
  expect(await dumpOf(here)).toContain('Annabella Zq')
  here.pass(7 * dayMs - 60_000)
  await runJob(here)
  expect(await guestsIn(here)).toBe(2)
  here.pass(60_000)
  await runJob(here)
  expect(warnings).toEqual([])
  expect(await guestsIn(here)).toBe(0)
  const dump = await dumpOf(here)
  for (const word of ['Annabella', 'Bertalina']) expect(dump).not.toContain(word)
  expect(dump).not.toContain(anna.portfolio)
  expect((await anna.learner.get(here.path)).statusCode).toBe(401)

  const shown = async () =>
    (await boardOf(teacher, lesson)).board
      .filter(({ user_id }) => user_id === null)
      .map(({ display_name }) => display_name)
  await expect.poll(shown, { timeout: 5_000 }).toEqual(['Guest 1', 'Guest 2'])
  const after = await boardOf(teacher, lesson)
  const valuesOf = ({ board }: typeof before) =>
    board.map(({ rank, current_value }) => [rank, current_value])
  expect(valuesOf(after)).toEqual(valuesOf(before))
  const proof = (await teacher.get(`${here.path}/proof`)).json()
  expect(proof.deleted_members).toBe(2)
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 2 })
  const { body } = await teacher.get(`${here.path}/members.csv`)
  expect(body).not.toContain('Zq')
  expect(await auditOf(here.db)).toEqual([])
})

test('a guest who kept the result is not deleted', async () => {
  const { here, anna } = await createEnded()
  await anna.browser.signUp('anna@school.example')
  const headers = { authorization: `Bearer ${await anna.browser.token()}` }
  const kept = await anna.browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
  expect(kept.statusCode).toBe(200)
  here.pass(8 * dayMs)
  await runJob(here)
  const { board } = await boardOf(here.teacher, here.lesson)
  expect(board.filter(({ user_id }) => user_id === null)).toHaveLength(1)
})

test('two nodes delete each guest once, without a warning', async () => {
  const { here } = await createEnded()
  const { db } = await createWorld({ connection: here.connection, market: here.scripted })
  here.pass(8 * dayMs)
  await Promise.all([runJob(here), runJob({ db, clock: here.clock })])
  expect(warnings).toEqual([])
  expect(await guestsIn(here)).toBe(0)
})

test('the guests of a lobby that was never started, and of a lesson that was deleted, are deleted too', async () => {
  const here = await createClass({ pupils: 0 })
  await joinAsGuest(here.app, here.lesson, 'Anna')
  here.pass(7 * dayMs + 60_000)
  await here.settles()
  await runJob(here)
  expect(await guestsIn(here)).toBe(1)
  here.pass(7 * dayMs)
  await runJob(here)
  expect(await guestsIn(here)).toBe(0)

  const other = await createClass({ pupils: 0 })
  const { learner } = await joinAsGuest(other.app, other.lesson, 'Anna')
  expect((await other.teacher.delete(other.path)).statusCode).toBe(204)
  expect((await learner.get(other.path)).statusCode).toBe(404)
  await runJob(other)
  expect(await guestsIn(other)).toBe(0)
  expect(await dumpOf(other)).not.toContain('Anna')
})

test('the audit tells of a guest without a name, and of a name of a guest on an account', async () => {
  const { here } = await createEnded()
  expect(await auditOf(here.db)).toEqual([])
  await here.db.query(
    `update membership set name = case when a.issuer = 'guest' then null else 'Carla' end,
       name_key = case when a.issuer = 'guest' then null else 'carla' end
     from account a where a.id = account_id and (name like 'Anna%' or a.id <> (
       select owner_id from contest where id = contest_id
     ) and a.issuer <> 'guest')`,
  )
  const lines = await auditOf(here.db)
  expect(lines.map((line) => line.replace(/^.*?\): /, '')).toSorted()).toEqual([
    'its guest has no name.',
    'its member has an account and the name of a guest.',
  ])
})
