// The only access to PostgreSQL: a handle for single statements and one for transactions.
import type { Readable } from 'node:stream'

import pg from 'pg'

import { CopyIn, CopyOut } from './copy.ts'
import { classify } from './failures.ts'
import { openListeners, tryLock, type Closable, type Lock } from './session.ts'
import { beginOf, limits, transaction, type TransactionOptions } from './transaction.ts'

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
  /** How long notifications have been missed, because a connection that listens is lost. */
  deafMs(): number
  /** Takes an advisory lock, or returns null where another node holds it. */
  tryLock(key: number): Promise<Lock | null>
  /** The same database over a pool of its own, so that its work never waits for a connection of other work. */
  apart(connectionsMax: number): Db
  /** Like `apart`, but past a connection pooler, where its statements would wait for those of other nodes. */
  direct(connectionsMax: number): Db
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
  /**
   * An address of the same database without a connection pooler, for notifications, advisory locks and `direct`. The
   * connection may then lead to a pooler that gives each transaction another session.
   */
  readonly direct?: Connection | undefined
  /** Turns statement timeouts off, for example for a migration. */
  readonly unlimited?: boolean
  /** Called for connections that are lost while idle; the pool replaces them. */
  readonly onLost?: (error: Error) => void
}

/** Without the answer of the database to a time limit, the driver gives up a little later. */
const driverGraceMs = 5_000

export function openDb(connection: Connection, options: DbOptions = {}): Db {
  const { direct, unlimited = false, connectionsMax = 10 } = options
  const pool = new pg.Pool({
    ...settingsOf(connection),
    // A pooler refuses these parameters at the start of a connection, so transactions set them.
    ...(unlimited || direct !== undefined ? {} : limits),
    ...(unlimited ? {} : { query_timeout: limits.statement_timeout + driverGraceMs }),
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser },
  })
  pool.on('error', (error) => options.onLost?.(error))
  // A connection may break while it is handed out, before another listener is attached.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const isPooled = direct !== undefined
  const first = isPooled && !unlimited ? limits : {}
  const fitting = isPooled ? withoutName : asGiven
  const session = settingsOf(direct ?? connection)
  return {
    query: (statement, values) =>
      isPooled
        ? transaction(pool, beginOf({}, first), (client) => run(client, fitting(statement), values))
        : run(pool, statement, values),
    transaction: (work, txOptions = {}) =>
      transaction(pool, beginOf(txOptions, first), (client) =>
        work({
          query: (statement, values) =>
            run(client, withTimeout(fitting(statement), txOptions.msMax), values),
        }),
      ),
    copying: (work, txOptions = {}) =>
      transaction(pool, beginOf(txOptions, first), (client) => work(copyTx(client))),
    ...openListeners(session),
    tryLock: (key) => tryLock(session, key),
    apart: (most) => openDb(connection, { ...options, connectionsMax: most }),
    direct: (most) =>
      openDb(direct ?? connection, { ...options, direct: undefined, connectionsMax: most }),
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

const settingsOf = (connection: Connection) => ({
  ...connection,
  application_name: 'tengrand',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
})

const asGiven = (statement: string | Prepared) => statement

/** A statement with a name stays in the session that parsed it, and the next transaction may have another one. */
const withoutName = (statement: string | Prepared) =>
  typeof statement === 'string' ? statement : statement.text

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
