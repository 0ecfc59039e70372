// Checks that the database accepts writes: with a full disk, or as a read-only replica, it still answers queries.
import type { Db } from './handle.ts'

/** The pause between checks: probes are frequent, and each check is a write. */
const lookEveryMs = 5_000

/** Throws where nothing can be written. Calls within the pause share the last result. */
export function createWriteCheck(db: Db): () => Promise<void> {
  let last: Promise<void> | undefined
  let isUnderWay = false
  let lookedAt = 0
  return () => {
    const now = performance.now()
    if (last !== undefined && (isUnderWay || now - lookedAt < lookEveryMs)) return last
    lookedAt = now
    isUnderWay = true
    last = look(db).finally(() => (isUnderWay = false))
    return last
  }
}

/**
 * In this order:
 *
 * - A read-only replica reports its mode.
 * - 10,000 rows exceed the smallest work_mem and go to a temporary file, which needs some hundred kilobytes of disk. An
 *   update would be no test: it reuses the space of the old row on a full disk. The file leaves nothing in tables or WAL.
 * - A message in the WAL shows that a commit reaches the disk. It comes last: PostgreSQL shuts down where the WAL has no
 *   space, which a health check must not cause.
 */
async function look(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ only_reads: boolean }>(
      "select current_setting('transaction_read_only')::boolean as only_reads",
    )
    if (row?.only_reads === true) throw new Error('the database only reads')
    await tx.query("set local work_mem = '64kB'")
    await tx.query('select count(*) from generate_series(1, 10000)')
    await tx.query("select pg_logical_emit_message(true, 'tengrand', 'ready')")
  })
}
