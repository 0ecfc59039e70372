// A queue for requests of different lengths on one resource: shortest first, but every second turn is for the oldest.

export interface LaneRequest {
  /** Increases with every request. */
  readonly place: number
  /** The remaining work, in a unit that all requests share. */
  readonly left: () => number
}

export type Lane = ReturnType<typeof createLane>

interface Entry {
  readonly request: LaneRequest
  readonly step: () => Promise<boolean>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Shortest first minimizes the average wait, but a stream of short requests could starve a long one. So every second
 * turn goes to the oldest request: it gets at least half of the speed, whatever else arrives.
 */
export function createLane(turnsAtOnce: number) {
  const waiting = new Set<Entry>()
  let running = 0
  let isForOldest = false

  function startNext(): void {
    if (running >= turnsAtOnce || waiting.size === 0) return
    isForOldest = !isForOldest
    const keyOf = ({ request }: Entry) => (isForOldest ? request.place : request.left())
    // Scanning some hundred entries takes less time than sending a step to a thread.
    const entry = [...waiting].reduce((best, one) => (keyOf(one) < keyOf(best) ? one : best))
    waiting.delete(entry)
    running += 1
    void takeTurn(entry)
    startNext()
  }

  async function takeTurn(entry: Entry): Promise<void> {
    try {
      if (await entry.step()) entry.resolve()
      else waiting.add(entry)
    } catch (error) {
      entry.reject(error)
    }
    running -= 1
    startNext()
  }

  return {
    /** Takes turns until a step returns true. */
    take: (request: LaneRequest, step: () => Promise<boolean>) =>
      new Promise<void>((resolve, reject) => {
        waiting.add({ request, step, resolve, reject })
        startNext()
      }),
  }
}
