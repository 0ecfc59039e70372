// Databases for tests: copies of the migrated template. If a test has changed only rows, its database is restored and
// reused with its open connections, because filling their catalog and plan caches is most of the work.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { inject, onTestFinished } from 'vitest'

import { openDb, type Connection, type Db, type Prepared } from '../db/handle.ts'
import { createLastingDb, refuse, type LastingDb } from './lasting-db.ts'
import { template } from './postgres.ts'

export interface Database {
  readonly connection: Connection
  readonly db: Db
}

interface TestDatabase {
  readonly connection: Connection
  readonly lasting: LastingDb
  readonly database: string
  /** The fingerprint of the new database. */
  readonly fingerprint: string
  readonly statements: Statements
}

const free: TestDatabase[] = []

/** Lends a database until `closing` ends; it must not be used afterwards. */
export async function borrowDatabase(closing: AsyncDisposableStack): Promise<Database> {
  const database = free.pop() ?? (await makeDatabase())
  const { connection } = database
  const db = database.lasting.lend()
  closing.defer(async () => {
    refuse(db)
    if (await isRestored(database)) free.push(database)
    else await dropDatabase(database)
  })
  return { connection, db }
}

async function makeDatabase(): Promise<TestDatabase> {
  const { database, ...place } = await freshDatabase()
  const connection = { ...place, database }
  const db = openDb(connection)
  const statements = await writeStatements(db)
  const [row] = await db.query<{ fingerprint: string }>(statements.fingerprint)
  const lasting = createLastingDb(db)
  return { connection, lasting, database, statements, fingerprint: row?.fingerprint ?? '' }
}

async function dropDatabase(database: TestDatabase): Promise<void> {
  await removeDatabase(database)
  await database.lasting.close()
}

/** Restores the rows; returns false if anything else has changed, or if a client is still connected. */
async function isRestored({ lasting, statements, fingerprint }: TestDatabase): Promise<boolean> {
  const { db } = lasting
  try {
    if (!(await isLeftAlone(lasting)) || !(await lasting.hearAll())) return false
    for (const statement of statements.restore) await db.query(statement)
    const [row] = await db.query<{ fingerprint: string }>(statements.fingerprint)
    return row?.fingerprint === fingerprint
  } catch {
    return false
  }
}

/** Whether no other client is connected; polls, because PostgreSQL lists closed connections for some milliseconds. */
async function isLeftAlone(lasting: LastingDb): Promise<boolean> {
  for (let look = 0; look < 20; look += 1) {
    const [row] = await lasting.db.query<{ count: number }>(
      'select count(*) from pg_stat_activity where datname = current_database()',
    )
    if (lasting.isFree(row?.count ?? 0)) return true
    await sleep(5)
  }
  return false
}

/** The long ones are prepared, because planning them takes three times as long as running them. */
interface Statements {
  readonly restore: readonly (string | Prepared)[]
  readonly fingerprint: Prepared
}

/** Tables written by migrations or append-only: a database in which they have changed is not reused. */
const untouched = new Set([
  'admin_action',
  'compatible_migration',
  'installation',
  'migration',
  'ticker',
])

/** The open contest and its market, which a migration makes. */
const firstRowStays = new Set(['public.contest', 'public.market'])

async function writeStatements(db: Db): Promise<Statements> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'identity') order by 1`,
  )
  const names = tables.map(({ name }) => name)
  const [installation] = await db.query<{ row: string }>(
    'select row_to_json(t)::text as row from installation t',
  )
  const isLeft = (name: string) => untouched.has(name.replace('public.', ''))
  const others = names.filter((name) => !isLeft(name))
  const left = (name: string) => (firstRowStays.has(name) ? ' where id > 1' : '')
  const contents = [...[...names.filter(isLeft), ...firstRowStays].map(rowsOf), ...catalog]
  return {
    restore: [
      dropPartitions,
      // A single statement, because foreign keys are checked at its end, when all rows are deleted.
      prepared(
        'test_delete',
        `with ${others.map((name, at) => `t${at} as (delete from ${name}${left(name)})`).join(', ')} select`,
      ),
      'delete from installation',
      `insert into installation select * from json_populate_record(null::installation, '${installation?.row}')`,
      prepared('test_sequences', restartSequences),
    ],
    fingerprint: prepared(
      'test_fingerprint',
      `select md5(concat_ws('|', ${contents.join(', ')})) as fingerprint`,
    ),
  }
}

const prepared = (name: string, text: string): Prepared => ({ name, text })

const rowsOf = (name: string): string =>
  `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t)`

/** Drops the partitions, one per ranking. */
const dropPartitions = `do $$ declare name text; begin
  for name in select inhrelid::regclass from pg_inherits where inhparent = 'ranking_place'::regclass loop
    execute 'drop table ' || name;
  end loop;
end $$`

/** The numbers of the first contest and the first market stay taken. */
const restartSequences = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, 1,
    sequencename in ('contest_id_seq', 'market_id_seq'))
  from pg_sequences where last_value is not null`

/** The number of rows and the newest transaction id of a catalog table, without built-in objects. */
const changesOf = (table: string, key = 'oid'): string =>
  `(select concat(count(*), ' ', max(xmin::text::bigint)) from ${table} where ${key} >= 16384)`

const catalog = [
  `(select string_agg(concat(relname, relkind, reltuples, reloptions), ' ' order by oid) from pg_class where oid >= 16384)`,
  changesOf('pg_attribute', 'attrelid'),
  changesOf('pg_index', 'indexrelid'),
  changesOf('pg_constraint'),
  changesOf('pg_trigger'),
  changesOf('pg_proc'),
  changesOf('pg_type'),
  changesOf('pg_namespace'),
  `(select string_agg(s::text, ' ' order by s.schemaname, s.sequencename) from pg_sequences s)`,
  `(select concat(datallowconn, setconfig) from pg_database left join pg_db_role_setting on setdatabase = oid
    where datname = current_database())`,
]

/** Creates a database; `empty` means without migrations. */
export async function freshDatabase(from: typeof template | 'empty' = template) {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const source = from === 'empty' ? 'template0' : from
  await admin().query(`create database ${database} template ${source} strategy file_copy`)
  return { ...inject('connection'), database }
}

/** Opens a connection that is closed after the test. */
export function openTestDb(connection: Connection): Db {
  const db = openDb(connection)
  onTestFinished(() => db.close())
  return db
}

/** Opens a connection to a new database. */
export const openFreshDb = async (...from: Parameters<typeof freshDatabase>): Promise<Db> =>
  openTestDb(await freshDatabase(...from))

/** Drops a database, even if a client is still connected. */
export async function removeDatabase({ database }: { readonly database: string }): Promise<void> {
  await admin().query(`drop database ${database} (force)`)
}

let adminDb: Db | undefined
/** One connection for all tests of a process, because connecting takes longer than creating a database. */
const admin = (): Db => (adminDb ??= openDb(inject('connection'), { connectionsMax: 1 }))

/** Waits for the end of a session, which PostgreSQL lists for a moment after its connection is closed. */
export async function untilSessionEnded(pid: number): Promise<void> {
  const isListed = async () =>
    (await admin().query('select from pg_stat_activity where pid = $1', [pid])).length > 0
  while (await isListed()) await sleep(5)
}
