// Runs a few tasks at a time and lets a few more wait; beyond that a task is refused at once (backpressure).

export class Busy extends Error {
  readonly statusCode = 503

  constructor() {
    super('Too many are waiting already.')
  }
}

export interface WorkQueueOptions {
  readonly atOnce: number
  /** How many tasks without an account may wait. */
  readonly waitingMax: number
}

/**
 * A task of an account that has shown itself goes before those of strangers, but one in `accountsInRow` slots is left
 * to them. Few tasks of one account may wait, so that accounts cannot take each other's places.
 */
export type WorkQueue = <T>(work: () => Promise<T>, account?: string) => Promise<T>

const accountsInRow = 4
const waitingPerAccountMax = 4
/** Of all accounts together: far more than an account can add, so that it takes thousands of accounts to fill it. */
const waitingOfAccountsMax = 10_000

export function createWorkQueue({ atOnce, waitingMax }: WorkQueueOptions): WorkQueue {
  const ofAccounts: (() => void)[] = []
  const ofStrangers: (() => void)[] = []
  const waitingOf = new Map<string, number>()
  let working = 0
  let inRow = 0

  function next(): (() => void) | undefined {
    const isStrangersTurn = inRow >= accountsInRow - 1 && ofStrangers.length > 0
    const chosen = isStrangersTurn ? undefined : ofAccounts.shift()
    inRow = chosen === undefined ? 0 : inRow + 1
    return chosen ?? ofStrangers.shift()
  }

  async function waitAsStranger(): Promise<void> {
    if (ofStrangers.length >= waitingMax) throw new Busy()
    await new Promise<void>((resolve) => ofStrangers.push(resolve))
  }

  async function waitAs(account: string): Promise<void> {
    const own = waitingOf.get(account) ?? 0
    if (own >= waitingPerAccountMax || ofAccounts.length >= waitingOfAccountsMax) throw new Busy()
    waitingOf.set(account, own + 1)
    await new Promise<void>((resolve) => ofAccounts.push(resolve))
    const left = (waitingOf.get(account) ?? 1) - 1
    if (left === 0) waitingOf.delete(account)
    else waitingOf.set(account, left)
  }

  return async (work, account) => {
    if (working < atOnce) working += 1
    else await (account === undefined ? waitAsStranger() : waitAs(account))
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
