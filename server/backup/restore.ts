// Restores a backup into an empty database in one transaction, and migrates it to this version.
import type { CopyTx, Db, Tx } from '../db/handle.ts'
import { hasTable, knownMigrations, migrateIn, readAppliedNames } from '../db/migrate.ts'
import { untilAborted } from '../db/until-aborted.ts'
import { StartProblem } from '../errors.ts'
import { copied, parseEnd, type BackupHeader, type BackupTable } from './format.ts'
import { openRows, withBackup, type Backup } from './read.ts'

interface RestoreDeps {
  /** Opens the database without statement timeouts; called after the check of the file. */
  readonly open: () => Promise<Db>
  readonly file: string
  readonly signal?: AbortSignal
  readonly showProgress?: (words: string) => void
}

/** `migrated` are the migrations that the backup did not have yet. */
export function restore(deps: RestoreDeps) {
  return withBackup(deps.file, async (backup) => {
    const { header } = backup
    await refuseNewer(header, deps.file)
    const db = await deps.open()
    const { signal } = deps
    return db.copying((tx) =>
      untilAborted({ db, tx, signal }, async () => {
        const applied = appliedIn(header)
        await refuseUsed(tx, applied)
        await migrateIn(tx, { until: applied.at(-1) ?? '' })
        const rows = await load(tx, backup, deps)
        const migrated = await migrateIn(tx)
        await tx.query(`analyze ${(await stillThere(tx, header)).join(', ')}`)
        return { db, at: header.at, tables: header.tables.length, rows, migrated }
      }),
    )
  })
}

/**
 * The version before `compatible_migration` reads `migration` alone: its backup of a newer schema has that table, and a
 * header that ends before it.
 */
function appliedIn({ migrations, tables }: BackupHeader): readonly string[] {
  const isNewer = tables.some(({ name }) => name.endsWith('.compatible_migration'))
  return isNewer && migrations.at(-1) === '0024-announced-reports.sql'
    ? [...migrations, '0025-nodes.sql']
    : migrations
}

async function refuseNewer({ migrations }: BackupHeader, file: string): Promise<void> {
  const known = new Set(await knownMigrations())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new StartProblem(
    `${file} was made by a newer Tengrand: its database has had migration ${unknown}, which this version does not know. Restore it with that version, or a newer one.`,
  )
}

/** Returns the number of rows. Foreign keys are dropped meanwhile, so that tables can be loaded in any order. */
async function load(tx: CopyTx, { header, frames }: Backup, deps: RestoreDeps): Promise<number> {
  const made: BackupTable[] = []
  for (const table of header.tables) if (await makeMissing(tx, table)) made.push(table)
  const references = await dropForeignKeys(tx, header)
  const rows = openRows(frames, deps.signal)
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

/** True for a table that no migration creates, such as a partition. */
async function makeMissing(tx: Tx, { name, schema, make }: BackupTable): Promise<boolean> {
  const [found] = await tx.query<{ table: boolean; schema: boolean }>(
    'select to_regclass($1) is not null as table, to_regnamespace($2) is not null as schema',
    [name, schema],
  )
  if (found?.table === true) return false
  await runAll(tx, [...(found?.schema === true ? [] : [`create schema ${schema}`]), ...make])
  return true
}

/** Drops the foreign keys of the tables and returns the statements that add them again. */
async function dropForeignKeys(tx: Tx, { tables }: BackupHeader): Promise<string[]> {
  const found = await tx.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any ($1::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  await runAll(
    tx,
    found.map(({ drop }) => drop),
  )
  return found.map(({ add }) => add)
}

/** Replaces rows that the migrations wrote. Triggers are off, because the backup already has their effects. */
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

/** The tables that later migrations have not dropped. */
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

/** Refuses a database that is in use, has accounts, or has migrations that the backup does not have. */
async function refuseUsed(tx: Tx, migrations: readonly string[]): Promise<void> {
  await refuseRunning(tx)
  await refusePeople(tx)
  const applied = (await readAppliedNames(tx)) ?? []
  const later = applied.find((name) => !migrations.includes(name))
  if (later === undefined) return
  throw new StartProblem(
    `This database has had migration ${later}, and the backup is from before it. Restore it into a database that has never been used.`,
  )
}

/** Finds a running server by its application name, or by its LISTEN if DATABASE_URL sets another name. */
async function refuseRunning(tx: Tx): Promise<void> {
  const others = await tx.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name = 'tengrand' or query ilike 'listen %tengrand\\_%')`,
  )
  if (others.length === 0) return
  throw new StartProblem(
    'Tengrand, or one of its commands, is running on this database. Stop it first. A connection pooler keeps its connections for some minutes; stop it as well.',
  )
}

/** Portfolios, orders and trades belong to an account, so their tables need no check. */
const used = ['account', 'identity.person', 'waitlist', 'departure', 'admin_action']

/** A database of a server without accounts has prices and an empty ranking, which may be replaced. */
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
