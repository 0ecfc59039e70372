// Creates a database with the migrations up to a given one, as an earlier version has left it.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { openDb, type Connection, type Db } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { freshDatabase } from './databases.ts'

const migrations = join(import.meta.dirname, '../db/migrations')

export async function databaseBefore(
  migration: string,
): Promise<{ db: Db; connection: Connection }> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-migrations-'))
  const connection = await freshDatabase('empty')
  const db = openDb(connection)
  onTestFinished(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })
  for (const name of await readdir(migrations)) {
    if (name < migration) await copyFile(join(migrations, name), join(folder, name))
  }
  await migrate(db, folder)
  return { db, connection }
}
