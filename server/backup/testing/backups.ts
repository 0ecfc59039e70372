// Helpers for backup tests: a folder for the files, databases to restore into, and the content of a database as a value.
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { report } from '../../audit.ts'
import { openDb, type Connection, type Db } from '../../db/handle.ts'
import { freshDatabase, untilSessionEnded } from '../../testing/databases.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { restore } from '../restore.ts'
import { backUp } from '../write.ts'

/** A file name in a new folder, which is deleted with the test. */
export const newFile = async (): Promise<string> => join(await tempFolder(), 'file')

export async function backedUp(connection: Connection): Promise<string> {
  const file = await newFile()
  await backUp({ db: opened(connection), file })
  return file
}

export function opened(connection: Connection): Db {
  const db = openDb(connection, { unlimited: true })
  onTestFinished(() => db.close())
  return db
}

/** Uses a connection and closes it, because a restore refuses a database with other connections. */
export async function inside<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(connection, { connectionsMax: 1 })
  try {
    return await work(db)
  } finally {
    const [session] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.close()
    if (session !== undefined) await untilSessionEnded(session.pid)
  }
}

/** Restores into the given database, or into a new one without tables. */
export async function restored(file: string, into?: Connection) {
  const connection = into ?? (await freshDatabase('empty'))
  const done = await restore({ file, open: async () => opened(connection) })
  return { ...done, connection }
}

export async function auditOf(db: Db): Promise<string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await report({ db, fix: false, say, showProgress: () => undefined })
  return said
}

/** All rows of all tables, and the definitions of the tables in the catalog, as text. */
export async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  return { ...content, catalog: await db.query(catalog) }
}

const catalog = `
  select t::text from (
    select 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attcollation::regcollation, attstorage, pg_get_expr(adbin, adrelid)
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind in ('r', 'p') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and attnum > 0 and not attisdropped
  ) as t
  union all select t::text from (
    select 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
    where conrelid::regclass::text not like 'pg\\_%' and connamespace <> 'information_schema'::regnamespace
  ) as t
  union all select t::text from (
    select 'index', indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema')
  ) as t
  union all select t::text from (
    select 'part', oid::regclass, pg_get_expr(relpartbound, oid) from pg_class where relispartition
  ) as t
  union all select t::text from (select 'sequence', * from pg_sequences) as t
  union all select t::text from (
    select 'trigger', tgrelid::regclass, tgname, tgenabled from pg_trigger where not tgisinternal
  ) as t
  order by 1`
