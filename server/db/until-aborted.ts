// Cancels the SQL statement of a command when its AbortSignal fires; a statement may take minutes or wait for a lock.
import type { Db, Tx } from './handle.ts'

/** The work runs in the transaction `tx`; the cancel request uses another connection of `db`. */
export async function untilAborted<T>(
  {
    db,
    tx,
    signal,
  }: { readonly db: Db; readonly tx: Tx; readonly signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const [session] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
  let cancelled: Promise<unknown> | undefined
  const cancel = (): void => {
    cancelled = db.query('select pg_cancel_backend($1)', [session?.pid]).catch(() => undefined)
  }
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cancel)
  try {
    const result = await work()
    // A cancel request between two statements has no effect.
    signal?.throwIfAborted()
    return result
  } finally {
    signal?.removeEventListener('abort', cancel)
    // Awaited: a late cancel request would hit the next use of the connection.
    await cancelled
  }
}
