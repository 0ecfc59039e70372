// Checks that the database still takes writes: with a full disk, or on a read-only replica, it answers every query.
import type { Db } from './handle.ts'

/** Probes are frequent, and each check is a write. */
const lookEveryMs = 5_000

/** Throws where nothing can be written. A check in between gets the last answer, or waits for the one under way. */
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
 * - A copy of the database, or one that was set to read only, says so.
 * - 10,000 rows outgrow the smallest memory for them and go to a file, which must find some hundred kilobytes on the
 *   disk. A changed row would not tell: it takes the place of the one before, and finds room on a disk that is full.
 *   The file leaves nothing behind, neither in a table nor in its log.
 * - A message in the log with a transaction of its own shows that a commit comes through to the disk. It comes last:
 *   PostgreSQL ends itself where its log finds no room, which a health check shall not bring about.
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
