// Which sessions are alive: read from the database, and believed for a few seconds at most.
import type { Tx } from '../../db.ts'
import { isSessionAlive } from './store.ts'

export interface Sessions {
  readonly isAlive: (id: string) => Promise<boolean>
  /** A session that has ended never comes back. */
  readonly end: (id: string) => void
  readonly forgetAll: () => void
}

export interface SessionDoors {
  readonly db: Tx
  readonly now: () => number
}

/** The longest that a token is good after its session has ended, should the notice of it be lost. */
const believedMs = 10_000
const keptMax = 50_000
const idForm = /^[\w-]{1,64}$/

export function createSessions({ db, now }: SessionDoors): Sessions {
  const kept = new Map<string, { readonly isAlive: boolean; readonly at: number }>()

  function keep(id: string, isAlive: boolean, at: number): void {
    const [oldest] = kept.keys()
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
    kept.delete(id)
    kept.set(id, { isAlive, at })
  }

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
      const isAlive = await isSessionAlive(db, id, new Date(at))
      // It may have ended while the database was answering.
      if (recall(id) === false) return false
      if (isAlive) keep(id, true, at)
      return isAlive
    },
    end: (id) => keep(id, false, now()),
    forgetAll: () => kept.clear(),
  }
}
