// The one door to PostgreSQL: a handle for single statements and a handle for a transaction.
import pg from 'pg'

/** Runs one statement. A function that must be part of a transaction takes a Tx, so that it cannot use another. */
export interface Tx {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Db extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
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
  /** Told of connections that were lost while idle; the pool replaces them by itself. */
  readonly onLost?: (error: Error) => void
}

export function openDb(connection: Connection, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'tengrand',
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser },
  })
  pool.on('error', (error) => options.onLost?.(error))
  return {
    query: (text, values) => run(pool, text, values),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let lost: Error | undefined
  // Without a listener, a connection that breaks between two statements would end the process.
  const noteLoss = (error: Error) => (lost = error)
  client.on('error', noteLoss)
  try {
    await client.query('begin')
    const result = await work({ query: (text, values) => run(client, text, values) })
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (lost ??= failure))
    throw error
  } finally {
    client.off('error', noteLoss)
    client.release(lost)
  }
}

async function run<Row>(
  runner: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<Row[]> {
  const result = await runner.query(text, values === undefined ? undefined : [...values])
  return result.rows as Row[]
}

/** True for a failure of the way to the database, which a later try may not meet. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/.test(codeOf(error)) ||
    /^(08|53|57P)/.test(codeOf(error)) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message))

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

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
