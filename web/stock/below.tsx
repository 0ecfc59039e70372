// The cards below the chart and the form of a stock: the position, the learner's trades in it, and the planned Pro tools.
import {
  cents,
  formatMoney,
  formatQuantity,
  fromDollars,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths, usePaths } from '../browser/paths.ts'
import type { Holding, Transaction, useStockTransactions } from '../portfolio/queries.ts'
import { TypeBadge } from '../portfolio/type-badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card, MoreLink } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Flash } from '../ui/flash.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, viewOf, type View } from '../ui/query-view.tsx'

interface PositionProps {
  readonly ticker: Ticker
  readonly position: View<Holding>
  readonly hasTraded: boolean
  /** By sales and splits; null where there was none. */
  readonly realized: Cents | null
}

export function Position({ ticker, position, hasTraded, realized }: PositionProps) {
  return (
    <Card title="Your position">
      <div className="min-h-33">
        <QueryView
          view={position}
          loading="Loading portfolio..."
          empty={
            hasTraded
              ? [`You have no ${ticker} now.`, 'Buy a share to hold it again.']
              : [`You have no ${ticker} yet.`, 'Buy a share to begin with.']
          }
          rows={2}
        >
          {(holding) => <Figures holding={holding} realized={realized} />}
        </QueryView>
        {position.state === 'empty' && realized !== null && (
          <dl className="border-t border-line pt-3 tabular-nums">
            <Realized gain={realized} />
          </dl>
        )}
      </div>
    </Card>
  )
}

interface FiguresProps {
  readonly holding: Holding
  readonly realized: Cents | null
}

function Figures({ holding, realized }: FiguresProps) {
  const value = fromDollars(holding.market_value)
  const gain = fromDollars(holding.gain_loss)
  return (
    <dl className="grid gap-y-2 tabular-nums">
      <Figure name="Quantity">{formatQuantity(holding.quantity)}</Figure>
      <Figure name={<Explained term="average price">Avg. Price</Explained>}>
        <Money amount={fromDollars(holding.avg_price)} />
      </Figure>
      <Figure name="Cost">
        <Money amount={cents(value - gain)} />
      </Figure>
      <Figure name={<Explained term="market value">Market Value</Explained>}>
        <Flash value={value}>
          <Money amount={value} />
        </Flash>
      </Figure>
      <Figure name={realized === null ? 'Gain/Loss' : onPaper}>
        <Gain amount={gain} percent={holding.gain_loss_percent} />
      </Figure>
      {realized !== null && (
        <>
          <Realized gain={realized} />
          <Figure name="Both together">
            <Gain amount={cents(realized + gain)} />
          </Figure>
        </>
      )}
    </dl>
  )
}

const onPaper = <Explained term="on paper">Gain/Loss on paper</Explained>

function Realized({ gain }: { gain: Cents }) {
  return (
    <Figure
      name={<Explained term="realized gain">Realized {gain < 0 ? 'loss' : 'gain'}</Explained>}
    >
      <Gain amount={gain} />
    </Figure>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

const shownMax = 10

interface OwnTradesProps {
  readonly ticker: Ticker
  readonly query: ReturnType<typeof useStockTransactions>
}

export function OwnTrades({ ticker, query }: OwnTradesProps) {
  const { transactions: allPath } = usePaths()
  const view = viewOf(query, {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card
      title={`Your trades in ${ticker}`}
      aside={<MoreLink to={allPath}>All transactions</MoreLink>}
    >
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['No transactions yet.', `What you trade in ${ticker} is listed here.`]}
        rows={2}
      >
        {({ transactions }) => (
          <ol className="-mb-2">
            {transactions.slice(0, shownMax).map((transaction, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- Nothing else tells two equal trades of an instant apart.
              <TradeRow key={place} transaction={transaction} />
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}

function TradeRow({ transaction }: { transaction: Transaction }) {
  const { timestamp, type, realized_gain: gain } = transaction
  const { count, total } = amountsOf(transaction)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2.5 tabular-nums">
      <span className="w-11">
        <TypeBadge type={type} />
      </span>
      <span className="flex-1">{count}</span>
      <time
        dateTime={timestamp}
        className="text-muted max-sm:order-last max-sm:w-full max-sm:text-12"
      >
        {dateAndTime.format(Date.parse(timestamp))}
      </time>
      <span className="text-right font-medium sm:w-36">
        {formatMoney(total)}
        {gain !== null && (
          <span className="block text-12 font-normal text-muted">
            <Gain amount={fromDollars(gain)} /> realized
          </span>
        )}
      </span>
    </li>
  )
}

/** A split brings shares instead of costing anything, and cash for what is left of one. */
function amountsOf({ type, quantity, price, cash = 0 }: Transaction) {
  if (type === 'SPLIT') {
    return {
      count: `${quantity > 0 ? '+' : ''}${formatQuantity(quantity)}`,
      total: fromDollars(cash),
    }
  }
  const each = fromDollars(price)
  return {
    count: `${formatQuantity(quantity)} × ${formatMoney(each)}`,
    total: times(each, quantity),
  }
}

/** Where the reader is, in the language of the pages. */
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const tools = ['AI Analysis', 'Price Alerts', 'Advanced Charts']

/** What the paid tier that is planned would add to this page. */
export function ProTools() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 className="text-16 font-semibold tracking-tight">More with Pro</h2>
        <p className="text-muted">Tools that are planned. Join the waitlist to hear of them.</p>
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
