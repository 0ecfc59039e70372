// All the stocks that can be traded, by ticker and name, with their price and its change today.
import { companyName, type Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode } from 'react'

import { loadItem } from '../browser/storage.ts'
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { LiveMark, TodayChange } from '../market/quotes/quote-marks.tsx'
import { useQuote } from '../market/quotes/use-quote.ts'
import { useArrival } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { Flash } from '../ui/flash.tsx'
import { Missing, Money } from '../ui/money.tsx'
import { WatchedStocks, type StocksProps } from './watched-stocks.tsx'

export function Market() {
  useArrival('market')
  return (
    <Card title="Market" id="market" aside={<Aside />}>
      <WatchedStocks Stocks={Stocks} />
    </Card>
  )
}

function Stocks({ of, star, line, labelledBy, isHidden }: StocksProps) {
  return (
    <ul
      aria-labelledby={labelledBy}
      style={{ minHeight: (isHidden && loadItem('localStorage', 'tengrand-market')) || 0 }}
      className={`-mx-3 -mb-2 grid content-start min-[375px]:grid-cols-2 lg:grid-cols-4 ${isHidden ? 'hidden-at-first' : ''}`}
    >
      {of.map((ticker) => (
        <li key={ticker} className="relative min-w-0">
          <Stock ticker={ticker} line={line?.(ticker)} />
          {star?.(ticker)}
        </li>
      ))}
    </ul>
  )
}

function Aside() {
  return (
    <span className="flex items-baseline gap-3 text-12 text-muted">
      <LiveMark />
      Price and change today
    </span>
  )
}

/** The change is as wide before the first price as after it. Where two stand side by side on a phone, each has a line. */
function Stock({ ticker, line }: { ticker: Ticker; line: ReactNode }) {
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
      {line && <span className="order-1 col-span-2 mt-1">{line}</span>}
    </Link>
  )
}

/** Apart, so that a change touches the number and nothing around it. */
function Price({ ticker }: { ticker: Ticker }) {
  const quote = useQuote(ticker)
  return (
    <Flash value={quote?.price ?? null}>
      {quote ? <Money amount={quote.price} /> : <Missing />}
    </Flash>
  )
}

/** A phone has no room for what stands behind the name that everybody knows. */
function Company({ name }: { name: string }) {
  const known = name.replace(
    /(\.com)?( (Inc\.|Corporation|Holdings|Platforms|Technolog(y|ies)))+$/,
    '',
  )
  return (
    <span className="text-12 text-muted min-[375px]:max-[500px]:col-span-2">
      {known}
      <span className="max-sm:sr-only">{name.slice(known.length)}</span>
    </span>
  )
}
