// Caches for a few seconds whether a session is alive, so that not every call queries the database.
import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'
import { isSessionAlive } from './session-store.ts'

/** The longest time that a token works after its session has ended, if the notification is lost. */
const cachedMs = 10_000
const sessionsMax = 100_000
const idForm = /^[\w-]{1,64}$/

export function createLiveSessions(db: Tx, issuers: readonly string[], now: () => number) {
  const cache = new BoundedMap<string, { readonly isAlive: boolean; readonly at: number }>(
    sessionsMax,
  )

  /** Null for an entry from the future, too: a clock that was set back must not extend a lifetime. */
  function cachedOf(id: string): boolean | null {
    const last = cache.get(id)
    return last !== undefined && last.at <= now() && now() < last.at + cachedMs
      ? last.isAlive
      : null
  }

  return {
    isAlive: async (id: string): Promise<boolean> => {
      // PostgreSQL fails on a text with a zero byte.
      if (!idForm.test(id)) return false
      const cached = cachedOf(id)
      if (cached !== null) return cached
      const at = now()
      const isAlive = await isSessionAlive(db, { issuers, id, at: new Date(at) })
      // The session may have ended during the query.
      if (cachedOf(id) === false) return false
      if (isAlive) cache.set(id, { isAlive, at })
      return isAlive
    },
    end: (id: string): void => cache.set(id, { isAlive: false, at: now() }),
    forgetAll: (): void => cache.clear(),
  }
}
