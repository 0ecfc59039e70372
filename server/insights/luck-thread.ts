// Plays random traders away from the event loop: one thread, one question at a time, and a queue with an end.
import { Worker } from 'node:worker_threads'

import type { Luck, LuckFacts } from '@tengrand/core/luck.ts'

export interface LuckThread {
  /** Null where too many wait, or nothing comes any more. */
  readonly play: (facts: LuckFacts) => Promise<Luck | null>
  /** Those who wait are told that nothing comes any more. */
  readonly close: () => Promise<void>
}

/** A class that opens the page together; each takes some hundredths of a second. */
const waitingMax = 100
const memoryMb = 128

interface Job {
  readonly facts: LuckFacts
  readonly answer: (outcome: Luck | null) => void
}

export function createLuckThread(onFailure: (error: Error) => void): LuckThread {
  const waiting: Job[] = []
  let thread: Worker | null = null
  let current: Job | null = null
  let isClosed = false

  const end = (outcome: Luck | null): void => {
    current?.answer(outcome)
    current = null
    begin()
  }

  /** Started when it is first wanted, and anew after a failure, of which only the question under way suffers. */
  function startThread(): Worker {
    const started = new Worker(new URL('luck-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.on('message', end)
    started.on('error', onFailure)
    started.on('exit', () => {
      if (thread === started) thread = null
      end(null)
    })
    // It has nothing to do that the process would have to wait for.
    started.unref()
    return started
  }

  function begin(): void {
    if (isClosed || current !== null) return
    current = waiting.shift() ?? null
    if (current === null) return
    thread ??= startThread()
    const { course, prices } = current.facts
    const moved = [course.stocks, course.parts, course.closes, prices].map(
      ({ buffer }) => buffer as ArrayBuffer,
    )
    thread.postMessage(current.facts, moved)
  }

  return {
    play: async (facts) => {
      if (isClosed || waiting.length >= waitingMax) return null
      const { promise, resolve } = Promise.withResolvers<Luck | null>()
      waiting.push({ facts, answer: resolve })
      begin()
      return promise
    },
    close: async () => {
      isClosed = true
      for (const { answer } of waiting.splice(0)) answer(null)
      await thread?.terminate()
    },
  }
}
