// Starts one PostgreSQL for all tests of a run, and prepares a migrated template and a data folder for copies.
import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

import { armGuard } from '../db/embedded-postgres/guard.ts'
import { openHome } from '../db/embedded-postgres/home.ts'
import { asOwner } from '../db/embedded-postgres/owner.ts'
import { findPostmaster, stopPostmaster } from '../db/embedded-postgres/postmaster.ts'
import type { ConnectionParts } from '../db/handle.ts'
import { settings } from '../db/embedded-postgres/settings.ts'
import { makeSocketDir, socketPort } from '../db/embedded-postgres/socket-dir.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { until } from '../db/embedded-postgres/until.ts'
import { openDb } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { gibibyte, roomFor } from './memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: ConnectionParts
    /** A data folder with a migrated database, to be copied. */
    preparedData: string
  }
}

const run = promisify(execFile)

export const template = 'tengrand_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(await roomFor(2 * gibibyte, tmpdir()), 'tengrand-test-'))
  await chmod(root, 0o755)
  const dataDir = join(root, 'running')
  const preparedData = join(root, 'prepared')
  const made = await startEmbeddedPostgres({ dataDir, say })
  const db = openDb(made.connection)
  await migrate(db)
  await db.close()
  await made.stop()
  await run('cp', ['-Rp', dataDir, preparedData])
  const { connection, stop } = await startForgetful(dataDir, made.connection)
  const admin = openDb(connection)
  await admin.query(`create database ${template} template ${connection.database}`)
  await admin.close()
  await writeOutline({ ...connection, database: template })
  project.provide('connection', connection)
  project.provide('preparedData', preparedData)
  return async () => {
    await stop()
    // `rm` deletes the hundred thousand files with a quarter of the work that Node would need.
    await run('rm', ['-r', root])
  }
}

/**
 * The first connection to a database writes a cache file of its catalog (pg_internal.init). Every copy of the template
 * includes this file, which saves its own first connection half of the work.
 */
async function writeOutline(connection: ConnectionParts): Promise<void> {
  const db = openDb(connection)
  await db.query('select')
  await db.close()
}

/**
 * No durability: tests of crashes use databases of their own. This one is copied a thousand times, and a copy takes a
 * fifth of the work if nothing is synced to disk and the file system clones files.
 */
const forgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Enough for five workers, each with all connections of one test file.
  'max_connections=400',
  'file_copy_method=clone',
  // All data is in memory, so reading it in worker processes gains nothing.
  'io_method=sync',
  // Autovacuum would constantly visit the many databases.
  'autovacuum=off',
]

async function startForgetful(dataDir: string, made: ConnectionParts) {
  const home = await openHome(dataDir, say)
  const socketDir = await makeSocketDir(home.owner)
  const place = ['listen_addresses=', `unix_socket_directories=${socketDir}`, `port=${socketPort}`]
  const flags = [...settings, ...place, ...forgetful].flatMap((setting) => ['-c', setting])
  const child = spawn(home.binaries.postgres, ['-D', home.pgdata, ...flags], {
    ...asOwner(home.owner),
    detached: true,
    stdio: 'ignore',
  })
  const guard = armGuard(home, child.pid ?? 0, socketDir)
  const postmaster = await until(async () => {
    const found = await findPostmaster(home.pgdata)
    return found?.status === 'ready' ? found : undefined
  }, 60_000)
  if (postmaster === undefined) throw new Error('The PostgreSQL of the tests does not start.')
  return {
    connection: { ...made, host: socketDir },
    stop: async () => {
      await stopPostmaster(home, postmaster, say)
      guard.disarm()
    },
  }
}

const say = () => undefined
