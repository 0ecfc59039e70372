// Runs the random traders in a worker thread, one slice of them at a time.
import { Worker } from 'node:worker_threads'

import type { LuckFacts, TraderRange } from '@tengrand/core/luck.ts'

/** Some of the traders of one request. */
export interface LuckSlice {
  readonly facts: LuckFacts
  readonly range: TraderRange
}

export interface LuckThread {
  /** What the traders come to; null where the thread failed or is closed. The next slice is asked for after it. */
  readonly play: (slice: LuckSlice) => Promise<readonly number[] | null>
  readonly close: () => Promise<void>
}

const memoryMb = 128

export function createLuckThread(onFailure: (error: Error) => void): LuckThread {
  let thread: Worker | null = null
  let answer: ((values: readonly number[] | null) => void) | null = null
  let isClosed = false

  /** Started when it is first wanted, and anew after a failure, of which only the request under way suffers. */
  function startThread(): Worker {
    const started = new Worker(new URL('luck-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.on('message', (values: readonly number[]) => answer?.(values))
    started.on('error', onFailure)
    started.on('exit', () => {
      if (thread === started) thread = null
      answer?.(null)
    })
    // It has nothing to do that the process would have to wait for.
    started.unref()
    return started
  }

  return {
    play: async (slice) => {
      if (isClosed) return null
      const { promise, resolve } = Promise.withResolvers<readonly number[] | null>()
      answer = resolve
      thread ??= startThread()
      thread.postMessage(slice, [])
      return promise
    },
    close: async () => {
      isClosed = true
      await thread?.terminate()
    },
  }
}

/** With its numbers in memory that the thread can read, so that they are not copied for each slice. */
export function inSharedMemory(facts: LuckFacts): LuckFacts {
  const { steps, prices } = facts
  return {
    ...facts,
    prices: sharedCopy(prices, Float64Array),
    steps: {
      stocks: sharedCopy(steps.stocks, Uint8Array),
      parts: sharedCopy(steps.parts, Float64Array),
      closes: sharedCopy(steps.closes, Uint32Array),
    },
  }
}

function sharedCopy<A extends Uint8Array | Uint32Array | Float64Array>(
  numbers: A,
  List: new (buffer: SharedArrayBuffer) => A,
): A {
  const copy = new List(new SharedArrayBuffer(numbers.byteLength))
  copy.set(numbers)
  return copy
}
