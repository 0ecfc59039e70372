// Runs a few tasks at a time and lets a few more wait; beyond that a task is refused at once (backpressure).

export class Busy extends Error {
  readonly statusCode = 503

  constructor() {
    super('Too many are waiting already.')
  }
}

export interface WorkQueueOptions {
  readonly atOnce: number
  /** Of either kind, so that the ones cannot fill the queue of the others. */
  readonly waitingMax: number
}

/** What is preferred goes before what is not, but one in `preferredInRow` slots is left to the others. */
export type WorkQueue = <T>(work: () => Promise<T>, isPreferred?: boolean) => Promise<T>

const preferredInRow = 4

export function createWorkQueue({ atOnce, waitingMax }: WorkQueueOptions): WorkQueue {
  const preferred: (() => void)[] = []
  const others: (() => void)[] = []
  let working = 0
  let inRow = 0

  function next(): (() => void) | undefined {
    const isOthersTurn = inRow >= preferredInRow - 1 && others.length > 0
    const chosen = isOthersTurn ? undefined : preferred.shift()
    inRow = chosen === undefined ? 0 : inRow + 1
    return chosen ?? others.shift()
  }

  return async (work, isPreferred = false) => {
    const waiting = isPreferred ? preferred : others
    if (working < atOnce) working += 1
    else if (waiting.length >= waitingMax) throw new Busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot is handed to the next task, so that a new one cannot take it in between.
      const start = next()
      if (start === undefined) working -= 1
      else start()
    }
  }
}
