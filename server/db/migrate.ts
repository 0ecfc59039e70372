// Applies the SQL files of migrations/ once each and in order, also when several nodes start together.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { errorCode, StartProblem } from '../errors.ts'
import type { Db, Tx } from './handle.ts'
import { locks } from './locks.ts'

interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

const waitSecondsMax = 60

const table = `
  create table if not exists migration (
    name       text collate "C" primary key,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`

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
  const missing = wanted.slice(applied.length)
  for (const migration of missing) await apply(tx, migration)
  return missing.map(({ name }) => name)
}

export async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const found = await tx.query('select where to_regclass($1) is not null', [name])
  return found.length > 0
}

/** The names of this version's migrations, in order. */
export const knownMigrations = (): Promise<string[]> => namesIn(ownFolder)

/** Waits for a migrating node; afterwards its migrations are applied. */
async function waitForOthers(tx: Tx): Promise<void> {
  await tx.query(`set local lock_timeout = '${waitSecondsMax}s'`)
  await tx.query('select pg_advisory_xact_lock($1)', [locks.migration]).catch((error: unknown) => {
    if (errorCode(error) !== '55P03') throw error
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
      return { name, checksum, sql }
    }),
  )
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

async function readApplied(tx: Tx): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  await tx.query(table).catch((error: unknown) => {
    if (errorCode(error) !== '42501') throw error
    throw mayNotCreate('tables', 'on schema public')
  })
  return tx.query('select name, checksum from migration order by name')
}

const mayNotCreate = (what: string, where: string): StartProblem =>
  new StartProblem(
    `The user of DATABASE_URL may not create ${what} in that database. Make it the owner, or grant it create ${where}.`,
  )

function refuseSurprises(
  wanted: readonly Migration[],
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
): void {
  for (const [position, { name, checksum }] of applied.entries()) {
    const file = wanted.find((migration) => migration.name === name)
    if (file === undefined) {
      throw new StartProblem(
        `The database has had migration ${name}, which this version does not know. Start the version that made it, or a newer one.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new StartProblem(
        `Migration ${name} was edited after it had been applied to this database. Restore it and write a new migration instead.`,
      )
    }
    if (wanted[position] !== file) {
      throw new StartProblem(
        `Migration ${wanted[position]?.name} comes before ${name}, which this database already has. Give it a later number.`,
      )
    }
  }
}

async function apply(tx: Tx, { name, checksum, sql }: Migration): Promise<void> {
  await tx.query(sql).catch((cause: unknown) => {
    if (errorCode(cause) === '42501') throw mayNotCreate('schemas', 'on the database')
    throw new Error(`Migration ${name} failed.`, { cause })
  })
  await tx.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}
