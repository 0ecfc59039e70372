// A database whose clock a test can set: its own clock_timestamp() overrides that of PostgreSQL.
import type { Connection } from '../db/handle.ts'
import { openDb } from '../db/handle.ts'
import { clockOverride, shiftBy } from './clock-override.ts'
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
  await run(...clockOverride(name))
  return {
    connection,
    shift: (seconds) => run(shiftBy(seconds)),
    slow: (seconds) => run(`update shifted.setting set slow = ${seconds}`),
  }
}
