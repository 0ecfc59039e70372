// Puts a backup into an empty database: all of it in one transaction, older ones brought up to date, or nothing.
import type { CopyTx, Db, Tx } from '../db/handle.ts'
import { hasTable, knownMigrations, migrateIn } from '../db/migrate.ts'
import { untilAborted } from '../db/until-aborted.ts'
import { StartProblem } from '../errors.ts'
import { copied, parseEnd, type BackupHeader, type BackupTable } from './format.ts'
import { withBackup, Rows, type Backup } from './read.ts'

export interface RestoreDeps {
  /** Opens the database, without limits of time. Not before the file was found to be good. */
  readonly open: () => Promise<Db>
  readonly file: string
  readonly signal?: AbortSignal
  readonly showProgress?: (words: string) => void
}

export interface Restored {
  /** The one that was opened, with everything in it. */
  readonly db: Db
  readonly at: string
  readonly tables: number
  readonly rows: number
  /** Those that the backup did not have yet. */
  readonly migrated: readonly string[]
}

export function restore(deps: RestoreDeps): Promise<Restored> {
  return withBackup(deps.file, async (backup) => {
    const { header } = backup
    await refuseNewer(header, deps.file)
    const db = await deps.open()
    const { signal } = deps
    return db.copying((tx) =>
      untilAborted({ db, tx, signal }, async () => {
        await refuseUsed(tx, header)
        await migrateIn(tx, { until: header.migrations.at(-1) ?? '' })
        const rows = await load(tx, backup, deps)
        const migrated = await migrateIn(tx)
        await tx.query(`analyze ${(await stillThere(tx, header)).join(', ')}`)
        return { db, at: header.at, tables: header.tables.length, rows, migrated }
      }),
    )
  })
}

async function refuseNewer({ migrations }: BackupHeader, file: string): Promise<void> {
  const known = new Set(await knownMigrations())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new StartProblem(
    `${file} was made by a newer Tengrand: its database has had migration ${unknown}, which this version does not know. Restore it with that version, or a newer one.`,
  )
}

/** Returns how many rows there were. References are away meanwhile, so that no table has to come before another. */
async function load(tx: CopyTx, { header, frames }: Backup, deps: RestoreDeps): Promise<number> {
  const made: BackupTable[] = []
  for (const table of header.tables) if (await makeMissing(tx, table)) made.push(table)
  const references = await takeReferences(tx, header)
  const rows = new Rows(frames, deps.signal)
  const counts: number[] = []
  for (const table of header.tables) {
    deps.showProgress?.(table.name)
    counts.push(await loadTable(tx, table, await rows.nextTable()))
    if (made.includes(table)) await runAll(tx, table.finish)
  }
  deps.showProgress?.('')
  const { rows: expected, sequences } = parseEnd(await rows.end())
  if (counts.join() !== expected.join()) {
    throw new Error('The database has taken other numbers of rows than the backup has.')
  }
  await runAll(tx, [...made.flatMap((table) => table.references), ...references])
  for (const { name, last } of sequences) await tx.query('select setval($1, $2)', [name, last])
  return counts.reduce((sum, count) => sum + count, 0)
}

/** True for a table that no migration makes, such as a part of a partitioned one. */
async function makeMissing(tx: Tx, { name, schema, make }: BackupTable): Promise<boolean> {
  const [found] = await tx.query<{ table: boolean; schema: boolean }>(
    'select to_regclass($1) is not null as table, to_regnamespace($2) is not null as schema',
    [name, schema],
  )
  if (found?.table === true) return false
  await runAll(tx, [...(found?.schema === true ? [] : [`create schema ${schema}`]), ...make])
  return true
}

/** Drops the references between the tables and returns the statements that make them again. */
async function takeReferences(tx: Tx, { tables }: BackupHeader): Promise<string[]> {
  const found = await tx.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any ($1::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  const drops = found.map(({ drop }) => drop)
  await runAll(tx, drops)
  return found.map(({ add }) => add)
}

/** What the migrations have written is in the backup as well, as it had become. Triggers have done their work before. */
async function loadTable(
  tx: CopyTx,
  table: BackupTable,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { name } = table
  await runAll(tx, [`alter table ${name} disable trigger user`, `truncate only ${name}`])
  const rows = await tx.copyIn(`copy ${copied(table)} from stdin`, chunks)
  await tx.query(`alter table ${name} enable trigger user`)
  return rows
}

/** Later migrations may have dropped some. */
async function stillThere(tx: Tx, { tables }: BackupHeader): Promise<string[]> {
  const found = await tx.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables.map(({ name }) => name)],
  )
  return found.map(({ name }) => name)
}

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await tx.query(statement)
}

/** A backup may be restored into a database without people in it, which nothing else is using. */
async function refuseUsed(tx: Tx, { migrations }: BackupHeader): Promise<void> {
  await refuseRunning(tx)
  await refusePeople(tx)
  const applied = await readApplied(tx)
  const later = applied.find((name) => !migrations.includes(name))
  if (later === undefined) return
  throw new StartProblem(
    `This database has had migration ${later}, and the backup is from before it. Restore it into a database that has never been used.`,
  )
}

/** By the name that its connections have, or by what it listens to where an address gives them another. */
async function refuseRunning(tx: Tx): Promise<void> {
  const others = await tx.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name = 'tengrand' or query ilike 'listen %tengrand\\_%')`,
  )
  if (others.length === 0) return
  throw new StartProblem(
    'Tengrand, or one of its commands, is running on this database. Stop it first.',
  )
}

/** Portfolios, orders and trades refer to an account, so they need no look of their own. */
const used = ['account', 'identity.person', 'waitlist', 'departure', 'admin_action']

/** A product that has started and that nobody has used yet has prices and an empty ranking, which may go. */
async function refusePeople(tx: Tx): Promise<void> {
  for (const table of used) {
    if (!(await hasTable(tx, table))) continue
    const rows = await tx.query(`select from ${table} limit 1`)
    if (rows.length > 0) {
      throw new StartProblem(
        `This database is not empty: its table ${table} has rows. Restore into an empty one: another DATA_DIR, or another DATABASE_URL.`,
      )
    }
  }
}

async function readApplied(tx: Tx): Promise<string[]> {
  if (!(await hasTable(tx, 'migration'))) return []
  const rows = await tx.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}
