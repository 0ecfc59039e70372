// Finds and stops the running server of a data folder, by its postmaster.pid and the process itself.
import { execFile } from 'node:child_process'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartProblem } from '../../errors.ts'
import { ignoreMissing, type Home } from './home.ts'
import { logQuote } from './log.ts'
import { isAlive, isPostmaster } from './processes.ts'
import { removeSocketDir } from './socket-dir.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** Recovery after a crash replays at most max_wal_size, which can take minutes on a slow disk. */
export const readyLimitMs = 300_000
const fastStopLimitMs = 20_000
const immediateStopLimitMs = 10_000

export interface Postmaster {
  readonly pid: number
  readonly startedAt: string
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

export async function findPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const written = parse(await readPidFile(pgdata))
  return written !== undefined && (await isPostmaster(written.pid, pgdata)) ? written : undefined
}

export const isSame = (one: Postmaster, other: Postmaster): boolean =>
  one.pid === other.pid && one.startedAt === other.startedAt

/** The server once it is ready, or undefined where none runs. */
export async function readyPostmaster(home: Home): Promise<Postmaster | undefined> {
  const answer = await until(
    async () => {
      const found = await findPostmaster(home.pgdata)
      if (found === undefined) return 'none'
      return found.status === 'ready' ? found : undefined
    },
    readyLimitMs,
    20,
  )
  if (answer !== undefined) return answer === 'none' ? undefined : answer
  throw new StartProblem(
    `PostgreSQL on ${home.pgdata} has been starting or stopping for ${readyLimitMs / 60_000} minutes. ${await logQuote(home)}`,
  )
}

/** A fast shutdown ends sessions, writes everything and needs no recovery. Never signals a pid that was reused. */
export async function stopPostmaster(
  home: Home,
  server: Postmaster,
  say: (line: string) => void,
): Promise<void> {
  if (!(await isPostmaster(server.pid, home.pgdata))) return removeSocketDir(server.socketDir)
  if (!(await signal(home, server, 'fast', fastStopLimitMs))) {
    say(
      `PostgreSQL did not stop within ${fastStopLimitMs / 1000} s and is stopped at once; it recovers at the next start.`,
    )
    if (!(await signal(home, server, 'immediate', immediateStopLimitMs))) {
      say(`PostgreSQL (process ${server.pid}) does not stop.`)
    }
  }
  await removeSocketDir(server.socketDir)
}

async function signal(
  home: Home,
  server: Postmaster,
  mode: 'fast' | 'immediate',
  limitMs: number,
): Promise<boolean> {
  if (process.platform === 'win32') {
    const wait = ['-m', mode, '-w', '-t', String(limitMs / 1000)]
    await run(home.binaries.pgCtl, ['stop', '-D', home.pgdata, ...wait]).catch(() => {})
  } else {
    try {
      process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    } catch {
      // The process has just ended, which the next line detects.
    }
  }
  const gone = async () => ((await isAlive(server.pid)) ? undefined : true)
  return (await until(gone, limitMs)) === true
}

/**
 * Removes the postmaster.pid of a killed server: PostgreSQL refuses to start where its pid belongs to another process of
 * the same user. The file is moved first and compared then, so that the file of a server that has just started is put
 * back; PostgreSQL's shared memory protects the folder meanwhile. The socket folder is removed too, unless it is reused.
 */
export async function clearStalePidFile(pgdata: string, reusedDir = ''): Promise<void> {
  const stale = await readPidFile(pgdata)
  const written = parse(stale)
  if (written === undefined || (await isPostmaster(written.pid, pgdata))) return
  const aside = `${pidFile(pgdata)}.${process.pid}`
  await rename(pidFile(pgdata), aside).catch(ignoreMissing)
  const moved = await readFile(aside, 'utf8').catch(ignoreMissing)
  if (moved !== undefined && moved !== stale) await link(aside, pidFile(pgdata)).catch(() => {})
  await rm(aside, { force: true })
  if (moved === stale && written.socketDir !== reusedDir) await removeSocketDir(written.socketDir)
}

function parse(text: string | undefined): Postmaster | undefined {
  const [pid, , startedAt = '', port, socketDir = '', , , status = ''] = (text ?? '').split('\n')
  if (!/^\d+$/.test(pid ?? '')) return undefined
  return { pid: Number(pid), startedAt, port: Number(port), socketDir, status: status.trim() }
}

const readPidFile = async (pgdata: string): Promise<string | undefined> =>
  readFile(pidFile(pgdata), 'utf8').catch(ignoreMissing)

export const pidFile = (pgdata: string): string => join(pgdata, 'postmaster.pid')
