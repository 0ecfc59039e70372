// The only access to PostgreSQL: a handle for single statements and one for transactions.
import type { Readable } from 'node:stream'

import pg from 'pg'

import { errorCode } from '../errors.ts'
import { CopyIn, CopyOut } from './copy.ts'
import { listen, tryLock, type Closable, type Lock } from './session.ts'

export type { Lock } from './session.ts'

/** Runs single statements. A function that belongs to a transaction takes a Tx, so that it cannot use another connection. */
export interface Tx {
  query<Row>(statement: string | Prepared, values?: readonly unknown[]): Promise<Row[]>
}

/** Parsed and planned once per connection: for frequent statements whose planning costs more than their execution. */
export interface Prepared {
  /** Unique for each text. */
  readonly name: string
  readonly text: string
}

/** A transaction with COPY. A copy must be finished before the next statement. */
export interface CopyTx extends Tx {
  copyOut(statement: string): Readable
  /** Returns the number of rows. */
  copyIn(statement: string, chunks: AsyncIterable<Uint8Array>): Promise<number>
}

export interface Db extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A transaction with COPY; `snapshot` makes all its statements read the state at the first one. */
  copying<T>(
    work: (tx: CopyTx) => Promise<T>,
    options?: { readonly snapshot?: boolean },
  ): Promise<T>
  /** Receives the notifications of a channel, and '' after each reconnection, because some may have been missed. */
  listen(channel: string, onMessage: (message: string) => void): Promise<Closable>
  /** Takes an advisory lock, or returns null where another node holds it. */
  tryLock(key: number): Promise<Lock | null>
  /** The same database over a pool of its own, so that its work never waits for a connection of other work. */
  apart(connectionsMax: number): Db
  /** The pool's connections at this moment, without those that listen or hold locks. */
  usage(): PoolUsage
  close(): Promise<void>
}

export interface PoolUsage {
  readonly busy: number
  readonly idle: number
  /** The number of callers that wait for a connection. */
  readonly waiting: number
}

interface TransactionOptions {
  /** All statements read the state at the first one. Only for short reads, because vacuum cannot remove rows then. */
  readonly snapshot?: boolean
  /**
   * For work that finds all rows by their keys. The statistics of a new table can favor a sequential scan, and a prepared
   * plan with it stays for a minute while the table grows.
   */
  readonly byKey?: boolean
  /** For batches: a lock on one row must not delay all the others. */
  readonly lockWaitMs?: number
  /** A longer statement timeout, for work on whole tables. */
  readonly msMax?: number
}

/** The address of the database, or its parts. */
export type Connection = { readonly connectionString: string } | ConnectionParts

export interface ConnectionParts {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
}

export interface DbOptions {
  readonly connectionsMax?: number
  /** Turns statement timeouts off, for example for a migration. */
  readonly unlimited?: boolean
  /** Called for connections that are lost while idle; the pool replaces them. */
  readonly onLost?: (error: Error) => void
}

/** The database cancels a statement at its timeout; without its answer, the driver gives up a little later. */
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
  // A connection may break while it is handed out, before another listener is attached.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work, txOptions = {}) =>
      transaction(pool, beginOf(txOptions), (client) =>
        work({
          query: (statement, values) =>
            run(client, withTimeout(statement, txOptions.msMax), values),
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
  const onError = (error: Error) => (lost = error)
  client.on('error', onError)
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
    client.off('error', onError)
    client.release(lost)
  }
}

/** One text, to save round trips. Read committed, because statements after a lock must see the newest rows. */
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
  copyOut: (statement) => client.query(new CopyOut(statement)).rows,
  copyIn: (statement, chunks) => client.query(new CopyIn(statement, chunks)).done,
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

/** Raises the driver's timeout together with the statement's. */
function withTimeout(statement: string | Prepared, msMax: number | undefined): string | Prepared {
  if (msMax === undefined) return statement
  const config = typeof statement === 'string' ? { text: statement, name: '' } : statement
  return Object.assign({ query_timeout: msMax + driverGraceMs }, config)
}

/** The connection to the database failed; a retry may succeed. */
export class DatabaseUnreachable extends Error {}

/** The database cancelled the work because of a timeout, a lock or a conflict. */
export class DatabaseBusy extends Error {}

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505'

/** Also a full disk (53100), a failing disk (58030) and a read-only database after a failover (25006). */
const unreachable = /^(E(?!RR_)[A-Z_]{4,}|08...|25006|53...|57P..|58...)$/
/** Serialization conflicts, deadlocks, lock and statement timeouts. */
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

/** Parses bigint as a number and leaves date as text; the driver parses other types. */
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
