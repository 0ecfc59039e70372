// A queue for requests of very different length on one resource: shorter ones first, every second turn for the oldest.

export interface LaneRequest {
  /** Rises with every request. */
  readonly place: number
  /** How much of its work is left, in any unit that all requests share. */
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
 * Shortest first keeps the average wait low, but a stream of short requests would hold up a long one for ever. So half of
 * the turns go to the oldest request: it proceeds at half of the speed at least, whatever else arrives.
 */
export function createLane(turnsAtOnce: number) {
  const waiting = new Set<Entry>()
  let running = 0
  let isForOldest = false

  function startNext(): void {
    if (running >= turnsAtOnce || waiting.size === 0) return
    isForOldest = !isForOldest
    const keyOf = ({ request }: Entry) => (isForOldest ? request.place : request.left())
    // Some hundred are looked through in less time than a step takes to be sent to a thread.
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
    /** Takes a turn for each step, until a step says that it was the last. */
    take: (request: LaneRequest, step: () => Promise<boolean>) =>
      new Promise<void>((resolve, reject) => {
        waiting.add({ request, step, resolve, reject })
        startNext()
      }),
  }
}
