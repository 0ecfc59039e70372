// Runs the random traders in a worker thread, one slice of them at a time.
import { Worker } from 'node:worker_threads'

import type { LuckFacts, TraderRange } from '@tengrand/core/luck.ts'

/** Some of the traders of one request. */
export interface LuckSlice {
  readonly facts: LuckFacts
  readonly range: TraderRange
}

export interface LuckThread {
  /** The results of the traders; null if the thread failed or is closed. Callers wait for it before the next slice. */
  readonly play: (slice: LuckSlice) => Promise<readonly number[] | null>
  readonly close: () => Promise<void>
}

const memoryMb = 128

export function createLuckThread(onFailure: (error: Error) => void): LuckThread {
  let thread: Worker | null = null
  let answer: ((values: readonly number[] | null) => void) | null = null
  let isClosed = false

  /** Starts the thread on first use, and again after a failure, which only affects the request under way. */
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
    // An idle thread must not prevent the process from exiting.
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

/** Copies the numbers into shared memory, so that they are not cloned for each slice. */
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
