// Runs a few tasks at a time and lets a few more wait; beyond that a task is refused at once (backpressure).

export class Busy extends Error {
  readonly statusCode = 503

  constructor() {
    super('Too many are waiting already.')
  }
}

interface WorkQueueOptions {
  readonly atOnce: number
  /** The limit of waiting tasks of strangers. */
  readonly waitingMax: number
}

/** The owner of a task: a valid reset link, an account on a known device or with a session, or a stranger (null). */
export type Claim = { readonly link: string } | { readonly account: string } | null

const inRowMax = 4
const waitingEachMax = 4
/** The limit for all links and for all accounts: it takes thousands of them to fill a lane. */
const waitingInLaneMax = 10_000

/**
 * Tasks of links go first, then those of accounts; links are few, because an account can have only a few. One in
 * `inRowMax` slots is left to the later lanes. Four tasks of one account may wait, so that accounts cannot displace each
 * other.
 */
export function createWorkQueue({ atOnce, waitingMax }: WorkQueueOptions) {
  const strangers = createLane({ most: waitingMax, mostEach: waitingMax })
  const accounts = createLane({ most: waitingInLaneMax, mostEach: waitingEachMax })
  const links = createLane({ most: waitingInLaneMax, mostEach: waitingEachMax })
  const laterThanAccounts = alternate(accounts.next, strangers.next)
  const next = alternate(links.next, laterThanAccounts)
  let working = 0

  const waitFor = (claim: Claim): Promise<void> => {
    if (claim === null) return strangers.wait('')
    return 'link' in claim ? links.wait(claim.link) : accounts.wait(claim.account)
  }

  return async <T>(work: () => Promise<T>, claim: Claim = null): Promise<T> => {
    if (working < atOnce) working += 1
    else await waitFor(claim)
    try {
      return await work()
    } finally {
      // Passes the slot to the next task, so that a new one cannot take it in between.
      const start = next()
      if (start === undefined) working -= 1
      else start()
    }
  }
}

type Next = () => (() => void) | undefined

/** Prefers the first lane, but not more than `inRowMax - 1` times in a row while the second has tasks. */
function alternate(first: Next, second: Next): Next {
  let inRow = 0
  return () => {
    const later = inRow >= inRowMax - 1 ? second() : undefined
    const chosen = later ?? first()
    inRow = later === undefined && chosen !== undefined ? inRow + 1 : 0
    return chosen ?? second()
  }
}

function createLane({ most, mostEach }: { readonly most: number; readonly mostEach: number }) {
  const waiting: { readonly owner: string; readonly start: () => void }[] = []
  const waitingOf = new Map<string, number>()

  const add = (owner: string, count: number): void => {
    const sum = (waitingOf.get(owner) ?? 0) + count
    if (sum === 0) waitingOf.delete(owner)
    else waitingOf.set(owner, sum)
  }

  return {
    wait: async (owner: string): Promise<void> => {
      if (waiting.length >= most || (waitingOf.get(owner) ?? 0) >= mostEach) throw new Busy()
      add(owner, 1)
      await new Promise<void>((start) => waiting.push({ owner, start }))
    },
    next: (): (() => void) | undefined => {
      const first = waiting.shift()
      if (first !== undefined) add(first.owner, -1)
      return first?.start
    },
  }
}
