// The queue of luck requests: bounded, and fair to both short and long ones.
import { luckIn, type Luck, type LuckFacts } from '@tengrand/core/luck.ts'

import { createLane, type Lane, type LaneRequest } from './fair-lane.ts'
import { inSharedMemory, type LuckThread } from './luck-thread.ts'

export interface LuckQueue {
  /** Null if the queue is full or closed, or the thread failed. */
  readonly run: <T>(job: LuckJob<T>) => Promise<T | null>
  /** Waits for the reads under way, because they use the database. */
  readonly close: () => Promise<void>
}

interface LuckJob<T> {
  /** Approximately the number of steps of each trader. */
  readonly trades: number
  readonly traders: number
  readonly read: () => Promise<LuckRead<T>>
}

/** The result of a read: an answer without random traders, or the facts for playing them. */
export type LuckRead<T> = { readonly answer: T } | ToPlay<T>

interface ToPlay<T> {
  readonly facts: LuckFacts
  readonly finish: (luck: Luck) => T
}

export const luckLimits = {
  /** The most requests, waiting or under way: for a school that opens the page at once. */
  requests: 500,
  /**
   * The most steps of all requests together: fifty accounts with 15,000 trades. Including their reads, these take about
   * seven seconds on an idle core, and twice as long while short requests take every second turn; a machine that is
   * four times slower still finishes the last of them within a minute.
   */
  steps: 7.5e8,
  /** Between two slices another request can be served; a slice of this size takes about 15 milliseconds. */
  stepsPerSlice: 2e6,
  /** More parallel reads would not be faster, because they share the event loop with all other requests. */
  readsAtOnce: 2,
}

export function createLuckQueue(thread: LuckThread, limits = luckLimits): LuckQueue {
  const queue: Queue = {
    thread,
    limits,
    reads: createLane(limits.readsAtOnce),
    plays: createLane(1),
    requests: new Set(),
    places: 0,
    isClosed: false,
  }
  const running = new Set<Promise<unknown>>()
  return {
    run: (job) => {
      const answer = serve(queue, job)
      running.add(answer)
      const forget = () => void running.delete(answer)
      answer.then(forget, forget)
      return answer
    },
    close: async () => {
      queue.isClosed = true
      await thread.close()
      await Promise.allSettled(running)
    },
  }
}

interface Queue {
  readonly thread: LuckThread
  readonly limits: typeof luckLimits
  readonly reads: Lane
  readonly plays: Lane
  readonly requests: Set<LaneRequest>
  /** The last place that was assigned. */
  places: number
  isClosed: boolean
}

interface LuckRequest extends LaneRequest {
  readonly traders: number
  /** The results of the learner and of the traders played so far. */
  readonly values: number[]
}

async function serve<T>(queue: Queue, { trades, traders, read }: LuckJob<T>): Promise<T | null> {
  const values: number[] = []
  const left = () => trades * (traders + 1 - values.length)
  if (isFull(queue, left())) return null
  const request: LuckRequest = { place: (queue.places += 1), left, traders, values }
  queue.requests.add(request)
  try {
    const found: LuckRead<T>[] = []
    await queue.reads.take(request, async () => {
      if (!queue.isClosed) found.push(await read())
      return true
    })
    const [one] = found
    if (one === undefined) return null
    return 'answer' in one ? one.answer : await play(queue, request, one)
  } finally {
    queue.requests.delete(request)
  }
}

/**
 * A request of a single slice is accepted even beside long ones: it hardly delays them, and should not suffer from
 * them.
 */
function isFull({ requests, limits }: Queue, steps: number): boolean {
  if (requests.size >= limits.requests) return true
  if (requests.size === 0 || steps <= limits.stepsPerSlice) return false
  return [...requests].reduce((sum, { left }) => sum + left(), steps) > limits.steps
}

async function play<T>(
  { thread, plays, limits }: Queue,
  request: LuckRequest,
  { facts, finish }: ToPlay<T>,
): Promise<T | null> {
  const { values, traders } = request
  const shared = inSharedMemory(facts)
  const perSlice = Math.max(1, Math.floor(limits.stepsPerSlice / facts.steps.parts.length))
  let hasFailed = false
  await plays.take(request, async () => {
    const from = values.length
    const to = Math.min(traders + 1, from + perSlice)
    const part = await thread.play({ facts: shared, range: { from, to } })
    for (const value of part ?? []) values.push(value)
    hasFailed = part === null
    return hasFailed || values.length > traders
  })
  return hasFailed ? null : finish(luckIn(values))
}
