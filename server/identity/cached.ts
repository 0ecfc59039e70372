// Caches one value of another server: loaded on first use, served stale while that server is down, with a limited rate of requests.

/** A stale value is served at most this long. */
const staleMs = 86_400_000
/** The least time between two requests, for any number of callers. */
const refreshEveryMs = 30_000
/** The same while there is no value. */
const retryEveryMs = 5_000

export interface CachedDeps<T> {
  readonly load: () => Promise<T>
  readonly onFailure: (error: unknown) => void
  readonly now: () => number
  /** An older value is reloaded in the background. */
  readonly freshMs: number
}

export function createCached<T>({ load, onFailure, now, freshMs }: CachedDeps<T>) {
  let cached: { readonly value: T; readonly at: number } | null = null
  let lastRequest: { readonly at: number; readonly isAnswered: boolean } | null = null
  let loading: Promise<void> | null = null

  async function reload(): Promise<void> {
    const at = now()
    let isAnswered = false
    try {
      cached = { value: await load(), at }
      isAnswered = true
    } catch (error) {
      onFailure(error)
    }
    lastRequest = { at, isAnswered }
    loading = null
  }

  /** False for a time in the future: a clock that was set back must not extend a lifetime. */
  const isWithin = (at: number, ms: number): boolean => at <= now() && now() < at + ms

  /** Callers during a request share it. */
  async function reloadUnlessWithin(ms: number): Promise<void> {
    if (loading === null && lastRequest !== null && isWithin(lastRequest.at, ms)) return
    await (loading ??= reload())
  }

  return {
    /** Null while there is no value. */
    get: async (): Promise<T | null> => {
      if (cached === null || !isWithin(cached.at, staleMs)) await reloadUnlessWithin(retryEveryMs)
      else if (!isWithin(cached.at, freshMs)) void reloadUnlessWithin(refreshEveryMs)
      return cached !== null && isWithin(cached.at, staleMs) ? cached.value : null
    },
    /** Reloads a value that may have changed. False where the last request failed. */
    refresh: async (): Promise<boolean> => {
      await reloadUnlessWithin(refreshEveryMs)
      return lastRequest?.isAnswered === true
    },
  }
}
