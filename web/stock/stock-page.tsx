// The page of one stock: its price and chart, the form to trade it, the learner's position, orders and trades in it.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { tickerOfName } from '@tengrand/core/search.ts'
import { sectorOf } from '@tengrand/core/sectors.ts'
import { companyName, parseTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { useRef, useState } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { Link } from '../browser/link.tsx'
import { paths, usePaths } from '../browser/paths.ts'
import { Redirect, useParams } from '../browser/router.tsx'
import { useCurrentPrice } from '../market/prices.ts'
import { useQuote } from '../market/quotes/use-quote.ts'
import { readPrices } from '../market/quotes/wire.ts'
import { StarButton } from '../market/watchlist/star.tsx'
import { useWatchlist } from '../market/watchlist/watchlist.ts'
import { usePosition } from '../orders/buying-power.ts'
import { OpenOrders } from '../orders/open-orders.tsx'
import { TradeCard } from '../orders/trade-card.tsx'
import { useOrderForm } from '../orders/use-order-form.ts'
import { useStockTransactions } from '../portfolio/queries.ts'
import { useIsTrading, useNextStep, useScope } from '../portfolio/scope.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SkeletonRows } from '../ui/loading.tsx'
import { aboutCompany } from './companies.ts'
import { NotLoaded } from './not-loaded.tsx'
import { OwnTrades, Position } from './own-stock.tsx'
import type { PriceNow } from './price-line.ts'
import { PricePanel } from './price-panel.tsx'

/** An address with the name of a company leads on to its ticker. */
export default function StockPage() {
  const { ticker: term = '' } = useParams()
  const ownPaths = usePaths()
  // The ticker of Uber is a word of its name too.
  const named = parseTicker(term) ? null : tickerOfName(term)
  return named ? <Redirect to={ownPaths.stock(named)} /> : <StockOf term={term} />
}

function StockOf({ term }: { term: string }) {
  const symbol = shortened(term.trim().toUpperCase())
  const ticker = parseTicker(term)
  const { now, warning, error, retry, setMoved } = useStock(symbol, ticker)
  return (
    <>
      <PageHeading
        title={now ? `${symbol} · ${formatMoney(now.price)}` : symbol}
        className="text-24 font-semibold tracking-tight wrap-anywhere tabular-nums"
      >
        {now ? `${symbol} · ` : symbol}
        {/* The large price is the one of the card below. */}
        {now && <span className="text-16 font-medium text-muted">{formatMoney(now.price)}</span>}
      </PageHeading>
      {ticker && (
        <p className="mt-1 flex items-center text-15 text-muted">
          {companyName(ticker)}
          <StockStar ticker={ticker} />
        </p>
      )}
      {ticker && (
        <p className="mt-1 max-w-3xl">
          <span className="font-medium">{sectorOf(ticker)}</span>
          <span className="text-muted"> · {aboutCompany[ticker]}</span>
        </p>
      )}
      <div className="mt-5 flex flex-col gap-5">
        {warning !== null && <Notice tone="warning">{warning}</Notice>}
        {ticker && now && (
          <Loaded key={ticker} {...{ ticker, now }} fresh={warning === null} onMoved={setMoved} />
        )}
        {!now && !error && <Loading />}
        {!now && error && <NotLoaded term={term} error={error} retry={retry} />}
      </div>
    </>
  )
}

type StockNow = PriceNow & Prices

/** The live quote is the newest price; only the query has the warning about an old price, and the error. */
function useStock(symbol: string, ticker: Ticker | null) {
  const live = useQuote(ticker)
  const { data, error, refetch } = useCurrentPrice(symbol)
  // The price of a refused order, with the quote and the answer that were shown then.
  const [moved, setMoved] = useState<{ now: StockNow; live: unknown; data: unknown } | null>(null)
  const queried = data ? { ...readPrices(data), at: null } : null
  const movedNow = moved !== null && moved.data === data ? moved.now : queried
  return {
    // The price of a refused order is newer than the quote until the stream sends the next one.
    now: moved !== null && moved.live === live ? movedNow : (live ?? queried),
    warning: data?.warning ?? null,
    error,
    retry: () => void refetch(),
    /** Sets the current price after an order was refused for it. Bid and ask are not known, so both have this price. */
    setMoved: (price: Cents) =>
      setMoved({ now: { price, bid: price, ask: price, at: null }, live, data }),
  }
}

/** The star of the watchlist, with margins that keep its line as high as the text. */
const StockStar = ({ ticker }: { ticker: Ticker }) => (
  <StarButton {...useWatchlist()} ticker={ticker} className="-my-3" />
)

/** Shortens the text from the address, which can be longer than any ticker. */
const shortened = (symbol: string): string => symbol.replace(/^(.{11}).{2,}/su, '$1…')

interface LoadedProps {
  readonly ticker: Ticker
  readonly now: StockNow
  readonly fresh: boolean
  readonly onMoved: (price: Cents) => void
}

/** The loaded page. The form comes after the chart on a narrow screen, and is beside it on a wide one. */
function Loaded({ ticker, now, fresh, onMoved }: LoadedProps) {
  const trades = useStockTransactions(ticker)
  const { power, position, realized } = usePosition(ticker, now.price)
  const { contest } = useScope()
  const isTrading = useIsTrading()
  const closed = useNextStep('')
  const form = useOrderForm(ticker, onMoved)
  const tradeCard = useRef<HTMLDivElement>(null)
  const transactions = trades.data?.transactions ?? none
  return (
    <>
      <div className={columns}>
        <PricePanel {...{ ticker, now, fresh, transactions }} />
        <div className="grid min-w-0 content-start gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div ref={tradeCard} className="scroll-mt-4 empty:hidden">
            {isTrading && <TradeCard ticker={ticker} prices={now} power={power} form={form} />}
            {closed && <Card title="Trade">{closed}</Card>}
          </div>
          <Position {...{ ticker, position, realized }} hasTraded={transactions.length > 0} />
        </div>
        <div className="flex flex-col gap-5">
          <OpenOrders ticker={ticker} />
          <OwnTrades ticker={ticker} query={trades} />
        </div>
        {contest === null && (
          <div className="lg:col-span-2">
            <ProTools />
          </div>
        )}
      </div>
      {isTrading && (
        <TradeBar
          ticker={ticker}
          form={tradeCard}
          button={form.button}
          onChoose={(side) => form.change({ side })}
        />
      )}
    </>
  )
}

/** Loaded after the page, because the form is there without it. */
const TradeBar = lazyComponent(() => import('../orders/trade-bar.tsx'), {
  loading: () => null,
  failed: () => null,
})

const columns = 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] *:min-w-0'

const none: readonly never[] = []

/** A placeholder as wide as the loaded page, and so high that the footer stays out of sight and does not move. */
function Loading() {
  return (
    <div className={`${columns} min-h-dvh content-start`}>
      <Card className="min-h-[37rem] sm:min-h-[33rem]">
        <SkeletonRows words="Loading stock data..." rows={9} />
      </Card>
      <Card className="min-h-127">
        <div aria-hidden="true" className="skeleton h-80" />
      </Card>
    </div>
  )
}

const tools = ['AI Analysis', 'Price Alerts', 'Advanced Charts']

/** The tools that the planned Pro tier would add to this page. */
function ProTools() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 print:hidden">
      <div>
        <h2 className="text-16 font-semibold tracking-tight">More with Pro</h2>
        <p className="text-muted">
          These tools are planned. Join the waitlist to hear when they're ready.
        </p>
      </div>
      <ul className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">
        {tools.map((tool) => (
          <li key={tool}>
            <Link to={paths.pro} className={`w-full ${buttonClass('pro')}`}>
              {tool}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
