// The only way to PostgreSQL: a handle for single statements and a handle for a transaction.
import type { Readable } from 'node:stream'

import pg from 'pg'

import { errorCode } from '../errors.ts'
import { copyIn, copyOut } from './copy.ts'
import { listen, tryLock, type Closable, type Lock } from './session.ts'

export type { Lock } from './session.ts'

/** Runs one statement. A function that must be part of a transaction takes a Tx, so that it cannot use another. */
export interface Tx {
  query<Row>(statement: string | Prepared, values?: readonly unknown[]): Promise<Row[]>
}

/** Parsed and planned once for each connection: for what runs all day, where that costs more than the work itself. */
export interface Prepared {
  /** The same text must go by the same name everywhere. */
  readonly name: string
  readonly text: string
}

/** A transaction that moves whole tables. One copy is read or written to its end before the next statement. */
export interface CopyTx extends Tx {
  copyOut(statement: string): Readable
  /** Returns how many rows the chunks were. */
  copyIn(statement: string, chunks: AsyncIterable<Uint8Array>): Promise<number>
}

export interface Db extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The same for work that moves whole tables; `snapshot` reads all of them as they are at its first statement. */
  copying<T>(
    work: (tx: CopyTx) => Promise<T>,
    options?: { readonly snapshot?: boolean },
  ): Promise<T>
  /** Receives what any node sends on a channel, and '' after each reconnection, since something may have been missed. */
  listen(channel: string, onMessage: (message: string) => void): Promise<Closable>
  /** Holds a lock that one node at a time can have, or returns null where another has it. */
  tryLock(key: number): Promise<Lock | null>
  /** The same database over connections of its own, so that its work never waits for other work to let one go. */
  apart(connectionsMax: number): Db
  /** The connections of this moment, without those that listen or hold locks. */
  usage(): PoolUsage
  close(): Promise<void>
}

export interface PoolUsage {
  readonly busy: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

interface TransactionOptions {
  /** All statements read the database as it is at the first of them. For short reads: dead rows are kept meanwhile. */
  readonly snapshot?: boolean
  /**
   * For work that finds all of its rows by their keys. The statistics of a young table can make reading all of it look
   * cheaper, and a prepared plan that does so stays for a minute while the table grows.
   */
  readonly byKey?: boolean
  /** For batches: a transaction that holds one of their rows shall not hold up all the others. */
  readonly lockWaitMs?: number
  /** For work on whole tables: so long may each of its statements take, instead of the usual limit. */
  readonly msMax?: number
}

/** Where the database is: an address, or the parts of one. */
export type Connection =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
    }

export interface DbOptions {
  readonly connectionsMax?: number
  /** For work that may take as long as it takes, such as a migration. */
  readonly unlimited?: boolean
  /** Told of connections that were lost while idle; the pool replaces them by itself. */
  readonly onLost?: (error: Error) => void
}

/** The database ends what takes too long; where it cannot even say so, the driver gives up a little later. */
const driverGraceMs = 5_000
const limits = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 15_000 + driverGraceMs,
}

export function openDb(connection: Connection, options: DbOptions = {}): Db {
  const settings = {
    ...connection,
    application_name: 'tengrand',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
  const pool = new pg.Pool({
    ...settings,
    ...(options.unlimited ? {} : limits),
    max: options.connectionsMax ?? 10,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser },
  })
  pool.on('error', (error) => options.onLost?.(error))
  // A connection may break in the very moment in which it is handed out, before anybody listens to it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work, asked = {}) =>
      transaction(pool, beginOf(asked), (client) =>
        work({
          query: (statement, values) => run(client, patient(statement, asked.msMax), values),
        }),
      ),
    copying: (work, { snapshot = false } = {}) =>
      transaction(pool, snapshot ? beginSnapshot : beginOf({}), (client) => work(copyTx(client))),
    listen: (channel, onMessage) => listen(settings, channel, onMessage),
    tryLock: (key) => tryLock(settings, key),
    apart: (connectionsMax) => openDb(connection, { ...options, connectionsMax }),
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw classify(error)
  })
  let lost: Error | undefined
  // Without a listener, a connection that breaks between two statements would end the process.
  const noteLoss = (error: Error) => (lost = error)
  client.on('error', noteLoss)
  try {
    await client.query(begin)
    const result = await work(client)
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (lost ??= failure))
    throw classify(lost ?? error)
  } finally {
    client.off('error', noteLoss)
    client.release(lost)
  }
}

/** In one text, because each part takes a way to the database and back. Locks are taken to see what is newest then. */
function beginOf({ snapshot, byKey = false, lockWaitMs, msMax }: TransactionOptions): string {
  return [
    `begin isolation level ${snapshot === true ? 'repeatable read' : 'read committed'}`,
    ...(byKey ? ['set local enable_seqscan = off'] : []),
    ...(lockWaitMs === undefined ? [] : [`set local lock_timeout = ${lockWaitMs}`]),
    ...(msMax === undefined ? [] : [`set local statement_timeout = ${msMax}`]),
  ].join('; ')
}

const beginSnapshot = 'begin isolation level repeatable read, read only'

const copyTx = (client: pg.PoolClient): CopyTx => ({
  query: (statement, values) => run(client, statement, values),
  copyOut: (statement) => copyOut(client, statement),
  copyIn: (statement, chunks) => copyIn(client, statement, chunks),
})

async function run<Row>(
  runner: pg.Pool | pg.PoolClient,
  statement: string | Prepared,
  values: readonly unknown[] | undefined,
): Promise<Row[]> {
  try {
    const result = await runner.query(statement, values === undefined ? undefined : [...values])
    return result.rows as Row[]
  } catch (error) {
    throw classify(error)
  }
}

/** The driver as well waits longer than it usually does. */
function patient(statement: string | Prepared, msMax: number | undefined): string | Prepared {
  if (msMax === undefined) return statement
  const config = typeof statement === 'string' ? { text: statement, name: '' } : statement
  return Object.assign({ query_timeout: msMax + driverGraceMs }, config)
}

/** A failure of the way to the database, which a later try may not meet. */
export class DatabaseUnreachable extends Error {}

/** The database ended the work because it took too long or because others stood in its way. */
export class DatabaseBusy extends Error {}

/** Two wanted the same at the same moment, and an index decided. */
export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505'

/** Also a full disk (53100) and one that fails (58030), and a database that only reads after a failover (25006). */
const unreachable = /^(E(?!RR_)[A-Z_]{4,}|08...|25006|53...|57P..|58...)$/
/** Conflicts and deadlocks, a lock that did not come free, a statement or a transaction that lasted too long. */
const busy = /^(40001|40P01|55P03|57014|25P03)$/

function classify(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = errorCode(error)
  const isLost =
    unreachable.test(code) ||
    /^(Connection terminated|timeout exceeded|Query read timeout|Client has enc)/.test(
      error.message,
    )
  if (busy.test(code)) return new DatabaseBusy(error.message, { cause: error })
  return isLost ? new DatabaseUnreachable(error.message, { cause: error }) : error
}

const int8: number = pg.types.builtins.INT8
const date: number = pg.types.builtins.DATE

/** Whole numbers of eight bytes become numbers, days stay text; the rest is as the driver has it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return safeInteger
  if (oid === date) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('A number in the database is too large.')
  return value
}
