// Opens the configured database, or the embedded one, and migrates it.
import { setTimeout as sleep } from 'node:timers/promises'

import type { DatabaseConfig } from '../config.ts'
import { StartProblem } from '../errors.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import {
  directSetting,
  onlyReads,
  OnlyReads,
  refuseLostLimits,
  refuseLostSessions,
  refuseOld,
  refuseReplica,
} from './fitness.ts'
import { openDb, type Connection, type Db } from './handle.ts'
import { hasTable, migrate } from './migrate.ts'

interface ToolOptions {
  readonly config: DatabaseConfig
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
  const { config, say, onLost, closing } = options
  const direct = await startedConnection(options)
  const db =
    config.databaseDirectUrl === null
      ? openDb(direct, { onLost })
      : openDb({ connectionString: config.databaseUrl ?? '' }, { onLost, direct })
  closing.defer(() => db.close())
  await refuseUnfit(db, config)
  const migrating = openDb(direct, { unlimited: true, connectionsMax: 1 })
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
    configuredConnection(config) ??
    connectionTo(await joinEmbeddedPostgres({ dataDir: config.dataDir, say }), closing)
  const db = await openUnlimited(connection, options)
  if (await hasTable(db, 'trade')) return db
  throw new StartProblem('This database has never been used by Tengrand, or by an older one only.')
}

/** For a command that writes all tables: opens the database without migrating it. No server may use it meanwhile. */
export async function openAlone(options: ToolOptions): Promise<Db> {
  return openUnlimited(await startedConnection(options), options)
}

async function openUnlimited(
  connection: Connection,
  { config, closing }: ToolOptions,
): Promise<Db> {
  const db = openDb(connection, { unlimited: true })
  closing.defer(() => db.close())
  const setting = directSetting(config)
  if (setting === null) return db
  await refuseOld(db, setting)
  // A backup of a replica is allowed, and a replica has neither notifications nor locks.
  if (!(await onlyReads(db))) await refuseLostSessions(db, setting)
  return db
}

const primaryWithinMs = 5_000
const lookEveryMs = 500

/** Waits some seconds for a primary, because a node may start in the middle of a failover. */
async function refuseUnfit(db: Db, config: DatabaseConfig): Promise<void> {
  const until = performance.now() + primaryWithinMs
  for (;;) {
    try {
      await refuseAny(db, config)
      return
    } catch (error) {
      if (!(error instanceof OnlyReads) || performance.now() > until) throw error
    }
    await sleep(lookEveryMs)
  }
}

async function refuseAny(db: Db, config: DatabaseConfig): Promise<void> {
  const { databaseUrl: address } = config
  const direct = directSetting(config)
  if (address === null || direct === null) return
  const setting = { name: 'DATABASE_URL', address } as const
  await refuseOld(db, setting)
  await refuseReplica(db, setting)
  await refuseLostSessions(db, direct)
  await refuseLostLimits(db, direct)
}

/** Past a pooler, if there is one. */
function configuredConnection(config: DatabaseConfig): Connection | null {
  const setting = directSetting(config)
  return setting === null ? null : { connectionString: setting.address }
}

async function startedConnection(
  options: ToolOptions & Pick<DatabaseOptions, 'onGivenUp'>,
): Promise<Connection> {
  const { config, say, closing, onGivenUp = ({ message }) => say(message) } = options
  const configured = configuredConnection(config)
  if (configured !== null) return configured
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
