// Yields to the event loop in the middle of long work, so that requests that wait are served before it goes on.

export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)

/** So many take about a millisecond. */
const atOnce = 2_000

/** Goes through a long list in parts, between which others are served. */
export async function inTurn<T>(
  list: readonly T[],
  each: (item: T, place: number) => void,
): Promise<void> {
  for (let from = 0; from < list.length; from += atOnce) {
    await yieldToEventLoop()
    const part = list.slice(from, from + atOnce)
    part.forEach((item, index) => each(item, from + index))
  }
}
