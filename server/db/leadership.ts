// Elects one leading node with an advisory lock; when it is gone, another node takes over.
import { singleFlight } from '../single-flight.ts'
import type { Db, Lock } from './handle.ts'

export interface Leadership {
  /** Takes the lock where no other node holds it; returns whether this node leads. */
  lead(): Promise<boolean>
  /** The result of the last call of lead(). */
  readonly isLeading: () => boolean
  close(): Promise<void>
}

export function createLeadership(db: Pick<Db, 'tryLock'>, key: number): Leadership {
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
    lead: () => once('lead', lead),
    isLeading: () => lock !== null && !closed,
    close: async () => {
      closed = true
      await lock?.close()
    },
  }
}
