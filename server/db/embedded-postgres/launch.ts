// Starts a PostgreSQL server on a data folder that has none running.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { StartProblem } from '../../errors.ts'
import { giveToOwner } from './cluster.ts'
import { armGuard, type Guard } from './guard.ts'
import type { Home } from './home.ts'
import { lastLines, logQuote, openLog, type Log } from './log.ts'
import { asOwner } from './owner.ts'
import { clearStalePidFile, findPostmaster, readyLimitMs, type Postmaster } from './postmaster.ts'
import { settings } from './settings.ts'
import { makeSocketDir, removeSocketDir, reopenSocketDir, socketPort } from './socket-dir.ts'
import { until } from './until.ts'

const slowStartMs = 3_000

/** PostgreSQL's messages while another server has the folder, or processes of the last one are still ending. */
const notYet = ['lock file "postmaster.pid" already exists', 'pre-existing shared memory block']

export interface Launched {
  readonly postmaster: Postmaster
  readonly guard: Guard | undefined
}

/** Returns undefined if the caller should retry: another process was faster, or the last server is still ending. */
export async function launch(
  home: Home,
  say: (line: string) => void,
  previous: Postmaster | undefined,
): Promise<Launched | undefined> {
  await clearStalePidFile(home.pgdata, previous?.socketDir)
  await giveToOwner(home)
  const log = await openLog(home)
  try {
    const launched = await (process.platform === 'win32'
      ? launchOnWindows(home, previous)
      : launchOnUnix(home, { log, say, previous }))
    if (launched !== undefined) return launched
    const lines = await lastLines(home, log.begin)
    if (notYet.some((words) => lines.includes(words))) return undefined
    const quote = await logQuote(home, log.begin)
    throw new StartProblem(`PostgreSQL could not be started on ${home.pgdata}. ${quote}`)
  } finally {
    await log.handle.close()
  }
}

interface Launching {
  readonly log: Log
  readonly say: (line: string) => void
  readonly previous: Postmaster | undefined
}

async function launchOnUnix(
  home: Home,
  { log, say, previous }: Launching,
): Promise<Launched | undefined> {
  const socketDir = await (previous === undefined
    ? makeSocketDir(home.owner)
    : reopenSocketDir(previous.socketDir, home.owner))
  const address = [
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    `port=${socketPort}`,
  ]
  const child = spawn(home.binaries.postgres, ['-D', home.pgdata, ...flags(address)], {
    ...asOwner(home.owner),
    // A process group of its own: Ctrl-C must reach the app only, which needs the database until its end.
    detached: true,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
  })
  // A reused folder stays, so that no other user can take its name.
  const tidy = async () => (previous === undefined ? removeSocketDir(socketDir) : undefined)
  await once(child, 'spawn').catch(async (error: unknown) => {
    await tidy()
    throw error
  })
  child.unref()
  const guard = armGuard(home, child.pid ?? 0, socketDir)
  const postmaster = await readyChild(home, child, say)
  if (postmaster !== undefined) return { postmaster, guard }
  guard.disarm()
  child.kill('SIGINT')
  await tidy()
  return undefined
}

async function readyChild(
  home: Home,
  child: ChildProcess,
  say: (line: string) => void,
): Promise<Postmaster | undefined> {
  const slowAt = performance.now() + slowStartMs
  let hasSpoken = false
  const answer = await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended'
    const found = await findPostmaster(home.pgdata)
    if (found?.pid === child.pid && found?.status === 'ready') return found
    if (!hasSpoken && performance.now() > slowAt) {
      hasSpoken = true
      say('PostgreSQL is still starting; after a crash it first repairs its files.')
    }
    return undefined
  }, readyLimitMs)
  return answer === 'ended' ? undefined : answer
}

/** Uses pg_ctl, which drops administrator rights, because PostgreSQL refuses to run with them. */
async function launchOnWindows(
  home: Home,
  previous: Postmaster | undefined,
): Promise<Launched | undefined> {
  const address = ['listen_addresses=127.0.0.1', `port=${previous?.port ?? (await freePort())}`]
  const start = ['start', '-D', home.pgdata, '-l', home.logFile, '-w', '-t', '300']
  const child = spawn(home.binaries.pgCtl, [...start, '-o', flags(address).join(' ')], {
    ...asOwner(home.owner),
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const postmaster = await findPostmaster(home.pgdata)
  return postmaster === undefined ? undefined : { postmaster, guard: undefined }
}

const flags = (address: string[]): string[] =>
  [...settings, ...address].flatMap((setting) => ['-c', setting])

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : socketPort
}
