// One stock: its price of the moment, how old that is, and its chart. The form to trade it comes later.
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { companyName, parseTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { useParams } from 'react-router'

import { useCurrentPrice } from '../queries.ts'
import { useQuote } from '../quotes/use-quote.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { NotLoaded } from './not-loaded.tsx'
import type { PriceNow } from './price-line.ts'
import { PricePanel } from './price-panel.tsx'

export default function StockPage() {
  const { ticker: term = '' } = useParams()
  const symbol = term.trim().toUpperCase()
  const ticker = parseTicker(term)
  const { now, warning, error, retry } = useStock(symbol, ticker)
  return (
    <>
      <PageHeading
        title={now ? `${symbol} · ${formatMoney(now.price)}` : symbol}
        className="text-24 font-semibold tracking-tight wrap-anywhere tabular-nums"
      />
      {ticker && <p className="mt-1 text-15 text-muted">{companyName(ticker)}</p>}
      <div className="mt-5 grid gap-5">
        {warning !== null && <Notice tone="warning">{warning}</Notice>}
        {ticker && now && (
          <PricePanel key={ticker} ticker={ticker} now={now} fresh={warning === null} />
        )}
        {!now && !error && <Loading />}
        {!now && error && <NotLoaded term={term} error={error} retry={retry} />}
      </div>
    </>
  )
}

interface Stock {
  readonly now: PriceNow | null
  readonly warning: string | null
  readonly error: Error | null
  readonly retry: () => void
}

/** A live price is the newest there is; how fresh it is, and why there is none, only the call can say. */
function useStock(symbol: string, ticker: Ticker | null): Stock {
  const live = useQuote(ticker)
  const { data, error, refetch } = useCurrentPrice(symbol)
  const asked = data ? { price: fromDollars(data.price), at: null } : null
  return {
    now: live ?? asked,
    warning: data?.warning ?? null,
    error,
    retry: () => void refetch(),
  }
}

/** As high as what comes, so that nothing moves then. */
function Loading() {
  return (
    <Card className="min-h-[32.5rem] sm:min-h-[29rem]">
      <SkeletonRows words="Loading stock data..." rows={9} />
    </Card>
  )
}
