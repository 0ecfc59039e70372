// Lets those who ask at the same time share the work; nothing is kept.

/** Askers with the same question share one answer while it is under way. */
export function singleFlight<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, ask) => {
    const known = underWay.get(key)
    if (known) return known
    const answer = ask().finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

/** For work that must see what its askers know of: those who ask while it runs share the run that follows. */
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
