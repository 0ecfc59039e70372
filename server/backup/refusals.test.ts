// What is not restored, with a sentence that says why, and a database that stays as it was.
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import type { Connection } from '../db/handle.ts'
import { StartProblem } from '../start-problem.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { freshDatabase } from '../testing/databases.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import {
  auditOf,
  backedUp,
  contentOf,
  inside,
  newFile,
  opened,
  restored,
} from './testing/backups.ts'

async function newSource(): Promise<Connection> {
  const source = await freshDatabase()
  await inside(source, (db) =>
    db.query("insert into waitlist values ('ann@school.example', now(), now())"),
  )
  return source
}

let kept: Promise<Buffer> | undefined
/** A file of its own for each test, with the same backup in it. */
async function goodBackup(): Promise<string> {
  kept ??= newSource()
    .then(backedUp)
    .then((file) => readFile(file))
  const file = await newFile()
  await writeFile(file, await kept)
  return file
}

/** The sentence, after a look that nothing has changed. */
async function refusalOf(file: string, into?: Connection): Promise<string> {
  const target = into ?? (await freshDatabase('empty'))
  const before = await inside(target, contentOf)
  const failure = await restored(file, target).then(
    () => 'it was restored',
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StartProblem)
  expect(await inside(target, contentOf)).toEqual(before)
  return (failure as StartProblem).message
}

describe('no backup is made', () => {
  test.each([
    ['a sequence', 'create table notes (id serial primary key)'],
    ['a type', "create type mood as enum ('calm'); create table notes (mood mood)"],
    ['a list of a type', "create type mood as enum ('calm'); create table notes (moods mood[])"],
    ['parts', 'create table notes (id integer) partition by list (id)'],
  ])('of a database where somebody has added a table with %s of its own', async (_what, make) => {
    const source = await newSource()
    await inside(source, (db) => db.query(make))
    await expect(backedUp(source)).rejects.toThrow('A backup cannot hold public.notes, which')
  })
})

describe('a backup is refused', () => {
  test.each([
    ['at its beginning', 0.02],
    ['in the middle', 0.5],
    ['at its end', 0.99],
  ])('with one broken byte %s', async (_where, part) => {
    const file = await goodBackup()
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length * part)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    await writeFile(file, bytes)
    expect(await refusalOf(file)).toContain('is damaged or was cut')
  })

  test('with one other letter inside, packed as it should be', async () => {
    const file = await goodBackup()
    const content = gunzipSync(await readFile(file))
    content.write('b', content.indexOf('ann@school'))
    await writeFile(file, gzipSync(content))
    expect(await refusalOf(file)).toContain('is damaged or was cut')
  })

  test.each([0.3, 0.7, 0.999])('that was cut after %d of it', async (part) => {
    const file = await goodBackup()
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)))
    expect(await refusalOf(file)).toContain('is damaged or was cut')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('insert into account values (1)')],
    ['something else that is packed', gzipSync(Buffer.alloc(100_000, 'tengrand'))],
  ])('where the file has %s in it', async (_what, bytes) => {
    const file = await newFile()
    await writeFile(file, bytes)
    expect(await refusalOf(file)).toContain('is not a backup of Tengrand')
  })

  test('where there is no file', async () => {
    expect(await refusalOf(await newFile())).toContain('cannot be read (ENOENT)')
  })

  test('from a newer version', async () => {
    const source = await newSource()
    await inside(source, (db) =>
      db.query("insert into migration (name, checksum) values ('9999-later.sql', '')"),
    )
    const words = await refusalOf(await backedUp(source))
    expect(words).toContain('was made by a newer Tengrand')
    expect(words).toContain('9999-later.sql')
  })

  test('in a database that has people in it', async () => {
    const target = await freshDatabase()
    await inside(target, plantPortfolios)
    const words = await refusalOf(await goodBackup(), target)
    expect(words).toContain('This database is not empty: its table account has rows.')
  })

  test('in a database that Tengrand is running on', async () => {
    const target = await freshDatabase()
    await opened(target).query('select 1')
    const words = await refusalOf(await goodBackup(), target)
    expect(words).toContain('is running on this database. Stop it first.')
  })

  test('from an older version in a database that a newer one has prepared', async () => {
    const { connection } = await databaseBefore('0016')
    const words = await refusalOf(await backedUp(connection), await freshDatabase())
    expect(words).toContain(
      'has had migration 0016-portfolio.sql, and the backup is from before it',
    )
  })
})

test('a backup is restored into a database that was prepared and that nobody has used', async () => {
  const source = await newSource()
  const copy = await restored(await backedUp(source), await freshDatabase())
  expect(await contentOf(copy.db)).toEqual(await contentOf(opened(source)))
})

test('a backup of an older version is migrated when it is restored, and its audit is clean', async () => {
  const { db, connection } = await databaseBefore('0016')
  await db.query(`
    insert into account (issuer, subject, display_name, name_key, cash_cents, created_at, first_trade_at, last_trade_at)
    values ('old', '1', 'Old', 'old', 999000, '2026-01-01', '2026-01-02', '2026-01-02');
    insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, seen_cents, key)
    values (1, '2026-01-02', 'BUY', 1, 2, -1000, 500, 500, gen_random_uuid());
    insert into position values (1, 1, 2, 1000);
    insert into ranking values (1, '2026-01-03', '2026-01-03', 1);
    create table ranking_place_1 partition of ranking_place for values in (1);
    insert into ranking_place values (1, 1000000, 999000, 1, 1)`)
  const copy = await restored(await backedUp(connection))
  expect(copy.migrated[0]).toBe('0016-portfolio.sql')
  expect(await auditOf(copy.db)).toEqual(['1 portfolio with 1 trade: all is well.'])
  expect(await copy.db.query('select portfolio_id, cash_cents from ranking_place')).toEqual([
    { portfolio_id: 1, cash_cents: 999_000 },
  ])
})
