// A PostgreSQL 15 of Debian with one database, for drills.
import { spawnSync } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { openDb, type ConnectionParts, type Db } from '../server/db/handle.ts'
import { freePort } from './nodes.ts'
import { startProgram, userNamed, waitFor, type Program } from './programs.ts'

/** The programs, and the packages that have them. */
export const postgresPrograms = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  setpriv: 'util-linux',
}

const binaries = '/usr/lib/postgresql/15/bin'

export interface Postgres {
  readonly connection: ConnectionParts
  readonly url: string
  readonly program: Program
  /** The folder of its socket, its log and its data. */
  readonly folder: string
  /** Without time limits. */
  readonly db: Db
}

export interface PostgresOptions {
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Makes the database in the folder and starts it. It listens on a port of 127.0.0.1 and on a socket in the folder. */
export async function startPostgres(
  closing: AsyncDisposableStack,
  { folder, settings = {} }: PostgresOptions,
): Promise<Postgres> {
  const owner = userNamed('postgres')
  const data = join(folder, 'data')
  await mkdir(folder, { recursive: true })
  await chown(folder, owner.uid, owner.gid)
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'tengrand', '--auth=trust', '-E', 'UTF8', '--locale=C'],
    { uid: owner.uid, gid: owner.gid, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const program = await startProgram(closing, join(binaries, 'postgres'), {
    args: ['-D', data, '-p', String(port), ...Object.entries(all).flatMap(flagOf)],
    logFile: join(folder, 'postgres.log'),
    uid: owner.uid,
    gid: owner.gid,
    endWith: 'SIGINT',
  })
  const place = { host: '127.0.0.1', port, user: 'tengrand' }
  await makeDatabase({ ...place, database: 'postgres' })
  const connection = { ...place, database: 'tengrand' }
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  const url = `postgres://tengrand@127.0.0.1:${port}/tengrand`
  return { connection, url, program, folder, db }
}

const flagOf = ([name, value]: [string, string]): string[] => ['-c', `${name}=${value}`]

async function makeDatabase(connection: ConnectionParts): Promise<void> {
  const db = openDb(connection)
  try {
    await waitFor('PostgreSQL', () => db.query('select 1'))
    await db.query('create database tengrand')
  } finally {
    await db.close()
  }
}
