// Which sessions are alive: read from the database, and believed for a few seconds at most.
import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'
import { isSessionAlive } from './session-store.ts'

export interface LiveSessions {
  readonly isAlive: (id: string) => Promise<boolean>
  /** A session that has ended never comes back. */
  readonly end: (id: string) => void
  readonly forgetAll: () => void
}

/** The longest that a token is good after its session has ended, should the notice of it be lost. */
const believedMs = 10_000
const keptMax = 100_000
const idForm = /^[\w-]{1,64}$/

export function createLiveSessions(db: Tx, issuer: string, now: () => number): LiveSessions {
  const kept = new BoundedMap<string, { readonly isAlive: boolean; readonly at: number }>(keptMax)

  /** A clock that was set back must not make anything last longer. */
  function recall(id: string): boolean | null {
    const last = kept.get(id)
    return last !== undefined && last.at <= now() && now() < last.at + believedMs
      ? last.isAlive
      : null
  }

  return {
    isAlive: async (id) => {
      // The database would not even take a zero.
      if (!idForm.test(id)) return false
      const last = recall(id)
      if (last !== null) return last
      const at = now()
      const isAlive = await isSessionAlive(db, { issuer, id, at: new Date(at) })
      // It may have ended while the database was answering.
      if (recall(id) === false) return false
      if (isAlive) kept.set(id, { isAlive, at })
      return isAlive
    },
    end: (id) => kept.set(id, { isAlive: false, at: now() }),
    forgetAll: () => kept.clear(),
  }
}
