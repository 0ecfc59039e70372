// Polls a condition outside this process, up to a time limit.
import { setTimeout as pause } from 'node:timers/promises'

/** Calls `poll` until its result is not undefined; returns undefined after the limit. */
export async function until<T>(
  poll: () => Promise<T | undefined>,
  limitMs: number,
  everyMs = 10,
): Promise<T | undefined> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await poll()
    if (answer !== undefined || performance.now() > deadline) return answer
    await pause(everyMs)
  }
}
