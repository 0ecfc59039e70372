// The market card of the dashboard: all stocks with price and change today, the watched ones first with a spark line.
import { companyName, tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { useArrival } from '../browser/router.tsx'
import { loadItem, saveItem } from '../browser/storage.ts'
import { LiveMark, TodayChange } from '../market/quotes/quote-marks.tsx'
import { useQuote } from '../market/quotes/use-quote.ts'
import { SparkLine } from '../market/watchlist/spark-line.tsx'
import { StarButton } from '../market/watchlist/star.tsx'
import { useWatchlist, type Watchlist } from '../market/watchlist/watchlist.ts'
import { Card } from '../ui/card.tsx'
import { Flash } from '../ui/flash.tsx'
import { Missing, Money } from '../ui/money.tsx'

export function Market() {
  useArrival('market')
  return (
    <Card
      title="Market"
      id="market"
      aside={
        <span className="flex items-baseline gap-3 text-12 text-muted">
          <LiveMark />
          Price and change today
        </span>
      }
    >
      <AllStocks />
    </Card>
  )
}

function AllStocks() {
  const headingId = useId()
  const watchlist = useWatchlist()
  const { watched = none, isFailed } = watchlist
  const { pressed, toggle } = useToggle(watchlist)
  const element = useRef<HTMLDivElement>(null)
  const count = watchlist.watched?.length
  useEffect(() => {
    if (count !== undefined) saveHeight(element.current, count)
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
    <div ref={element}>
      <div className="mb-1 flex items-baseline justify-between text-12 text-muted">
        <h3 id={headingId} className="font-medium">
          Watching
        </h3>
        Line: past 7 days
      </div>
      <Stocks of={watched} star={star} labelledBy={headingId} isWatched />
      {others.length > 0 && (
        <div className="mt-4 border-t border-line pt-2">
          <Stocks of={others} star={star} />
        </div>
      )}
    </div>
  )
}

const none: readonly Ticker[] = []

/** Ignores the second half of a double click, which would hit the star that has moved under the pointer; not keys. */
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

const doubleClickMs = 500

const heightKey = 'tengrand-market'

/** Stores the height for the next visit, so that nothing below moves when the watchlist is loaded. */
const saveHeight = (element: HTMLElement | null, watched: number): void =>
  saveItem('localStorage', heightKey, watched && element ? `${element.offsetHeight}px` : null)

interface StocksProps {
  readonly of: readonly Ticker[]
  readonly star: (ticker: Ticker) => ReactNode
  /** Whether each stock has a spark line. */
  readonly isWatched?: boolean
  readonly labelledBy?: string
  /** True while the watchlist is loading: reserves the stored height. */
  readonly isHidden?: boolean
}

function Stocks({ of, star, isWatched = false, labelledBy, isHidden }: StocksProps) {
  return (
    <ul
      aria-labelledby={labelledBy}
      style={{ minHeight: (isHidden && loadItem('localStorage', heightKey)) || 0 }}
      className={`-mx-3 -mb-2 grid content-start min-[375px]:grid-cols-2 lg:grid-cols-4 ${isHidden ? 'hidden-at-first' : ''}`}
    >
      {of.map((ticker) => (
        <li key={ticker} className="relative min-w-0">
          <Stock ticker={ticker} isWatched={isWatched} />
          {star(ticker)}
        </li>
      ))}
    </ul>
  )
}

/** The change has its width before the first price. On a phone with two stocks side by side it has its own line. */
function Stock({ ticker, isWatched }: { ticker: Ticker; isWatched: boolean }) {
  const paths = usePaths()
  return (
    <Link
      to={paths.stock(ticker)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 rounded-control py-2.5 pr-10 pl-3 min-[375px]:max-[500px]:pr-3 transition-colors duration-100 hover:bg-sunken"
    >
      <span className="font-semibold min-[375px]:max-[500px]:col-span-2">{ticker}</span>
      <span className="text-right font-medium min-[375px]:max-[500px]:order-1 min-[375px]:max-[500px]:text-left">
        <Price ticker={ticker} />
      </span>
      <Company name={companyName(ticker)} />
      <span className="min-w-16 text-right text-12 min-[375px]:max-[500px]:order-1">
        <TodayChange ticker={ticker} />
      </span>
      {isWatched && (
        <span className="order-1 col-span-2 mt-1">
          <SparkLine ticker={ticker} />
        </span>
      )}
    </Link>
  )
}

/** A component of its own, so that a new price draws only the number again. */
function Price({ ticker }: { ticker: Ticker }) {
  const quote = useQuote(ticker)
  return (
    <Flash value={quote?.price ?? null}>
      {quote ? <Money amount={quote.price} /> : <Missing />}
    </Flash>
  )
}

/** A phone shows the name without 'Inc.' and the like. */
function Company({ name }: { name: string }) {
  const short = name.replace(
    /(\.com)?( (Inc\.|Corporation|Holdings|Platforms|Technolog(y|ies)))+$/,
    '',
  )
  return (
    <span className="text-12 text-muted min-[375px]:max-[500px]:col-span-2">
      {short}
      <span className="max-sm:sr-only">{name.slice(short.length)}</span>
    </span>
  )
}
