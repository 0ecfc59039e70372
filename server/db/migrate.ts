// Applies the SQL files of migrations/ once each and in order, also when several nodes start together.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { errorCode, StartProblem } from '../errors.ts'
import { DatabaseBusy } from './failures.ts'
import type { Db, Tx } from './handle.ts'
import { locks } from './locks.ts'

interface Applied {
  readonly name: string
  readonly checksum: string
  /**
   * The oldest migration whose versions work with this one as well, although they do not know it: they may start on the
   * database and go on running. Null for a migration that needs a stop of all nodes.
   */
  readonly worksSince: string | null
}

interface Migration extends Applied {
  readonly sql: string
}

const waitSecondsMax = 60

const table = `
  create table if not exists migration (
    name       text collate "C" primary key,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`

/** A table of its own, because versions up to the one below refuse to start where `migration` has a row they do not know. */
const compatibleTable = `
  create table if not exists compatible_migration (
    name        text collate "C" primary key,
    checksum    text not null,
    works_since text collate "C" not null,
    applied_at  timestamptz not null default now()
  )`

const newestWithoutTolerance = '0024-announced-reports.sql'

const worksSincePattern = /^-- Works since (\d{4}-[\w-]+\.sql)\.$/m

const ownFolder = join(import.meta.dirname, 'migrations')

/** Returns the names of the files that were applied now. */
export const migrate = (db: Db, folder: string = ownFolder): Promise<string[]> =>
  db.transaction((tx) => migrateIn(tx, { folder }))

interface MigrateOptions {
  readonly folder?: string
  /** The last migration to apply; all by default. */
  readonly until?: string
}

/** Inside the given transaction; other migrating nodes wait for its end. */
export async function migrateIn(
  tx: Tx,
  { folder = ownFolder, until }: MigrateOptions = {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const wanted = known.filter(({ name }) => until === undefined || name <= until)
  await waitForOthers(tx)
  const applied = await readApplied(tx)
  refuseSurprises(wanted, applied)
  const names = new Set(applied.map(({ name }) => name))
  const missing = wanted.filter(({ name }) => !names.has(name))
  for (const migration of missing) await apply(tx, migration)
  return missing.map(({ name }) => name)
}

export async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const found = await tx.query('select where to_regclass($1) is not null', [name])
  return found.length > 0
}

/** The names of the migrations that the database has had, in order; null without any. */
export async function readAppliedNames(tx: Tx): Promise<string[] | null> {
  if (!(await hasTable(tx, 'migration'))) return null
  const tables = (await hasTable(tx, 'compatible_migration'))
    ? 'migration full join compatible_migration using (name)'
    : 'migration'
  const rows = await tx.query<{ name: string }>(`select name from ${tables} order by name`)
  return rows.map(({ name }) => name)
}

/** The names of this version's migrations, in order. */
export const knownMigrations = (): Promise<string[]> => namesIn(ownFolder)

/** Waits for a migrating node; afterwards its migrations are applied. */
async function waitForOthers(tx: Tx): Promise<void> {
  await tx.query(`set local lock_timeout = '${waitSecondsMax}s'`)
  await tx.query('select pg_advisory_xact_lock($1)', [locks.migration]).catch((error: unknown) => {
    if (!(error instanceof DatabaseBusy)) throw error
    throw new StartProblem(
      `Another node has been migrating this database for more than ${waitSecondsMax} seconds. Start again when it is done.`,
    )
  })
}

async function readMigrations(folder: string): Promise<Migration[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      // A checkout may convert line ends to CR LF; that is not an edit.
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { name, checksum, sql, worksSince: worksSincePattern.exec(sql)?.[1] ?? null }
    }),
  )
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

async function readApplied(tx: Tx): Promise<Applied[]> {
  try {
    await tx.query(table)
    await tx.query(compatibleTable)
  } catch (error) {
    throw errorCode(error) === '42501' ? mayNotCreate('tables', 'on schema public') : error
  }
  return tx.query(
    `select name, coalesce(m.checksum, c.checksum) as checksum, works_since as "worksSince"
     from migration m full join compatible_migration c using (name) order by name`,
  )
}

const mayNotCreate = (what: string, where: string): StartProblem =>
  new StartProblem(
    `The user of the database may not create ${what} in it. Make it the owner, or grant it create ${where}.`,
  )

function refuseSurprises(wanted: readonly Migration[], applied: readonly Applied[]): void {
  const known = new Map(wanted.map((migration) => [migration.name, migration]))
  const newest = wanted.at(-1)?.name ?? ''
  const ours = applied.filter(({ name }) => known.has(name))
  for (const { name, worksSince } of applied) {
    if (known.has(name) || (worksSince !== null && worksSince <= newest)) continue
    throw new StartProblem(
      `The database has had migration ${name}, which this version does not know. Start the version that made it, or a newer one.`,
    )
  }
  for (const [position, { name, checksum }] of ours.entries()) {
    if (known.get(name)?.checksum !== checksum) {
      throw new StartProblem(
        `Migration ${name} was edited after it had been applied to this database. Restore it and write a new migration instead.`,
      )
    }
    if (wanted[position]?.name !== name) {
      throw new StartProblem(
        `Migration ${wanted[position]?.name} comes before ${name}, which this database already has. Give it a later number.`,
      )
    }
  }
}

async function apply(tx: Tx, { name, checksum, sql, worksSince }: Migration): Promise<void> {
  await tx.query(sql).catch((cause: unknown) => {
    if (errorCode(cause) === '42501') throw mayNotCreate('schemas', 'on the database')
    throw new Error(`Migration ${name} failed.`, { cause })
  })
  if (worksSince === null || worksSince > newestWithoutTolerance) {
    await tx.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
  }
  if (worksSince === null) return
  await tx.query(
    'insert into compatible_migration (name, checksum, works_since) values ($1, $2, $3)',
    [name, checksum, worksSince],
  )
}
