// Opens the configured database, or the embedded one, and migrates it.
import type { Config } from '../config.ts'
import { errorCode, StartProblem } from '../errors.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { DatabaseUnreachable, openDb, type Connection, type Db, type DbOptions } from './handle.ts'
import { hasTable, migrate } from './migrate.ts'

const oldestVersion = 15

interface ToolOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>
  readonly say: (line: string) => void
  /** Collects everything that must be closed at the end, in order of opening. */
  readonly closing: AsyncDisposableStack
}

interface DatabaseOptions extends ToolOptions {
  readonly onLost: (error: Error) => void
  /** Called when the embedded database has failed for good. */
  readonly onGivenUp?: (problem: StartProblem) => void
}

export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const { say, onLost } = options
  const connection = await startedConnection(options)
  const db = await open(connection, options, { onLost })
  const migrating = openDb(connection, { unlimited: true, connectionsMax: 1 })
  try {
    const applied = await migrate(migrating)
    if (applied.length > 0) say('Prepared the database.')
  } finally {
    await migrating.close()
  }
  return db
}

/** For commands: opens the database without migrating it, with or without a running server, and without timeouts. */
export async function joinDatabase(options: ToolOptions): Promise<Db> {
  const { config, say, closing } = options
  const connection =
    config.databaseUrl === null
      ? connectionTo(await joinEmbeddedPostgres({ dataDir: config.dataDir, say }), closing)
      : { connectionString: config.databaseUrl }
  const db = await open(connection, options, { unlimited: true })
  if (await hasTable(db, 'trade')) return db
  throw new StartProblem('This database has never been used by Tengrand, or by an older one only.')
}

/** For a command that writes all tables: opens the database without migrating it. No server may use it meanwhile. */
export async function openAlone(options: ToolOptions): Promise<Db> {
  return open(await startedConnection(options), options, { unlimited: true })
}

async function open(
  connection: Connection,
  { config, closing }: ToolOptions,
  options: DbOptions,
): Promise<Db> {
  const db = openDb(connection, options)
  closing.defer(() => db.close())
  if (config.databaseUrl !== null) await refuseUnfit(db, config.databaseUrl)
  return db
}

async function startedConnection(
  options: ToolOptions & Pick<DatabaseOptions, 'onGivenUp'>,
): Promise<Connection> {
  const { config, say, closing, onGivenUp = ({ message }) => say(message) } = options
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, say, onGivenUp })
  return connectionTo(postgres, closing)
}

function connectionTo(
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  closing: AsyncDisposableStack,
): Connection {
  closing.defer(() => postgres.stop())
  return postgres.connection
}

/** Refuses an unsuitable database with a sentence that does not contain the password of the address. */
async function refuseUnfit(db: Db, address: string): Promise<void> {
  const [row] = await db
    .query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    .catch((error: unknown) => {
      throw problemOf(error, new URL(address)) ?? error
    })
  const version = row?.version ?? 0
  if (version >= oldestVersion) return
  throw new StartProblem(
    `The database of DATABASE_URL is PostgreSQL ${version}; Tengrand needs ${oldestVersion} or newer.`,
  )
}

function problemOf(error: unknown, address: URL): StartProblem | null {
  const host = address.searchParams.get('host') ?? address.host
  if (error instanceof DatabaseUnreachable) {
    return new StartProblem(`The database at ${host} (DATABASE_URL) does not answer.`)
  }
  const code = errorCode(error)
  if (code === '3D000') {
    return new StartProblem(
      `There is no database ${address.pathname.slice(1)} at ${host} (DATABASE_URL).`,
    )
  }
  return code.startsWith('28')
    ? new StartProblem(`The database at ${host} refuses the user or password of DATABASE_URL.`)
    : null
}
