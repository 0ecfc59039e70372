import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { StartProblem } from '../errors.ts'
import type { Db } from './handle.ts'
import { migrate } from './migrate.ts'
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
