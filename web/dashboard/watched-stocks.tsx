// The stocks of the market card with their stars: those that are watched first, each with its week, then the others.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { useId, useRef, useState, type ComponentType, type MouseEvent, type ReactNode } from 'react'

import { SparkLine } from '../watchlist/spark-line.tsx'
import { StarButton } from '../watchlist/star.tsx'
import { useWatchlist } from '../watchlist/watchlist.ts'

export interface StocksProps {
  readonly of: readonly Ticker[]
  readonly star?: (ticker: Ticker) => ReactNode
  readonly line?: (ticker: Ticker) => ReactNode
  readonly labelledBy?: string
  /** For a moment, because it is not known which of them stand first. */
  readonly isHidden?: boolean
}

const line = (ticker: Ticker) => <SparkLine ticker={ticker} />

export default function WatchedStocks({ Stocks }: { Stocks: ComponentType<StocksProps> }) {
  const headingId = useId()
  const watchlist = useWatchlist()
  const [pressed, setPressed] = useState<Ticker | null>(null)
  const { watched = none, isFailed } = watchlist
  const clickedAt = useRef(-Infinity)
  const toggle = (ticker: Ticker, { detail, timeStamp }: MouseEvent): void => {
    // The second half of a double click would meet the star that has come under the pointer. Keys stay with their star.
    const isPointer = detail > 0
    if (isPointer && timeStamp - clickedAt.current < doubleClickMs) return
    if (isPointer) clickedAt.current = timeStamp
    setPressed(ticker)
    watchlist.toggle(ticker)
  }
  const star = (ticker: Ticker) => (
    <StarButton
      {...watchlist}
      toggle={toggle}
      ticker={ticker}
      isMoved={ticker === pressed}
      className="absolute top-0 right-0"
    />
  )
  const others = tickers.filter((ticker) => !watched.includes(ticker))
  if (watched.length === 0) {
    return <Stocks of={others} star={star} isHidden={!watchlist.watched && !isFailed} />
  }
  return (
    <>
      <div className="mb-1 flex items-baseline justify-between text-12 text-muted">
        <h3 id={headingId} className="font-medium">
          Watching
        </h3>
        Line: past 7 days
      </div>
      <Stocks of={watched} star={star} line={line} labelledBy={headingId} />
      {others.length > 0 && (
        <div className="mt-4 border-t border-line pt-2">
          <Stocks of={others} star={star} />
        </div>
      )}
    </>
  )
}

const doubleClickMs = 500

const none: readonly Ticker[] = []
