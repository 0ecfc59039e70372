// Of all nodes one holds a lock and does the work; when it is gone, another takes its place.
import { singleFlight } from '../single-flight.ts'
import type { Db, Lock } from './handle.ts'

export interface Leadership {
  /** Whether this node leads, which it tries to where no other does. */
  lead(): Promise<boolean>
  /** Whether it did when it last tried. */
  readonly isLeading: () => boolean
  close(): Promise<void>
}

export function createLeadership(db: Pick<Db, 'tryLock'>, key: number): Leadership {
  // Several jobs share it: two that tried at once would each be the other's rival.
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
