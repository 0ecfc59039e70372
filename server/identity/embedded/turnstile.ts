// Lets a few through at a time and a few more wait; whoever comes then is told so at once.

export class Busy extends Error {
  constructor() {
    super('Too many are waiting already.')
  }
}

export interface TurnstileOptions {
  readonly atOnce: number
  readonly waitingMax: number
}

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function createTurnstile({ atOnce, waitingMax }: TurnstileOptions): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter(): Promise<void> {
    if (inside < atOnce) {
      inside += 1
      return
    }
    if (waiting.length >= waitingMax) throw new Busy()
    // Whoever leaves hands the place over, so that nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next()
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
