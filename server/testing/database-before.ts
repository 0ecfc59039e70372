// Creates a database like that of an earlier version: with the migrations up to a given one.
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Connection, Db } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { freshDatabase, openTestDb } from './databases.ts'
import { tempFolder } from './temp-folder.ts'

const migrations = join(import.meta.dirname, '../db/migrations')

export async function databaseBefore(
  migration: string,
): Promise<{ db: Db; connection: Connection }> {
  const folder = await tempFolder()
  const connection = await freshDatabase('empty')
  const db = openTestDb(connection)
  for (const name of await readdir(migrations)) {
    if (name < migration) await copyFile(join(migrations, name), join(folder, name))
  }
  await migrate(db, folder)
  return { db, connection }
}
