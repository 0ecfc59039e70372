// Live quotes for what should change less often than they do: what is shown of them changes all at once, and then rests.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useMemo, type ReactNode } from 'react'

import { createStore } from '../../browser/create-store.ts'
import type { LiveQuote } from './board.ts'
import type { Quotes } from './quotes.ts'
import { QuotesContext, useQuotes } from './use-quote.ts'

const atRest: Pace = { restMs: 2000, delayMs: 0 }
/** The same prices a moment later: all of a page at once would keep a slow device busy for too long. */
export const behind: Pace = { restMs: 0, delayMs: 150 }

interface CalmProps {
  readonly pace?: Pace
  readonly children: ReactNode
}

/** What stands in it hears of live quotes at most every two seconds: large numbers that never rest are hard to read. */
export function Calm({ pace = atRest, children }: CalmProps) {
  const quotes = useQuotes()
  const calm = useMemo(() => calmQuotes(quotes, pace), [quotes, pace])
  return <QuotesContext value={calm}>{children}</QuotesContext>
}

export interface Pace {
  /** From one change to the next, at least. */
  readonly restMs: number
  /** From what is heard to the change of it, but for the first. */
  readonly delayMs: number
}

export function calmQuotes(source: Quotes, { restMs, delayMs }: Pace): Quotes {
  /** What has been shown since the last change. */
  const shown = new Map<Ticker, LiveQuote | null>()
  let next: ReturnType<typeof setTimeout> | undefined

  const change = (): void => {
    next = undefined
    shown.clear()
    changedAt.set(performance.now())
  }
  const hear = (): void => {
    const isFirst = changedAt.get() === -Infinity
    const waitMs = Math.max(delayMs, changedAt.get() + restMs - performance.now())
    next ??= setTimeout(change, isFirst ? 0 : waitMs)
  }
  const end = (): void => {
    clearTimeout(next)
    next = undefined
    // Whoever looks next must not take an old price for the current one.
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
      const unwatch = source.watch(ticker, hear)
      const unsubscribe = changedAt.subscribe(listener)
      return () => {
        unwatch()
        unsubscribe()
      }
    },
  }
}
