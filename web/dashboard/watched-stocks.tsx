// The stocks of the market card with their stars: those that are watched first, each with its week, then the others.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react'

import { saveItem } from '../browser/storage.ts'
import { SparkLine } from '../market/watchlist/spark-line.tsx'
import { StarButton } from '../market/watchlist/star.tsx'
import { useWatchlist, type Watchlist } from '../market/watchlist/watchlist.ts'

export interface StocksProps {
  readonly of: readonly Ticker[]
  readonly star?: (ticker: Ticker) => ReactNode
  readonly line?: (ticker: Ticker) => ReactNode
  readonly labelledBy?: string
  /** For a moment, because it is not known which of them stand first; as high as they were with those. */
  readonly isHidden?: boolean
}

const line = (ticker: Ticker) => <SparkLine ticker={ticker} />

export function WatchedStocks({ Stocks }: { Stocks: ComponentType<StocksProps> }) {
  const headingId = useId()
  const watchlist = useWatchlist()
  const { watched = none, isFailed } = watchlist
  const { pressed, toggle } = useToggle(watchlist)
  const place = useRef<HTMLDivElement>(null)
  const count = watchlist.watched?.length
  useEffect(() => {
    if (count !== undefined) keepHeight(place.current, count)
  }, [count])
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
    <div ref={place}>
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
    </div>
  )
}

/** The second half of a double click would meet the star that has come under the pointer. Keys stay with their star. */
function useToggle(watchlist: Watchlist) {
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

/** So that what is below need not move the next time, when it is known again which are watched. */
const keepHeight = (place: HTMLElement | null, watched: number): void =>
  saveItem('localStorage', 'tengrand-market', watched && place ? `${place.offsetHeight}px` : null)

const doubleClickMs = 500

const none: readonly Ticker[] = []
