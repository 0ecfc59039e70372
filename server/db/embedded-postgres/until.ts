// Waits for something outside this process to come true, and never longer than its limit.
import { setTimeout as pause } from 'node:timers/promises'

/** Asks until the answer is not undefined; undefined when the limit has passed. */
export async function until<T>(
  ask: () => Promise<T | undefined>,
  limitMs: number,
  everyMs = 10,
): Promise<T | undefined> {
  const deadline = performance.now() + limitMs
  for (;;) {
    // Each question has to wait for the answer before it.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask()
    if (answer !== undefined || performance.now() > deadline) return answer
    // oxlint-disable-next-line no-await-in-loop
    await pause(everyMs)
  }
}
