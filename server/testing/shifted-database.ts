// A database whose clock a test can set: its own clock_timestamp() overrides that of PostgreSQL.
import type { Connection } from '../db/handle.ts'
import { openDb } from '../db/handle.ts'
import { freshDatabase } from './databases.ts'

export interface ShiftedDatabase {
  readonly connection: Connection
  /** Sets the difference to the true time. */
  readonly shift: (seconds: number) => Promise<void>
  /** Sets how long reading the clock takes. */
  readonly slow: (seconds: number) => Promise<void>
}

export async function shiftedDatabase(): Promise<ShiftedDatabase> {
  const connection = await freshDatabase()
  const run = async (...statements: readonly string[]): Promise<void> => {
    const db = openDb(connection)
    for (const statement of statements) await db.query(statement)
    await db.close()
  }
  const name = 'database' in connection ? connection.database : ''
  await run(
    'create schema shifted',
    'create table shifted.setting (seconds float8 not null, slow float8 not null)',
    'insert into shifted.setting values (0, 0)',
    `create function shifted.clock_timestamp() returns timestamptz language plpgsql volatile as $$
     declare wanted shifted.setting;
     begin
       select * into wanted from shifted.setting;
       perform pg_sleep(wanted.slow);
       return pg_catalog.clock_timestamp() + make_interval(secs => wanted.seconds);
     end $$`,
    `alter database ${name} set search_path = shifted, pg_catalog, public`,
  )
  return {
    connection,
    shift: (seconds) => run(`update shifted.setting set seconds = ${seconds}`),
    slow: (seconds) => run(`update shifted.setting set slow = ${seconds}`),
  }
}
