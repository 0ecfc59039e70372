// Keeps the app's PostgreSQL server running: reconnects after a crash of a process, restarts it after its end.
import { setTimeout as pause } from 'node:timers/promises'

import { StartProblem } from '../../errors.ts'
import { readyLimitMs } from './postmaster.ts'
import { connect, type Server } from './server.ts'
import type { Session } from './session.ts'
import { until } from './until.ts'

export interface Persistence {
  /** The pause before the first restart; it doubles with each further one in a row. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** The number of failed or short-lived starts in a row after which it gives up. */
  readonly startsMax: number
  /** A server that has run this long counts as a successful start. */
  readonly lastedMs: number
}

export const usualPersistence: Persistence = {
  firstPauseMs: 500,
  longestPauseMs: 8_000,
  startsMax: 5,
  lastedMs: 60_000,
}

export interface KeepOptions {
  readonly server: Server
  /** Starts the server at the same address, because connections reconnect to it. */
  readonly restart: (dead: Server) => Promise<Server>
  readonly persistence: Persistence
  readonly say: (line: string) => void
  readonly onGivenUp: (problem: StartProblem) => void
}

export interface Keeper {
  /** Stops restarting; returns the last server, dead or alive. */
  end(): Promise<Server>
}

export function keepServer(options: KeepOptions): Keeper {
  const { restart, persistence, say, onGivenUp } = options
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  let server = options.server
  let upSince = performance.now()
  let starts = 0
  let recovering: Promise<void> | undefined

  function watch(): void {
    server.session.onLost(() => {
      if (!isEnding()) recovering = recover()
    })
  }

  async function recover(): Promise<void> {
    const session = await claimAgain(server, isEnding)
    if (session !== undefined) {
      server = { ...server, session }
      return watch()
    }
    if (isEnding()) return
    if (performance.now() - upSince >= persistence.lastedMs) starts = 0
    say(`PostgreSQL has ended (its log is ${server.home.logFile}).`)
    await startAgain('')
  }

  async function startAgain(reason: string): Promise<void> {
    if (starts === persistence.startsMax) return onGivenUp(problemOf(server, starts, reason))
    const waitMs = Math.min(persistence.firstPauseMs * 2 ** starts, persistence.longestPauseMs)
    starts += 1
    await pause(waitMs, undefined, ending).catch(() => undefined)
    if (isEnding()) return
    try {
      const next = await restart(server)
      server.guard?.disarm()
      server = next
      upSince = performance.now()
    } catch (error) {
      return startAgain(error instanceof Error ? error.message : String(error))
    }
    say(`PostgreSQL runs again (process ${server.postmaster.pid}).`)
    watch()
  }

  watch()
  return {
    end: async () => {
      ending.abort()
      await recovering
      return server
    },
  }
}

/**
 * When one of its processes crashes, PostgreSQL ends all sessions and goes on; then the app must take its locks again.
 * Undefined when the server is gone, or belongs to another app.
 */
async function claimAgain(server: Server, isEnding: () => boolean): Promise<Session | undefined> {
  const { home, postmaster } = server
  const session = await until(async () => {
    if (isEnding()) return 'gone'
    return connect(home, postmaster).then(
      (found) => found ?? 'gone',
      () => undefined,
    )
  }, readyLimitMs)
  if (session === undefined || session === 'gone') return undefined
  const claim = async () => (await session.join()) && (await session.becomeApp()) === undefined
  if (await claim().catch(() => false)) return session
  await session.close()
  return undefined
}

const problemOf = ({ home }: Server, starts: number, reason: string): StartProblem =>
  new StartProblem(
    `The embedded PostgreSQL does not stay up: ${starts} starts in a row have failed. ${reason || `Its log is ${home.logFile}.`}`,
  )
