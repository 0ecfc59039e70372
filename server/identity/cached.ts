// A cache of one value of another server: loaded when first needed, kept while that server is down, never loaded in a flood.

export interface Cached<T> {
  /** Null while it cannot be had. */
  readonly get: () => Promise<T | null>
  /** It may have changed: asks again, unless that was done a moment ago. False where the last question was not answered. */
  readonly refresh: () => Promise<boolean>
}

export interface CachedDeps<T> {
  readonly load: () => Promise<T>
  readonly onFailure: (error: unknown) => void
  readonly now: () => number
  /** So long it is not loaded again without a reason. */
  readonly freshMs: number
  /** Something old is better than nothing, but not for ever. */
  readonly keptMs: number
  /** How often it is asked for, however many want it. */
  readonly refreshEveryMs: number
  /** The same while there is nothing at all. */
  readonly retryEveryMs: number
}

export function createCached<T>(deps: CachedDeps<T>): Cached<T> {
  const { load, onFailure, now, freshMs, keptMs, refreshEveryMs, retryEveryMs } = deps
  let kept: { readonly value: T; readonly at: number } | null = null
  let asked: { readonly at: number; readonly isAnswered: boolean } | null = null
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    const at = now()
    let isAnswered = false
    try {
      kept = { value: await load(), at }
      isAnswered = true
    } catch (error) {
      onFailure(error)
    }
    asked = { at, isAnswered }
    asking = null
  }

  /** A clock that was set back must not make anything last longer. */
  const isWithin = (at: number, ms: number): boolean => at <= now() && now() < at + ms

  /** Calls that come while it is being loaded wait for the same answer. */
  async function askUnlessWithin(ms: number): Promise<void> {
    if (asking === null && asked !== null && isWithin(asked.at, ms)) return
    await (asking ??= ask())
  }

  return {
    get: async () => {
      if (kept === null || !isWithin(kept.at, keptMs)) await askUnlessWithin(retryEveryMs)
      else if (!isWithin(kept.at, freshMs)) void askUnlessWithin(refreshEveryMs)
      return kept !== null && isWithin(kept.at, keptMs) ? kept.value : null
    },
    refresh: async () => {
      await askUnlessWithin(refreshEveryMs)
      return asked?.isAnswered === true
    },
  }
}
