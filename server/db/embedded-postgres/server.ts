// Finds or starts the PostgreSQL server of a data folder and connects to it.
import { stat } from 'node:fs/promises'

import { StartProblem } from '../../errors.ts'
import { ensureCluster } from './cluster.ts'
import type { Guard } from './guard.ts'
import type { Home } from './home.ts'
import { launch } from './launch.ts'
import { logQuote } from './log.ts'
import { findPostmaster, isSame, readyPostmaster, type Postmaster } from './postmaster.ts'
import { Session } from './session.ts'
import { isOurSocketDir } from './socket-dir.ts'
import { until } from './until.ts'

const reachLimitMs = 30_000
const connectLimitMs = 10_000
const isLoopback = process.platform === 'win32'

export interface Server {
  readonly home: Home
  readonly postmaster: Postmaster
  readonly session: Session
  /** Defined only if this process started the server. */
  readonly guard: Guard | undefined
}

/**
 * Retries until `use` returns a result; servers can appear and end while other processes start and stop. A new server
 * gets the address of `previous`, if any.
 */
export async function withServer<T>(
  home: Home,
  say: (line: string) => void,
  use: (server: Server) => Promise<T | undefined>,
  previous?: Postmaster,
): Promise<T> {
  // After a previous server there is a database; a missing one must not be replaced by an empty one.
  if (previous === undefined) await ensureCluster(home, say)
  const made = await until(
    async () => {
      const server = await reach(home, say, previous)
      return server === undefined ? undefined : use(server)
    },
    reachLimitMs,
    50,
  )
  if (made !== undefined) return made
  throw new StartProblem(
    `PostgreSQL could not be started on ${home.pgdata} within ${reachLimitMs / 1000} s. ${await logQuote(home)}`,
  )
}

export const addressOf = ({ port, socketDir }: Postmaster) => ({
  host: isLoopback ? '127.0.0.1' : socketDir,
  port,
})

export const hasSameAddress = (one: Postmaster, other: Postmaster): boolean =>
  one.port === other.port && one.socketDir === other.socketDir

/** Closes the connection and leaves the server running. */
export async function disconnect(server: Server): Promise<void> {
  server.guard?.disarm()
  await server.session.close()
}

/** A session on a running server, or undefined if the server is gone. */
export async function connect(home: Home, postmaster: Postmaster): Promise<Session | undefined> {
  let reason = ''
  const answer = await until(async () => {
    const found = await findPostmaster(home.pgdata)
    if (found === undefined || !isSame(found, postmaster)) return 'gone'
    return tryToConnect(home, postmaster).catch((error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
      return undefined
    })
  }, connectLimitMs)
  if (answer !== undefined) return answer === 'gone' ? undefined : answer
  throw new StartProblem(
    `PostgreSQL runs on ${home.pgdata} (process ${postmaster.pid}) but cannot be reached (${reason}). Stop that process (kill -INT ${postmaster.pid}) and start again.`,
  )
}

async function reach(
  home: Home,
  say: (line: string) => void,
  previous: Postmaster | undefined,
): Promise<Server | undefined> {
  const running = await readyPostmaster(home)
  const found =
    running === undefined
      ? await launch(home, say, previous)
      : { postmaster: running, guard: undefined }
  if (found === undefined) return undefined
  const session = await connect(home, found.postmaster)
  if (session === undefined) {
    found.guard?.disarm()
    return undefined
  }
  const server = { home, session, ...found }
  const hasJoined = await session.join().catch(() => false)
  if (!hasJoined) await disconnect(server)
  return hasJoined ? server : undefined
}

async function tryToConnect(home: Home, postmaster: Postmaster): Promise<Session> {
  const { socketDir } = postmaster
  if (!isLoopback && !(await isOurSocketDir(socketDir, (await stat(home.pgdata)).uid))) {
    throw new Error(`its socket's folder ${socketDir} is missing or somebody else's`)
  }
  const session = new Session({ ...addressOf(postmaster), password: home.password })
  await session.open(home.pgdata)
  return session
}
