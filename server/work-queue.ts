// Works on a few things at a time and lets a few more wait; whoever comes then is told so at once.

export class Busy extends Error {
  readonly statusCode = 503

  constructor() {
    super('Too many are waiting already.')
  }
}

export interface WorkQueueOptions {
  readonly atOnce: number
  readonly waitingMax: number
}

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createWorkQueue({ atOnce, waitingMax }: WorkQueueOptions): WorkQueue {
  const waiting: (() => void)[] = []
  let working = 0

  return async (work) => {
    if (working < atOnce) working += 1
    else if (waiting.length >= waitingMax) throw new Busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever leaves hands the place over, so that nobody can slip in between.
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next()
    }
  }
}
