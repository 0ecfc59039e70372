// The first card of a learner who has not traded yet, 'Buy your first stock', and whether the learner is such a newcomer.
import { formatMoney } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useEffectEvent } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { usePriceLines, type PriceLine } from '../market/prices.ts'
import { TodayChange } from '../market/quotes/quote-marks.tsx'
import { SparkLine } from '../market/watchlist/spark-line.tsx'
import { useLatestTransactions, usePortfolio } from '../portfolio/queries.ts'
import { useStart } from '../portfolio/returns.tsx'
import { useTradedBefore } from '../portfolio/traded-before.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Price, shortName } from './market.tsx'

/** Companies that most people know, in different lines of business. */
const offered: readonly Ticker[] = ['AAPL', 'TSLA', 'NFLX', 'SPOT']

export function FirstStock() {
  const paths = usePaths()
  const { data: portfolio } = usePortfolio()
  const { data: lines } = usePriceLines()
  const cash = formatMoney(useStart(portfolio)).replace(/\.00$/, '')
  return (
    <Card title={<span className="text-20">Buy your first stock</span>}>
      <p className="-mt-3 text-15 text-muted">You have {cash}. Pick a company you know.</p>
      <ul className="mt-3 grid grid-cols-2 gap-2.5 md:gap-4 lg:grid-cols-4">
        {offered.map((ticker) => (
          <Tile key={ticker} ticker={ticker} line={lines?.get(ticker)} />
        ))}
      </ul>
      <p className="mt-1 -mb-3 text-center">
        <Link
          to={paths.market}
          className="inline-flex min-h-11 items-center rounded-sm px-2 font-medium text-accent hover:underline"
        >
          See all 16 stocks
        </Link>
      </p>
    </Card>
  )
}

/** The link at its end covers the whole tile. */
function Tile({ ticker, line }: { ticker: Ticker; line: PriceLine | undefined }) {
  const paths = usePaths()
  return (
    <li className="relative flex min-w-0 flex-col rounded-control border border-line p-3 transition-colors duration-100 hover:border-control md:p-4">
      <span className="text-16 font-semibold tracking-tight">{shortName(ticker)}</span>
      <span className="text-12 text-muted">{ticker}</span>
      <SparkLine line={line} className="my-2 h-9" />
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-15 font-medium">
          <Price ticker={ticker} />
        </span>
        <span className="text-12">
          <TodayChange ticker={ticker} />
        </span>
      </span>
      <Link
        to={paths.trade(ticker)}
        aria-label={`Buy ${shortName(ticker)}`}
        className={`mt-3 after:absolute after:inset-0 after:rounded-control ${buttonClass('primary')}`}
      >
        Buy
      </Link>
    </li>
  )
}

/** Whether the portfolio has no trade yet; undefined while that is loading and no answer is stored. */
export function useIsNewcomer(): boolean | undefined {
  const { rememberNewcomer, wasNewcomer } = useTradedBefore()
  const { data, isError, isFetching } = useLatestTransactions()
  const isEmpty = data && data.transactions.length === 0
  const remember = useEffectEvent(rememberNewcomer)
  useEffect(() => {
    if (isEmpty !== undefined && !isFetching) remember(isEmpty)
  }, [isEmpty, isFetching])
  // During a refetch, an empty list in the cache may predate the first trade.
  if (isEmpty === undefined || (isEmpty && isFetching)) {
    return isError ? false : (wasNewcomer() ?? isEmpty)
  }
  return isEmpty
}
