// The press on a star in a list that moves the stock: which star was pressed, and no second one by a double click.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useRef, useState, type MouseEvent } from 'react'

import type { Watchlist } from './watchlist.ts'

/** Ignores the second half of a double click, which would hit the star that has moved under the pointer; not keys. */
export function useStarToggle(watchlist: Pick<Watchlist, 'toggle'>) {
  const [pressed, setPressed] = useState<Ticker | null>(null)
  const clickedAt = useRef(-Infinity)
  const toggle = (ticker: Ticker, { detail, timeStamp }: MouseEvent): void => {
    const isPointer = detail > 0
    if (isPointer && timeStamp - clickedAt.current < doubleClickMs) return
    if (isPointer) clickedAt.current = timeStamp
    setPressed(ticker)
    watchlist.toggle(ticker)
  }
  return { pressed, toggle }
}

const doubleClickMs = 500
