// Holds a transaction open in a test until it is released, and counts the sessions that wait for a lock.
import type { Db, Tx } from '../db/handle.ts'

/** Runs the work in a transaction and returns a function that ends it; until then its locks last. */
export async function holdTransaction(db: Db, work: (tx: Tx) => Promise<unknown>) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await work(tx)
    begun.resolve()
    await end.promise
  })
  await Promise.race([begun.promise, holding])
  return async (): Promise<void> => {
    end.resolve()
    await holding
  }
}

export const countLockWaits = async (db: Db): Promise<number> =>
  (
    await db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length
