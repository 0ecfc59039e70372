// Remembers that a provider asked for quiet, so that no request is made too early.

export interface Circuit {
  /** Null when it may be asked. */
  quietUntil(): number | null
  /** To be called before each request; what it gives is handed back with the outcome. */
  begin(): number
  /** A 429, with the time that the provider named; gives the time to ask again. */
  refused(begun: number, toldRetryAt: number | null): number
  /** Any other answer, which shows that the provider lets us through. */
  answered(begun: number): void
}

const refusalsMax = 3
const openMs = 15 * 60_000
// Limits are counted by the minute where they are documented at all.
const untoldMs = 60_000
// A wrong header must not silence us for years.
const toldMaxMs = 3_600_000

export function createCircuit(now: () => number): Circuit {
  let until = 0
  let refusalsInRow = 0
  // A few requests are under way at once. When the limit is reached all of them are refused, and
  // that is one refusal, so only requests that began after the last one are counted.
  let generation = 0
  return {
    quietUntil: () => (now() < until ? until : null),
    begin: () => generation,
    refused: (begun, toldRetryAt) => {
      const told = Math.min(toldRetryAt ?? now() + untoldMs, now() + toldMaxMs)
      if (begun === generation) {
        generation += 1
        refusalsInRow += 1
      }
      until = Math.max(until, told, refusalsInRow >= refusalsMax ? now() + openMs : 0)
      return until
    },
    answered: (begun) => {
      if (begun === generation) refusalsInRow = 0
    },
  }
}
