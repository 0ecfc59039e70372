// Asks for the open orders again when a live price reaches one of them.
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent } from 'react'

import { useQuotes } from '../market/quotes/use-quote.ts'
import type { WaitingOrder } from './orders.ts'

/** The server takes about a second, and a price may stay where it is for long. */
const pauseMs = 3000

export function useAskWhenReached(orders: readonly WaitingOrder[], ask: () => void): void {
  const quotes = useQuotes()
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const askSoon = (): void => {
      const endPause = (): void => {
        waiting = undefined
        askNow()
      }
      waiting ??= setTimeout(endPause, pauseMs)
    }
    const ends = orders.map(({ type, kind, price, ticker }) => {
      if (!isTicker(ticker)) return () => {}
      const condition = { kind, price: fromDollars(price) }
      const look = (): void => {
        const quote = quotes.get(ticker)
        if (quote && isMet(type, condition, quote)) askSoon()
      }
      look()
      return quotes.watch(ticker, look)
    })
    return () => {
      clearTimeout(waiting)
      ends.forEach((end) => end())
    }
  }, [quotes, orders])
}
