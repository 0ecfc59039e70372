// The queue of luck requests: bounded, and fair to short ones beside long ones.
import { luckIn, type Luck, type LuckFacts } from '@tengrand/core/luck.ts'

import { createLane, type Lane, type LaneRequest } from './fair-lane.ts'
import { inSharedMemory, type LuckThread } from './luck-thread.ts'

export interface LuckQueue {
  /** Null where too much waits, or the thread failed or is closed. */
  readonly run: <T>(job: LuckJob<T>) => Promise<T | null>
  /** Ends after what is being read, since that uses the database. */
  readonly close: () => Promise<void>
}

interface LuckJob<T> {
  /** About how many steps each trader takes. */
  readonly trades: number
  readonly traders: number
  readonly read: () => Promise<LuckRead<T>>
}

/** What was read: an answer without random traders, or what they are played with. */
export type LuckRead<T> = { readonly answer: T } | ToPlay<T>

interface ToPlay<T> {
  readonly facts: LuckFacts
  readonly finish: (luck: Luck) => T
}

export const luckLimits = {
  /** Requests at a time, waiting or under way; a school that opens the page together. */
  requests: 500,
  /**
   * Steps of all of them together: fifty accounts with 15,000 trades. With what is read for them they take about seven
   * seconds on an idle core, and twice as long where short requests take every second turn; a machine that is four
   * times slower still ends the last of them within a minute.
   */
  steps: 7.5e8,
  /** Between two slices another request can be served; so many steps take about 15 milliseconds. */
  stepsPerSlice: 2e6,
  /** More would only share the event loop, where each of them takes turns with all other requests. */
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
  /** Those that were given out. */
  places: number
  isClosed: boolean
}

interface LuckRequest extends LaneRequest {
  readonly traders: number
  /** What the learner and the traders played so far come to. */
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

/** A request of one slice is let in beside long ones: it is not the reason for their wait, and must not suffer from it. */
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
