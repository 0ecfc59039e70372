// Ends the statement that is under way when a command shall stop: it may take minutes, or wait for a lock.
import type { Db, Tx } from './handle.ts'

/** The work is done in the transaction, and the database over which it is cancelled has another connection. */
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
    // Between two statements nothing is cancelled.
    signal?.throwIfAborted()
    return result
  } finally {
    signal?.removeEventListener('abort', cancel)
    // Work that ends by itself is faster than this, which would then end whatever the connection is used for next.
    await cancelled
  }
}
