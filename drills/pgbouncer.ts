// Starts PgBouncer with the configuration of deploy/pgbouncer, on a free port.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from './nodes.ts'
import type { Postgres } from './postgres.ts'
import { startProgram, userNamed } from './programs.ts'

const template = join(import.meta.dirname, '../deploy/pgbouncer/pgbouncer.ini')

interface PgBouncerOptions {
  readonly folder: string
  readonly postgres: Postgres
  readonly serverConnections: number
}

/** Returns the address for DATABASE_URL. It connects to PostgreSQL over the socket, which tells its connections apart. */
export async function startPgBouncer(
  closing: AsyncDisposableStack,
  { folder, postgres, serverConnections }: PgBouncerOptions,
): Promise<string> {
  const port = await freePort()
  const shipped = await readFile(template, 'utf8')
  const own = [
    shipped
      .replace(
        /^tengrand = .*$/m,
        `tengrand = host=${postgres.folder} port=${postgres.connection.port} user=tengrand`,
      )
      .replace(/^(listen_port|default_pool_size|auth_type|auth_file) = .*$/gm, ''),
    `listen_port = ${port}`,
    `default_pool_size = ${serverConnections}`,
    'auth_type = any',
    '',
  ].join('\n')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, own)
  const { uid, gid } = userNamed('postgres')
  await startProgram(closing, 'pgbouncer', {
    args: [file],
    logFile: join(folder, 'pgbouncer.log'),
    uid,
    gid,
    endWith: 'SIGINT',
  })
  return `postgres://tengrand@127.0.0.1:${port}/tengrand`
}
