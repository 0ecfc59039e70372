// Goes through long lists in parts, between which others are served.
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

/** So many take about a millisecond. */
const atOnce = 2_000

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
