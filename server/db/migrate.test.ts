import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { StartProblem } from '../errors.ts'
import type { Db } from './handle.ts'
import { migrate, readAppliedNames } from './migrate.ts'
import { openFreshDb } from '../testing/databases.ts'
import { tempFolder } from '../testing/temp-folder.ts'

let db: Db
let folder: string

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

beforeEach(async () => {
  db = await openFreshDb('empty')
  folder = await tempFolder()
  await write('0001-a.sql', 'create table a (id int); insert into a values (1);')
})

test('each file is applied once, in order', async () => {
  await write('0002-b.sql', 'insert into a values (2);')
  expect(await migrate(db, folder)).toEqual(['0001-a.sql', '0002-b.sql'])
  expect(await migrate(db, folder)).toEqual([])
  await write('0003-c.sql', 'insert into a values (3);')
  expect(await migrate(db, folder)).toEqual(['0003-c.sql'])
  expect(await db.query('select id from a order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('many nodes that start together apply it once', async () => {
  await write('0002-slow.sql', 'select pg_sleep(0.3); insert into a values (2);')
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(db, folder)))
  expect(applied.flat()).toHaveLength(2)
  expect(await db.query('select id from a order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('a file that fails leaves nothing behind', async () => {
  await write('0002-bad.sql', 'insert into a values (2); select 1 / 0;')
  await expect(migrate(db, folder)).rejects.toThrow('Migration 0002-bad.sql failed.')
  await write('0002-bad.sql', 'insert into a values (3);')
  await migrate(db, folder)
  expect(await db.query('select id from a order by id')).toEqual([{ id: 1 }, { id: 3 }])
})

test('a file with other line ends is the same file', async () => {
  await write('0001-a.sql', 'create table a (\n  id int\n);')
  await migrate(db, folder)
  await write('0001-a.sql', 'create table a (\r\n  id int\r\n);')
  expect(await migrate(db, folder)).toEqual([])
})

describe('a migration that also works with the version before it', () => {
  beforeEach(async () => {
    await write('0002-b.sql', '-- Works since 0001-a.sql.\nalter table a add column b int;')
    await migrate(db, folder)
  })

  test('is applied once', async () => {
    expect(await migrate(db, folder)).toEqual([])
    expect(await readAppliedNames(db)).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  test('lets that version start, also one that knows nothing of such migrations', async () => {
    await rm(join(folder, '0002-b.sql'))
    expect(await migrate(db, folder)).toEqual([])
    // The versions before looked at this table alone.
    expect(await db.query('select name from migration')).toEqual([{ name: '0001-a.sql' }])
  })

  test('keeps an older version out', async () => {
    await write('0003-c.sql', '-- Works since 0002-b.sql.\nalter table a drop column id;')
    await migrate(db, folder)
    await rm(join(folder, '0003-c.sql'))
    expect(await migrate(db, folder)).toEqual([])
    await rm(join(folder, '0002-b.sql'))
    await expect(migrate(db, folder)).rejects.toThrow(/0003-c.sql, which this version does not/)
  })

  test('is noticed where it was edited', async () => {
    await write('0002-b.sql', '-- Works since 0001-a.sql.\nselect 1;')
    await expect(migrate(db, folder)).rejects.toThrow(/0002-b.sql was edited/)
  })
})

test('a migration that works since a version with this table is told to all versions before it', async () => {
  await write('0030-b.sql', '-- Works since 0025-nodes.sql.\nselect 1;')
  await migrate(db, folder)
  expect(await db.query('select name from migration order by name')).toEqual([
    { name: '0001-a.sql' },
    { name: '0030-b.sql' },
  ])
})

test.each([
  [
    'an edited file',
    async () => write('0001-a.sql', 'create table a (id bigint);'),
    /0001-a.sql was edited/,
  ],
  [
    'a file that came later with an earlier number',
    async () => write('0000-z.sql', 'select 1;'),
    /0000-z.sql comes before 0001-a.sql/,
  ],
  [
    'a database from a newer version',
    async () => rm(join(folder, '0001-a.sql')),
    /0001-a.sql, which this version does not know/,
  ],
])('%s is noticed', async (_case, change, sentence) => {
  await migrate(db, folder)
  await change()
  const attempt = migrate(db, folder)
  await expect(attempt).rejects.toThrow(StartProblem)
  await expect(attempt).rejects.toThrow(sentence)
})
