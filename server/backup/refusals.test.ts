// Refused restores: the sentence gives the reason, and the database stays unchanged.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import type { Connection } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { StartProblem } from '../errors.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { freshDatabase } from '../testing/databases.ts'
import {
  digestBytes,
  frameHeadBytes,
  jsonFrame,
  withDigest,
  type BackupEnd,
  type BackupHeader,
} from './format.ts'
import { restore } from './restore.ts'
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

let packed: Promise<Buffer> | undefined
/** A new file for each test, with a copy of the same backup. */
async function goodBackup(): Promise<string> {
  packed ??= newSource()
    .then(backedUp)
    .then((file) => readFile(file))
  const file = await newFile()
  await writeFile(file, await packed)
  return file
}

/** One row for each table that can have rows without an account. Rows of the last table cannot be deleted. */
const rowsAboutPeople = [
  `account (issuer, subject, display_name, name_key, created_at)
    values ('planted', '1', 'Ann', 'ann', now())`,
  `identity.person (id, email, is_email_proven, created_at)
    values ('1', 'ann@school.example', false, now())`,
  "waitlist values ('ann@school.example', now(), now())",
  `departure (person_hash, deleted_at, chapter, is_locked, is_unranked)
    values ('', now(), 1, false, false)`,
  "admin_action (at, action, person_hash, reason) values (now(), 'find', '', 'A test.')",
]

/** The sentence of the refusal; checks that the database is unchanged. */
async function refusalOf(file: string, into?: Connection): Promise<string> {
  const target = into ?? (await freshDatabase('empty'))
  const before = await inside(target, contentOf)
  const failure = await inside(target, (db) => restore({ file, open: async () => db })).then(
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

  test('where the file is of something else', async () => {
    const target = await freshDatabase('empty')
    const file = await newFile()
    const dump = '--\n-- PostgreSQL database dump\n--\nset statement_timeout = 0;\n'
    const kinds: readonly (readonly [what: string, bytes: Buffer])[] = [
      ['nothing', Buffer.alloc(0)],
      ['one byte of a backup', (await readFile(await goodBackup())).subarray(0, 1)],
      ['text', Buffer.from('insert into account values (1)')],
      ['a picture', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
      ['a dump of pg_dump', Buffer.from(dump)],
      ['a packed dump of pg_dump', gzipSync(dump)],
      ['a dump of pg_dump in its own format', Buffer.from('PGDMP\u0001\u000f\u0000', 'latin1')],
      ['something else that is packed', gzipSync(Buffer.alloc(100_000, 'tengrand'))],
      ['nothing that is packed', gzipSync('')],
    ]
    for (const [what, bytes] of kinds) {
      await writeFile(file, bytes)
      const words = `${file} is not a backup of Tengrand. Nothing was restored.`
      expect([what, await refusalOf(file, target)]).toEqual([what, words])
    }
  })

  test('where there is no file, or a folder', async () => {
    const target = await freshDatabase('empty')
    const file = await newFile()
    expect(await refusalOf(file, target)).toBe(`${file} cannot be read (ENOENT).`)
    expect(await refusalOf(dirname(file), target)).toBe(
      `${dirname(file)} is a folder and not a backup of Tengrand. Nothing was restored.`,
    )
    expect(await refusalOf('/dev/null', target)).toBe(
      '/dev/null is not a backup of Tengrand. Nothing was restored.',
    )
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

  test('in a database that has a row about people in it, in whichever table', async () => {
    const file = await goodBackup()
    const target = await freshDatabase()
    for (const row of rowsAboutPeople) {
      const [table = ''] = row.split(' ')
      await inside(target, (db) => db.query(`insert into ${row}`))
      const words = await refusalOf(file, target)
      expect(words).toContain(`This database is not empty: its table ${table} has rows.`)
      if (table !== 'admin_action') await inside(target, (db) => db.query(`delete from ${table}`))
    }
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

test('a backup that tells of other numbers of rows than it has is not restored', async () => {
  const file = await goodBackup()
  const content = gunzipSync(await readFile(file)).subarray(0, -digestBytes)
  const endsAt = content.lastIndexOf('{"rows":[')
  const end: BackupEnd = JSON.parse(content.subarray(endsAt).toString())
  const rows = end.rows.map((count, table) => (table === 0 ? count + 1 : count))
  const frames = [
    content.subarray(0, endsAt - frameHeadBytes),
    ...jsonFrame('end', { ...end, rows }),
  ]
  await writeFile(file, gzipSync(await buffer(withDigest(Readable.from(frames)))))
  const target = await freshDatabase('empty')
  await expect(restored(file, target)).rejects.toThrow('other numbers of rows')
  expect(
    await opened(target).query('select from pg_tables where tablename = $1', ['account']),
  ).toEqual([])
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

test('a backup that the version before has made of the newer schema is restored', async () => {
  const file = await goodBackup()
  const content = gunzipSync(await readFile(file)).subarray(0, -digestBytes)
  const from = content.indexOf('{"format":')
  const length = content.readUInt32BE(from - 4)
  const header: BackupHeader = JSON.parse(content.subarray(from, from + length).toString())
  const migrations = header.migrations.filter((name) => !name.startsWith('0025'))
  const frames = [
    content.subarray(0, from - frameHeadBytes),
    ...jsonFrame('header', { ...header, migrations }),
    content.subarray(from + length),
  ]
  await writeFile(file, gzipSync(await buffer(withDigest(Readable.from(frames)))))
  const { connection } = await restored(file)
  const db = opened(connection)
  expect(await auditOf(db)).toEqual([expect.stringMatching(/all is well\.$/)])
  expect(await migrate(db)).toEqual([])
})
