// The PostgreSQL 15 that Debian installs, on a folder of its own, for what must work on a server that is not ours.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const programs = '/usr/lib/postgresql/15/bin'
const role = 'learner'

export interface DebianPostgres {
  /** Of an empty database, whose owner is an ordinary role. */
  readonly url: string
  stop(): Promise<void>
}

/** Null where it is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  if (!existsSync(programs)) return null
  const user = await postgresUser()
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-debian-'))
  await chmod(folder, 0o700)
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const options = { cwd: folder, ...user }
  const data = join(folder, 'data')
  await run(`${programs}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust'], options)
  const flags = `-k ${folder} -c listen_addresses=`
  await run(
    `${programs}/pg_ctl`,
    ['-D', data, '-o', flags, '-l', join(folder, 'log'), '-w', 'start'],
    options,
  )
  const place = ['-h', folder, '-U', 'postgres']
  await run(`${programs}/createuser`, [...place, role], options)
  await run(`${programs}/createdb`, [...place, '-O', role, 'tengrand'], options)
  return {
    url: `postgres://${role}@localhost/tengrand?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      await run(`${programs}/pg_ctl`, ['-D', data, '-m', 'fast', '-w', 'stop'], options)
      await rm(folder, { recursive: true })
    },
  }
}

/** It refuses to run as root. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
