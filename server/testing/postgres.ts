// Starts one PostgreSQL for all tests of a run and prepares a migrated template that each test copies.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { openDb, type Connection } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
  }
}

export const template = 'tengrand_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  const admin = openDb(postgres.connection)
  await admin.query(`create database ${template}`)
  await admin.close()
  const db = openDb({ ...postgres.connection, database: template })
  await migrate(db)
  await db.close()
  project.provide('connection', postgres.connection)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
