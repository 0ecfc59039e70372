// The market card of the dashboard: all stocks with their last 7 days, price and change today, the watched ones first.
import { companyName, tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useId, useRef, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { useArrival } from '../browser/router.tsx'
import { loadItem, saveItem } from '../browser/storage.ts'
import { usePriceLines, type PriceLine } from '../market/prices.ts'
import { TodayChange } from '../market/quotes/quote-marks.tsx'
import { useQuote } from '../market/quotes/use-quote.ts'
import { SparkLine } from '../market/watchlist/spark-line.tsx'
import { StarButton } from '../market/watchlist/star.tsx'
import { useStarToggle } from '../market/watchlist/star-toggle.ts'
import { useWatchlist } from '../market/watchlist/watchlist.ts'
import { Card } from '../ui/card.tsx'
import { Flash } from '../ui/flash.tsx'
import { Money } from '../ui/money.tsx'

export function Market() {
  useArrival('market')
  return (
    <Card
      title="Market"
      id="market"
      aside={
        <span className="text-12 text-muted">
          <span className="sm:hidden">Price, today</span>
          <span className="max-sm:hidden">Past 7 days, price, today</span>
        </span>
      }
      className="lg:px-5!"
    >
      <AllStocks />
    </Card>
  )
}

function AllStocks() {
  const headingId = useId()
  const watchlist = useWatchlist()
  const { watched = none, isFailed } = watchlist
  const { pressed, toggle } = useStarToggle(watchlist)
  const { data: lines } = usePriceLines()
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
      className="absolute inset-y-0 right-0 h-full! w-7! sm:w-8!"
    />
  )
  const others = tickers.filter((ticker) => !watched.includes(ticker))
  if (watched.length === 0) {
    const isHidden = !watchlist.watched && !isFailed
    return <Stocks of={others} {...{ star, lines, isHidden }} />
  }
  return (
    <div ref={element}>
      <h3 id={headingId} className="-mt-2 text-12 font-medium text-muted">
        Watching
      </h3>
      <Stocks of={watched} {...{ star, lines }} labelledBy={headingId} />
      {others.length > 0 && (
        <div className="mt-2 border-t border-line pt-2">
          <Stocks of={others} {...{ star, lines }} />
        </div>
      )}
    </div>
  )
}

const none: readonly Ticker[] = []

const heightKey = 'tengrand-market'

/** Stores the height for the next visit, so that nothing below moves when the watchlist is loaded. */
const saveHeight = (element: HTMLElement | null, watched: number): void =>
  saveItem('localStorage', heightKey, watched && element ? `${element.offsetHeight}px` : null)

interface StocksProps {
  readonly of: readonly Ticker[]
  readonly star: (ticker: Ticker) => ReactNode
  readonly lines: ReadonlyMap<string, PriceLine> | undefined
  readonly labelledBy?: string
  /** True while the watchlist is loading: reserves the stored height. */
  readonly isHidden?: boolean
}

/** On narrow screens in two columns. */
function Stocks({ of, star, lines, labelledBy, isHidden }: StocksProps) {
  return (
    <ul
      aria-labelledby={labelledBy}
      style={{ minHeight: (isHidden && loadItem('localStorage', heightKey)) || 0 }}
      className={`-mx-2 -mb-2 grid content-start gap-x-2 min-[375px]:max-lg:grid-cols-2 ${isHidden ? 'hidden-at-first' : ''}`}
    >
      {of.map((ticker) => (
        <li key={ticker} className="relative min-w-0">
          <Stock ticker={ticker} line={lines?.get(ticker)} />
          {star(ticker)}
        </li>
      ))}
    </ul>
  )
}

/** The change has its width before the first price. A phone has no room for the line. */
function Stock({ ticker, line }: { ticker: Ticker; line: PriceLine | undefined }) {
  const paths = usePaths()
  return (
    <Link
      to={paths.stock(ticker)}
      className="grid h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 rounded-control pr-7 pl-2 leading-4 transition-colors duration-100 hover:bg-sunken sm:h-8.5 sm:gap-x-2 sm:pr-8 sm:grid-cols-[minmax(0,1fr)_3.5rem_4.75rem_4.25rem] sm:leading-3.5"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{ticker}</span>
        <span className="block truncate text-11/3.5 text-muted sm:text-12/3.5">
          {shortName(ticker)}
        </span>
      </span>
      <SparkLine line={line} className="h-6 max-sm:hidden" />
      <span className="text-right sm:contents">
        <span className="block text-right font-medium">
          <Price ticker={ticker} />
        </span>
        <span className="block text-right text-12">
          <TodayChange ticker={ticker} />
        </span>
      </span>
    </Link>
  )
}

/** A component of its own, so that a new price draws only the number again. */
export function Price({ ticker }: { ticker: Ticker }) {
  const quote = useQuote(ticker)
  return (
    <Flash value={quote?.price ?? null}>
      <Money amount={quote?.price} />
    </Flash>
  )
}

/** The name of a company without 'Inc.' and the like, at most ten letters long. */
export const shortName = (ticker: Ticker): string =>
  companyName(ticker)
    .replace(/(\.com)?( (Inc\.|Corporation|Holdings|Platforms|Technolog(y|ies)))+$/, '')
    .replace('Advanced Micro Devices', 'Adv. Micro')
