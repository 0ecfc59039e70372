// Runs a transaction on a connection of a pool, with its isolation, settings and time limits.
import type pg from 'pg'

import { classify, isUnanswered } from './failures.ts'

export interface TransactionOptions {
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

const statementMsMax = 15_000

/** Settings of PostgreSQL, which cancels a longer statement. */
export const limits = {
  statement_timeout: statementMsMax,
  idle_in_transaction_session_timeout: statementMsMax,
}

export async function transaction<T>(
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
    // A connection that does not answer would hold up the rollback as well; the database rolls back when it is closed.
    if (isUnanswered(error)) lost ??= error
    else await client.query('rollback').catch((failure: Error) => (lost ??= failure))
    throw classify(lost ?? error)
  } finally {
    client.off('error', onError)
    client.release(lost)
  }
}

/**
 * One text, to save round trips. Read committed, because statements after a lock must see the newest rows. Settings are
 * local: over a pooler, the next transaction of the session may be another program's.
 */
export function beginOf(
  { snapshot = false, byKey = false, lockWaitMs, msMax }: TransactionOptions,
  first: Partial<typeof limits>,
): string {
  const settings = {
    ...first,
    ...(byKey ? { enable_seqscan: 'off' } : {}),
    ...(lockWaitMs === undefined ? {} : { lock_timeout: lockWaitMs }),
    ...(msMax === undefined ? {} : { statement_timeout: msMax }),
  }
  return [
    `begin isolation level ${snapshot ? 'repeatable read' : 'read committed'}`,
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
  ].join('; ')
}
