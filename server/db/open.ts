// Opens the database that the configuration names, or the embedded one, and brings it up to date.
import type { Config } from '../config.ts'
import { errorCode, StartProblem } from '../errors.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { DatabaseUnreachable, openDb, type Connection, type Db } from './handle.ts'
import { hasTable, migrate } from './migrate.ts'

const oldestVersion = 15

export interface DatabaseOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>
  readonly say: (line: string) => void
  readonly onLost: (error: Error) => void
  /** Told when the embedded database has died for good. */
  readonly onGivenUp?: (problem: StartProblem) => void
  /** Takes what must be closed at the end, in the order of opening. */
  readonly closing: AsyncDisposableStack
}

export async function openDatabase(
  options: DatabaseOptions,
): Promise<{ db: Db; connection: Connection }> {
  const { config, say, onLost, closing } = options
  const connection = await connectionOf(options)
  const db = openDb(connection, { onLost })
  closing.defer(() => db.close())
  if (config.databaseUrl !== null) await refuseUnfit(db, config.databaseUrl)
  await bringUpToDate(connection, say)
  return { db, connection }
}

/** For tools: the database as it is, beside the product or without it, and as much time as they need. */
export async function joinDatabase({
  config,
  say,
  closing,
}: Omit<DatabaseOptions, 'onLost' | 'onGivenUp'>): Promise<Db> {
  const connection =
    config.databaseUrl === null
      ? await joined(config.dataDir, say, closing)
      : { connectionString: config.databaseUrl }
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  if (config.databaseUrl !== null) await refuseUnfit(db, config.databaseUrl)
  if (await hasTable(db, 'trade')) return db
  throw new StartProblem('This database has never been used by Tengrand, or by an older one only.')
}

/** For a tool that writes all of it: the database as it is, empty even, of which no product may make use meanwhile. */
export async function openAlone(
  options: Omit<DatabaseOptions, 'onLost' | 'onGivenUp'>,
): Promise<Db> {
  const { config, closing } = options
  const connection = await connectionOf(options)
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  if (config.databaseUrl !== null) await refuseUnfit(db, config.databaseUrl)
  return db
}

async function joined(
  dataDir: string,
  say: (line: string) => void,
  closing: AsyncDisposableStack,
): Promise<Connection> {
  const postgres = await joinEmbeddedPostgres({ dataDir, say })
  closing.defer(() => postgres.stop())
  return postgres.connection
}

async function bringUpToDate(connection: Connection, say: (line: string) => void): Promise<void> {
  const db = openDb(connection, { unlimited: true, connectionsMax: 1 })
  try {
    const applied = await migrate(db)
    if (applied.length > 0) say('Prepared the database.')
  } finally {
    await db.close()
  }
}

async function connectionOf(options: Omit<DatabaseOptions, 'onLost'>): Promise<Connection> {
  const { config, say, closing, onGivenUp = ({ message }) => say(message) } = options
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, say, onGivenUp })
  closing.defer(() => postgres.stop())
  return postgres.connection
}

/** Says in words what is wrong with the address, without the password in it. */
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
