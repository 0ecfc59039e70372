// Starts the embedded PostgreSQL, the default database, which is stored in DATA_DIR and stops with the app.
import { StartProblem } from '../../errors.ts'
import type { ConnectionParts } from '../handle.ts'
import { armGuard } from './guard.ts'
import { openHome, type Home } from './home.ts'
import { keepServer, usualPersistence, type Persistence } from './keep.ts'
import { boundLog } from './log.ts'
import { findPostmaster, isSame, stopPostmaster, type Postmaster } from './postmaster.ts'
import { addressOf, disconnect, hasSameAddress, withServer, type Server } from './server.ts'

const toolsMayFinishMs = 10_000
const logCheckMs = 60_000

export interface EmbeddedPostgres {
  /** Connection settings for pg.Pool. */
  readonly connection: ConnectionParts
  /** Call after all other connections are closed. Further calls have no effect. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly say: (line: string) => void
}

export interface AppOptions extends EmbeddedPostgresOptions {
  /** Called when the server has died and restarts have failed for good. */
  readonly onGivenUp?: (problem: StartProblem) => void
  readonly persistence?: Persistence
}

/** For the app, one per folder: starts the server, restarts it after a crash, and stops it at the end. */
export async function startEmbeddedPostgres(options: AppOptions): Promise<EmbeddedPostgres> {
  const { dataDir, say } = options
  const { persistence = usualPersistence, onGivenUp = ({ message }) => say(message) } = options
  return withExplainedRefusals(dataDir, async () => {
    const home = await openHome(dataDir, say)
    const start = (previous?: Postmaster) => startAsApp(home, say, previous)
    const server = await start()
    const restart = ({ postmaster }: Server) =>
      withExplainedRefusals(dataDir, () => start(postmaster))
    const keeper = keepServer({ server, restart, persistence, say, onGivenUp })
    return handleOf(server, async () => {
      const last = await keeper.end()
      await stopPostmaster(home, last.postmaster, say)
      last.guard?.disarm()
      await last.session.close()
    })
  })
}

/** Starts the server at the address of the previous server, if any. */
async function startAsApp(
  home: Home,
  say: (line: string) => void,
  previous?: Postmaster,
): Promise<Server> {
  const before = await findPostmaster(home.pgdata)
  const use = (found: Server) => becomeApp(found, { before, previous }, say)
  const server = await withServer(home, say, use, previous)
  const { pid, socketDir } = server.postmaster
  return { ...server, guard: server.guard ?? armGuard(home, pid, socketDir) }
}

/** For commands: joins the running server, or starts one, and stops it when no other process uses it. */
export async function joinEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, say } = options
  return withExplainedRefusals(dataDir, async () => {
    const home = await openHome(dataDir, say)
    const server = await withServer(home, say, async (found) => found)
    return handleOf(server, async () => {
      const isLast = await server.session.leave().catch(() => false)
      if (isLast) await stopPostmaster(home, server.postmaster, say)
      await disconnect(server)
    })
  })
}

/**
 * Returns undefined if the caller must retry: the connection was lost, or the server of an earlier run was stopped,
 * because it has old settings and can still run a dead app's statements.
 */
async function becomeApp(
  server: Server,
  {
    before,
    previous = server.postmaster,
  }: { before: Postmaster | undefined; previous: Postmaster | undefined },
  say: (line: string) => void,
): Promise<Server | undefined> {
  const { home, postmaster, session } = server
  const isLost = Symbol('lost')
  const other = await session.becomeApp().catch(() => isLost)
  const isNew = before === undefined || !isSame(before, postmaster)
  if (other === undefined && isNew && hasSameAddress(previous, postmaster)) return server
  if (other === undefined) {
    say(`Restarting the PostgreSQL (process ${postmaster.pid}) that another run has left.`)
    await session.aloneWithin(toolsMayFinishMs).catch(() => false)
    await stopPostmaster(home, postmaster, say)
  }
  await disconnect(server)
  if (typeof other !== 'number') return undefined
  throw new StartProblem(
    `Another Tengrand is already running on ${home.dataDir} (process ${other}). Stop it first or set another DATA_DIR.`,
  )
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

/** Turns errors of system calls and programs into a sentence for the operator; other errors are bugs and pass. */
async function withExplainedRefusals<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
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
