// Elects one leading node with an advisory lock; when it is gone, another node takes over.
import { singleFlight } from '../single-flight.ts'
import type { Db, Lock } from './handle.ts'

export type Leadership = ReturnType<typeof createLeadership>

export function createLeadership(db: Pick<Db, 'tryLock'>, key: number) {
  // Jobs share the leadership: two concurrent attempts would compete for the lock.
  const once = singleFlight<boolean>()
  let lock: Lock | null = null
  let closed = false

  async function lead(): Promise<boolean> {
    if (closed) return false
    if (lock !== null && (await lock.held())) return !closed
    lock = null
    const taken = await db.tryLock(key)
    if (closed) await taken?.close()
    else lock = taken
    return lock !== null && !closed
  }

  return {
    /** Takes the lock where no other node holds it; returns whether this node leads. */
    lead: () => once('lead', lead),
    /** The result of the last call of lead(). */
    isLeading: () => lock !== null && !closed,
    close: async (): Promise<void> => {
      closed = true
      await lock?.close()
    },
  }
}
