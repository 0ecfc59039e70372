// Yields to the event loop during long computations, so that waiting requests are served in between.

export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)

/** A chunk of this size takes about a millisecond. */
const chunkSize = 2_000

/** Visits a long list in chunks and yields before each of them. */
export async function forEachInChunks<T>(
  list: readonly T[],
  visit: (item: T, index: number) => void,
): Promise<void> {
  for (let from = 0; from < list.length; from += chunkSize) {
    await yieldToEventLoop()
    for (const [offset, item] of list.slice(from, from + chunkSize).entries()) {
      visit(item, from + offset)
    }
  }
}
