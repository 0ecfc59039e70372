// Of all nodes the one that holds the lock asks the provider; when it is gone, another takes its place.
import type { Db, Lock } from '../db/handle.ts'

/** Any number that nothing else in this database locks on. */
const refreshLock = 7_264_002

export interface Leadership {
  /** Whether this node leads, which it tries to where no other does. */
  lead(): Promise<boolean>
  /** Whether it did when it last tried. */
  readonly isLeading: () => boolean
  close(): Promise<void>
}

export function createLeadership(db: Db): Leadership {
  let lock: Lock | null = null
  let closed = false
  return {
    lead: async () => {
      if (closed) return false
      if (lock !== null && (await lock.held())) return !closed
      lock = null
      const taken = await db.tryLock(refreshLock)
      if (closed) await taken?.close()
      else lock = taken
      return lock !== null && !closed
    },
    isLeading: () => lock !== null && !closed,
    close: async () => {
      closed = true
      await lock?.close()
    },
  }
}
