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
    /** A data folder with a database that is made and migrated, to be copied. */
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
    // A hundred thousand files, for which Node would take four times the work.
    await run('rm', ['-r', root])
  }
}

/**
 * The first connection to a database writes down an outline of its catalog for those that follow. Every copy of the
 * template is given it, and saves its own first connection half of the work.
 */
async function writeOutline(connection: ConnectionParts): Promise<void> {
  const db = openDb(connection)
  await db.query('select')
  await db.close()
}

/**
 * What outlives a crash is for tests that have a database of their own. This one is copied a thousand times: a copy
 * takes a fifth of the work where nothing has to reach the disk and the file system copies whole files.
 */
const forgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Five workers with the worlds of a file each.
  'max_connections=400',
  'file_copy_method=clone',
  // All of it is in memory: nothing is gained by reading it in other processes.
  'io_method=sync',
  // It would go from one of the many databases to the next, all the time.
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
