// The default database: a PostgreSQL of our own that lives in DATA_DIR and starts and stops with the app.
import { armGuard } from './embedded-postgres/guard.ts'
import { openHome } from './embedded-postgres/home.ts'
import { boundLog } from './embedded-postgres/log.ts'
import {
  findPostmaster,
  isSame,
  readyLimitMs,
  stopPostmaster,
  type Postmaster,
} from './embedded-postgres/postmaster.ts'
import { addressOf, connect, letGo, withServer, type Server } from './embedded-postgres/server.ts'
import type { Connection } from './embedded-postgres/session.ts'
import { until } from './embedded-postgres/until.ts'
import { StartProblem } from './start-problem.ts'

const toolsMayFinishMs = 10_000
const logCheckMs = 60_000
const ignore = () => undefined

export interface EmbeddedPostgres {
  /** For pg.Pool. */
  readonly connection: Connection
  /** To be called when all other connections are closed. May be called again. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly say: (line: string) => void
}

/** For the app, of which there is one on a folder: the server starts with it and stops with it. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, say } = options
  return inWords(dataDir, async () => {
    const home = await openHome(dataDir, say)
    const before = await findPostmaster(home.pgdata)
    const server = await withServer(home, say, (found) => becomeApp(found, before, say))
    const guard = server.guard ?? armGuard(home, server.postmaster.pid, server.postmaster.socketDir)
    const claim = keepClaim(server, say)
    return handleOf(server, async () => {
      claim.end()
      await stopPostmaster(home, server.postmaster, say)
      guard.disarm()
      await claim.close()
    })
  })
}

/** For tools: joins the running server, or starts one, and stops it when nobody else uses it any more. */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, say } = options
  return inWords(dataDir, async () => {
    const home = await openHome(dataDir, say)
    const server = await withServer(home, say, async (found) => found)
    return handleOf(server, async () => {
      const isLast = await server.session.leave().catch(() => false)
      if (isLast) await stopPostmaster(home, server.postmaster, say)
      await letGo(server)
    })
  })
}

/** Undefined when the server has to go first: one that was there before has old settings and may do a dead app's work. */
async function becomeApp(
  server: Server,
  before: Postmaster | undefined,
  say: (line: string) => void,
): Promise<Server | undefined> {
  const { home, postmaster, session } = server
  const isLost = Symbol('lost')
  const other = await session.becomeApp().catch(() => isLost)
  if (other === undefined && (before === undefined || !isSame(before, postmaster))) return server
  if (other === undefined && before !== undefined) {
    say(`Restarting the PostgreSQL (process ${before.pid}) that another run has left.`)
    await session.aloneWithin(toolsMayFinishMs).catch(() => false)
    await stopPostmaster(home, postmaster, say)
  }
  await letGo(server)
  if (typeof other !== 'number') return undefined
  throw new StartProblem(
    `Another Tengrand is already running on ${home.dataDir} (process ${other}). Stop it first or set another DATA_DIR.`,
  )
}

/** When one of its processes crashes, PostgreSQL ends all sessions and goes on; then the app has to claim it again. */
function keepClaim(
  server: Server,
  say: (line: string) => void,
): { end(): void; close(): Promise<void> } {
  let { session } = server
  let isEnded = false
  const renew = async (): Promise<void> => {
    const { home, postmaster } = server
    const again = () => connect(home, postmaster).then((found) => found ?? 'gone', ignore)
    const next = await until(again, readyLimitMs)
    if (next === undefined || next === 'gone') throw new Error('it has stopped')
    if (isEnded) return next.close()
    session = next
    session.onLost(onLost)
    await session.join()
    const other = await session.becomeApp()
    if (other !== undefined) throw new Error(`process ${other} has taken it over`)
  }
  const onLost = () => {
    if (isEnded) return
    renew().catch((error: Error) => {
      if (isEnded) return
      say(`The database is lost (${error.message}): start again. Its log is ${server.home.logFile}`)
    })
  }
  session.onLost(onLost)
  return { end: () => void (isEnded = true), close: () => session.close() }
}

async function handleOf(server: Server, finish: () => Promise<void>): Promise<EmbeddedPostgres> {
  const { home, postmaster, session } = server
  const login = await session.ensureDatabase(home.password).catch(async (error: unknown) => {
    await finish()
    throw error
  })
  const upkeep = setInterval(() => void boundLog(home).catch(() => {}), logCheckMs).unref()
  let stopped: Promise<void> | undefined
  const stop = () => {
    clearInterval(upkeep)
    stopped ??= finish()
    return stopped
  }
  return { connection: { ...addressOf(postmaster), ...login }, stop }
}

/** What the system refuses is for the person who starts this to mend; anything else is a bug and stays one. */
async function inWords<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefusal = error instanceof Error && ('syscall' in error || 'cmd' in error)
    if (!isRefusal) throw error
    throw new StartProblem(
      `The embedded PostgreSQL cannot be started in ${dataDir}: ${error.message}. Mend this, or set another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}
