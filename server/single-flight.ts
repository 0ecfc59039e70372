// Shares work between concurrent callers, without caching results.

/** Concurrent calls with the same key share one promise. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, work) => {
    const known = underWay.get(key)
    if (known) return known
    const answer = work().finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

/** For work that must see all changes before the call: calls during a run share the next run. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = work().finally(() => (running = null))
    return running
  }
  return () => {
    if (running === null) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
