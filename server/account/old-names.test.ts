// Names from the time when only their letters had to differ: the migration finds others for those that look alike.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { toTheEye } from '@tengrand/core/display-name.ts'
import { expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { freshDatabase } from '../testing/world.ts'

const migrations = join(import.meta.dirname, '../migrations')

/** As it was before names had to look different. */
async function olderDatabase(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-migrations-'))
  const db = openDb(await freshDatabase('empty'))
  onTestFinished(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })
  for (const name of await readdir(migrations)) {
    if (name < '0008') await copyFile(join(migrations, name), join(folder, name))
  }
  await migrate(db, folder)
  return db
}

async function namesAfter(before: readonly string[]): Promise<string[]> {
  const db = await olderDatabase()
  await db.query(
    `insert into account (issuer, subject, display_name, cash_cents, created_at)
     select 'test', place, name, 0, now() from unnest($1::text[]) with ordinality as t (name, place)
     order by place`,
    [before],
  )
  await migrate(db)
  const rows = await db.query<{ name: string }>(
    'select display_name as name from account order by id',
  )
  return rows.map(({ name }) => name)
}

test('whoever came first keeps the name, the others get a number', async () => {
  expect(
    await namesAfter(['Fair Ocelot', 'Fa1r Ocelot', 'Quiet Heron', 'Fair_0celot', 'FairOcelot 2']),
  ).toEqual(['Fair Ocelot', 'Fa1r Ocelot 3', 'Quiet Heron', 'Fair_0celot 4', 'FairOcelot 2'])
})

test('a name that would be too long gives up its end, and all of them differ', async () => {
  const long = ['Oooooooooooooooooooooo x', '0ooooooooooooooooooooo x']
  const many = Array.from(
    { length: 12 },
    (_, index) => `${'o'.repeat(index)}0${'o'.repeat(23 - index)}`,
  )
  const names = await namesAfter([...long, ...many])
  expect(names.slice(0, 3)).toEqual([long[0], '0ooooooooooooooooooooo 2', many[0]])
  expect(Math.max(...names.map((name) => name.length))).toBe(24)
  expect(names.filter((name) => /  |^ | $/.test(name))).toEqual([])
  expect(new Set(names.map(toTheEye)).size).toBe(names.length)
})
