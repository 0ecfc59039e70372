// Refuses a database of the operator's own that Tengrand cannot work with, in a sentence without its password.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { DatabaseConfig } from '../config.ts'
import { errorCode, StartProblem } from '../errors.ts'
import { DatabaseUnreachable } from './failures.ts'
import type { Db } from './handle.ts'

const oldestVersion = 15
const hearWithinMs = 5_000

/** An address with the name of its setting. */
interface Setting {
  readonly name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  readonly address: string
}

/** The address past a connection pooler; null without an address of the operator's own. */
export function directSetting({ databaseUrl, databaseDirectUrl }: DatabaseConfig): Setting | null {
  if (databaseDirectUrl !== null) return { name: 'DATABASE_DIRECT_URL', address: databaseDirectUrl }
  return databaseUrl === null ? null : { name: 'DATABASE_URL', address: databaseUrl }
}

export async function refuseOld(db: Db, setting: Setting): Promise<void> {
  const [row] = await named(setting, () =>
    db.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    ),
  )
  const version = row?.version ?? 0
  if (version >= oldestVersion) return
  throw new StartProblem(
    `The database of ${setting.name} is PostgreSQL ${version}; Tengrand needs ${oldestVersion} or newer.`,
  )
}

/** A replica answers every query, and refuses the first write with an error. */
export async function refuseReplica(db: Db, setting: Setting): Promise<void> {
  if (await named(setting, () => onlyReads(db))) throw replica(setting)
}

export async function onlyReads(db: Db): Promise<boolean> {
  const [row] = await db.query<{ reads: boolean }>(
    "select current_setting('transaction_read_only')::boolean as reads",
  )
  return row?.reads === true
}

/** In a failover, a proxy may lead to a replica for a moment. */
export class OnlyReads extends StartProblem {}

const replica = (setting: Setting): OnlyReads =>
  new OnlyReads(
    `The database at ${hostOf(setting)} (${setting.name}) only reads: it is a replica, or was set so. Set ${setting.name} to the address of the primary, or of a proxy that leads to it.`,
  )

/**
 * A pooler that gives each transaction another session loses notifications, and hands a lock to two nodes. Both addresses
 * must lead to one database.
 */
export async function refuseLostSessions(db: Db, setting: Setting): Promise<void> {
  const channel = `tengrand_check_${randomUUID()}`
  const key = randomInt(2 ** 31)
  await using closing = new AsyncDisposableStack()
  const heard = Promise.withResolvers<boolean>()
  const listener = await named(setting, () => db.listen(channel, () => heard.resolve(true)))
  closing.defer(() => listener.close())
  const lock = await named(setting, () => db.tryLock(key))
  closing.defer(async () => lock?.close())
  const second = await named(setting, () => db.tryLock(key))
  closing.defer(async () => second?.close())
  const direct = db.direct(1)
  closing.defer(() => direct.close())
  await named(setting, () => direct.query("select pg_notify($1, 'heard')", [channel]))
  const late = sleep(hearWithinMs, false, { ref: false })
  if (second !== null || !(await Promise.race([heard.promise, late]))) throw pooled(setting)
  const held = await db.query(
    `select from pg_locks join pg_database on oid = database
     where locktype = 'advisory' and objid = $1::bigint::oid and datname = current_database()`,
    [key],
  )
  if (held.length > 0) return
  throw new StartProblem('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
}

/** A pooler can be told to drop the time limits of a connection without a word. */
export async function refuseLostLimits(db: Db, setting: Setting): Promise<void> {
  const direct = db.direct(1)
  try {
    const [row] = await named(setting, () =>
      direct.query<{ limit: string }>("select current_setting('statement_timeout') as limit"),
    )
    if (row?.limit === '0') throw pooled(setting)
  } finally {
    await direct.close()
  }
}

const pooled = ({ name }: Setting): StartProblem =>
  new StartProblem(
    name === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a connection pooler such as PgBouncer, which loses notifications, locks or time limits. Leave it as it is, and set DATABASE_DIRECT_URL to an address of the same database without the pooler.'
      : 'DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer, which loses notifications, locks or time limits. Set it to an address of the database without the pooler.',
  )

/** Runs the query; its failure becomes a sentence that names the setting. */
async function named<T>(setting: Setting, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error, setting) ?? error
  }
}

const hostOf = ({ address }: Setting): string => {
  const { searchParams, host } = new URL(address)
  return searchParams.get('host') ?? host
}

function problemOf(error: unknown, setting: Setting): StartProblem | null {
  if (!(error instanceof Error)) return null
  const { name, address } = setting
  const cause = error instanceof DatabaseUnreachable ? error.cause : error
  const code = errorCode(cause)
  const place = `The database at ${hostOf(setting)} (${name})`
  // The words of PgBouncer, where it refuses the time limits of a connection.
  if (/startup parameter: (statement|idle)/.test(error.message)) return pooled(setting)
  if (code === '25006') return replica(setting)
  if (code === '53300') return new StartProblem(`${place} has no room for another connection.`)
  // PgBouncer has this code for everything that it refuses.
  if (code === '08P01')
    return new StartProblem(`${place} refuses the connection: ${error.message}.`)
  if (error instanceof DatabaseUnreachable) return new StartProblem(`${place} does not answer.`)
  if (code === '3D000') {
    const database = new URL(address).pathname.slice(1)
    return new StartProblem(`There is no database ${database} at ${hostOf(setting)} (${name}).`)
  }
  if (/client password must be a string/.test(error.message)) {
    return new StartProblem(`${name} has no password, and the database wants one.`)
  }
  // Of pg_hba.conf, whose words name the host, the user and the database.
  if (code === '28000')
    return new StartProblem(`${place} refuses the connection: ${error.message}.`)
  return code.startsWith('28')
    ? new StartProblem(
        `The database at ${hostOf(setting)} refuses the user or password of ${name}.`,
      )
    : null
}
