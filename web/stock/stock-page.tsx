// One stock: its price and its chart, the form to trade it, and what the learner has of it.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import { companyName, parseTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { useRef } from 'react'

import { useStockTransactions } from '../portfolio/queries.ts'
import { OrdersIfAny } from '../orders/orders-if-any.tsx'
import { TradeBar } from '../orders/trade-bar.tsx'
import { StarButton } from '../market/watchlist/star.tsx'
import { useWatchlist } from '../market/watchlist/watchlist.ts'
import { useParams } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SkeletonRows } from '../ui/loading.tsx'
import { OwnTrades, Position, ProTools } from './below.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { usePosition } from '../orders/buying-power.ts'
import { PricePanel } from './price-panel.tsx'
import { TradeCard } from '../orders/trade-card.tsx'
import { useStock, type StockNow } from './use-stock.ts'
import { useOrderForm } from '../orders/use-order-form.ts'

export default function StockPage() {
  const { ticker: term = '' } = useParams()
  const symbol = shortened(term.trim().toUpperCase())
  const ticker = parseTicker(term)
  const { now, warning, error, retry, tell } = useStock(symbol, ticker)
  return (
    <>
      <PageHeading
        title={now ? `${symbol} · ${formatMoney(now.price)}` : symbol}
        className="text-24 font-semibold tracking-tight wrap-anywhere tabular-nums"
      />
      {ticker && (
        <p className="mt-1 flex items-center text-15 text-muted">
          {companyName(ticker)}
          <StockStar ticker={ticker} />
        </p>
      )}
      <div className="mt-5 flex flex-col gap-5">
        {warning !== null && <Notice tone="warning">{warning}</Notice>}
        {ticker && now && (
          <Loaded key={ticker} ticker={ticker} now={now} fresh={warning === null} onMoved={tell} />
        )}
        {!now && !error && <Loading />}
        {!now && error && <NotLoaded term={term} error={error} retry={retry} />}
      </div>
    </>
  )
}

/** No higher than its line of text. */
const StockStar = ({ ticker }: { ticker: Ticker }) => (
  <StarButton {...useWatchlist()} ticker={ticker} className="-my-3" />
)

/** No stock has so long a name, and four lines of it help nobody. */
const shortened = (symbol: string): string => symbol.replace(/^(.{11}).{2,}/su, '$1…')

interface LoadedProps {
  readonly ticker: Ticker
  readonly now: StockNow
  readonly fresh: boolean
  readonly onMoved: (price: Cents) => void
}

/** What is beside the chart on a wide screen comes right after it on a narrow one: first the form, then the rest. */
function Loaded({ ticker, now, fresh, onMoved }: LoadedProps) {
  const trades = useStockTransactions(ticker)
  const { power, position, realized } = usePosition(ticker, now.price)
  const form = useOrderForm(ticker, onMoved)
  const place = useRef<HTMLDivElement>(null)
  const transactions = trades.data?.transactions ?? none
  return (
    <>
      <div className={columns}>
        <PricePanel {...{ ticker, now, fresh, transactions }} />
        <div className="grid min-w-0 content-start gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div ref={place} className="scroll-mt-4">
            <TradeCard ticker={ticker} prices={now} power={power} form={form} />
          </div>
          <Position
            ticker={ticker}
            position={position}
            hasTraded={transactions.length > 0}
            realized={realized}
          />
        </div>
        <div className="flex flex-col gap-5 *:last:grow">
          <OrdersIfAny ticker={ticker} />
          <OwnTrades ticker={ticker} query={trades} />
        </div>
        <div className="lg:col-span-2">
          <ProTools />
        </div>
      </div>
      <TradeBar
        ticker={ticker}
        place={place}
        button={form.button}
        onChoose={(side) => form.change({ side })}
      />
    </>
  )
}

const columns = 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] *:min-w-0'

const none: readonly never[] = []

/** As wide as what comes, and so high that what is below is out of sight, because nothing shall move then. */
function Loading() {
  return (
    <div className={`${columns} min-h-dvh content-start`}>
      <Card className="min-h-[37rem] sm:min-h-[33rem]">
        <SkeletonRows words="Loading stock data..." rows={9} />
      </Card>
      <Card className="min-h-122">
        <div aria-hidden="true" className="skeleton h-80" />
      </Card>
    </div>
  )
}
