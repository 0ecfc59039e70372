// Throttled live quotes for large numbers: all of them change at once, and at most every two seconds.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useMemo, type ReactNode } from 'react'

import { createStore } from '../../browser/create-store.ts'
import type { LiveQuote } from './board.ts'
import type { Quotes } from './quotes.ts'
import { QuotesContext, useQuotes } from './use-quote.ts'

const everyTwoSeconds: Pace = { restMs: 2000, delayMs: 0 }
/** The same prices with a delay: rendering all parts of a page at once blocks a slow device for too long. */
export const delayed: Pace = { restMs: 0, delayMs: 150 }

interface ThrottledQuotesProps {
  readonly pace?: Pace
  readonly children: ReactNode
}

export function ThrottledQuotes({ pace = everyTwoSeconds, children }: ThrottledQuotesProps) {
  const quotes = useQuotes()
  const throttled = useMemo(() => throttleQuotes(quotes, pace), [quotes, pace])
  return <QuotesContext value={throttled}>{children}</QuotesContext>
}

export interface Pace {
  /** The least time between two changes. */
  readonly restMs: number
  /** The delay between an update of the source and the change; the first change is immediate. */
  readonly delayMs: number
}

export function throttleQuotes(source: Quotes, { restMs, delayMs }: Pace): Quotes {
  /** The quotes read since the last change, which stay the same until the next. */
  const shown = new Map<Ticker, LiveQuote | null>()
  let next: ReturnType<typeof setTimeout> | undefined

  const change = (): void => {
    next = undefined
    shown.clear()
    changedAt.set(performance.now())
  }
  const schedule = (): void => {
    const isFirst = changedAt.get() === -Infinity
    const waitMs = Math.max(delayMs, changedAt.get() + restMs - performance.now())
    next ??= setTimeout(change, isFirst ? 0 : waitMs)
  }
  const end = (): void => {
    clearTimeout(next)
    next = undefined
    // The next watcher must not read an old price as the current one.
    shown.clear()
  }
  const changedAt = createStore(-Infinity, () => end)

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
      const unwatch = source.watch(ticker, schedule)
      const unsubscribe = changedAt.subscribe(listener)
      return () => {
        unwatch()
        unsubscribe()
      }
    },
  }
}
