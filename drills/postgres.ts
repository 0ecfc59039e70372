// A PostgreSQL 15 of Debian with one database, for drills.
import { spawnSync } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { openDb, type ConnectionParts, type Db } from '../server/db/handle.ts'
import { makeMachine, type Machine } from './machine.ts'
import { freePort } from './nodes.ts'
import { userNamed, waitFor, type User } from './programs.ts'

/** The programs, and the packages that have them. */
export const postgresPrograms = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  setpriv: 'util-linux',
}

const binaries = '/usr/lib/postgresql/15/bin'

export interface Postgres {
  readonly connection: ConnectionParts
  readonly url: string
  /** The machine on which it runs alone. */
  readonly machine: Machine
  /** The folder of its socket, its log and its data. */
  readonly folder: string
  /** Without time limits. */
  readonly db: Db
}

export interface PostgresOptions {
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
  /** The size of its disk, which is in memory then, so that it can be filled. */
  readonly diskMegabytes?: number
}

/** Makes the database in the folder and starts it. It listens on a port of 127.0.0.1 and on a socket in the folder. */
export async function startPostgres(
  closing: AsyncDisposableStack,
  { folder, settings = {}, diskMegabytes }: PostgresOptions,
): Promise<Postgres> {
  const owner = userNamed('postgres')
  await mkdir(folder, { recursive: true })
  if (diskMegabytes !== undefined) mountDisk(closing, folder, diskMegabytes)
  await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  runAs(owner, join(binaries, 'initdb'), [...clusterOptions, '-D', data])
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  const machine = makeMachine(closing, {
    programs: [`${binaries}/postgres -D ${data} -p ${port} ${flags.join(' ')}`],
    user: owner.name,
    env: {},
    logFile: `${folder}.log`,
  })
  await machine.start()
  const place = { host: '127.0.0.1', port, user: 'tengrand' }
  await makeDatabase({ ...place, database: 'postgres' })
  const connection = { ...place, database: 'tengrand' }
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  const url = `postgres://tengrand@127.0.0.1:${port}/tengrand`
  return { connection, url, machine, folder, db }
}

const clusterOptions = ['-U', 'tengrand', '--auth=trust', '-E', 'UTF8', '--locale=C']

function mountDisk(closing: AsyncDisposableStack, folder: string, megabytes: number): void {
  runAs(null, 'mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  closing.defer(() => runAs(null, 'umount', ['--lazy', folder]))
}

function runAs(user: User | null, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, {
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

async function makeDatabase(connection: ConnectionParts): Promise<void> {
  const db = openDb(connection)
  try {
    await waitFor('PostgreSQL', () => db.query('select 1'))
    await db.query('create database tengrand')
  } finally {
    await db.close()
  }
}
