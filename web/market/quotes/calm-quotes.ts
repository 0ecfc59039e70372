// Live quotes for what should change less often than they do: what is shown of them changes all at once, and then rests.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { LiveQuote } from './board.ts'
import type { Quotes } from './quotes.ts'

export interface Pace {
  /** From one change to the next, at least. */
  readonly restMs: number
  /** From what is heard to the change of it, but for the first. */
  readonly delayMs: number
}

export function calmQuotes(source: Quotes, { restMs, delayMs }: Pace): Quotes {
  /** What has been shown since the last change. */
  const shown = new Map<Ticker, LiveQuote | null>()
  const listeners = new Set<() => void>()
  let changedAt = -Infinity
  let next: ReturnType<typeof setTimeout> | undefined

  const change = (): void => {
    next = undefined
    changedAt = performance.now()
    shown.clear()
    for (const listener of listeners) listener()
  }
  const hear = (): void => {
    const isFirst = changedAt === -Infinity
    const waitMs = Math.max(delayMs, changedAt + restMs - performance.now())
    next ??= setTimeout(change, isFirst ? 0 : waitMs)
  }
  const end = (): void => {
    clearTimeout(next)
    next = undefined
    // Whoever looks next must not take an old price for the current one.
    shown.clear()
  }

  return {
    ...source,
    get: (ticker) => {
      const known = shown.get(ticker)
      if (known !== undefined) return known
      const quote = source.get(ticker)
      shown.set(ticker, quote)
      return quote
    },
    watch: (ticker, listener) => {
      // Functions of its own: the same listener may watch several stocks, and end them one by one.
      const own = (): void => listener()
      listeners.add(own)
      const unwatch = source.watch(ticker, () => hear())
      return () => {
        unwatch()
        listeners.delete(own)
        if (listeners.size === 0) end()
      }
    },
  }
}
