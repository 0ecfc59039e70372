// The learner's cards on the page of a stock: the position with its gains, and the trades.
import { cents, formatQuantity, fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode } from 'react'

import { usePaths } from '../browser/paths.ts'
import {
  useIsClosed,
  type Holding,
  type Transaction,
  type useStockTransactions,
} from '../portfolio/queries.ts'
import { useIsTrading } from '../portfolio/scope.tsx'
import { amountsOf, dateAndTime, Realized, TypeBadge } from '../portfolio/transaction-parts.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Flash } from '../ui/flash.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, viewOf, type View } from '../ui/query-view.tsx'

interface PositionProps {
  readonly ticker: Ticker
  readonly position: View<Holding>
  readonly hasTraded: boolean
  /** The gain by sales and splits; null where there was none. */
  readonly realized: Cents | null
}

export function Position({ ticker, position, hasTraded, realized }: PositionProps) {
  const isTrading = useIsTrading()
  const isClosed = useIsClosed()
  return (
    <Card title={isClosed ? 'Your position at the end' : 'Your position'}>
      <div className="min-h-33">
        <QueryView
          view={position}
          loading="Loading portfolio..."
          empty={
            !isTrading
              ? [`You have no ${ticker}.`, '']
              : hasTraded
                ? [`You have no ${ticker} now.`, 'Buy a share to own it again.']
                : [`You have no ${ticker} yet.`, 'Buy your first share with the form.']
          }
          rows={2}
        >
          {(holding) => <Figures holding={holding} realized={realized} />}
        </QueryView>
        {position.state === 'empty' && realized !== null && (
          <dl className="border-t border-line pt-3 tabular-nums">
            <RealizedFigure gain={realized} />
          </dl>
        )}
      </div>
    </Card>
  )
}

function Figures({ holding, realized }: { holding: Holding; realized: Cents | null }) {
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
      <Figure name={realized === null ? 'Gain/Loss' : <Unrealized gain={gain} />}>
        <Gain amount={gain} percent={holding.gain_loss_percent} />
      </Figure>
      {realized !== null && (
        <>
          <RealizedFigure gain={realized} />
          <Figure name="Total">
            <Gain amount={cents(realized + gain)} />
          </Figure>
        </>
      )}
    </dl>
  )
}

const Unrealized = ({ gain }: { gain: Cents }) => (
  <Explained term="unrealized gain">Unrealized {gain < 0 ? 'loss' : 'gain'}</Explained>
)

function RealizedFigure({ gain }: { gain: Cents }) {
  return (
    <Figure
      name={<Explained term="realized gain">Realized {gain < 0 ? 'loss' : 'gain'}</Explained>}
    >
      <Gain amount={gain} />
    </Figure>
  )
}

interface FigureProps {
  readonly name: ReactNode
  readonly look?: string
  readonly children: ReactNode
}

/** A name, and its value beside it. */
export function Figure({ name, look = 'items-baseline', children }: FigureProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-3 ${look}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

const shownMax = 10

type OwnTradesProps = { ticker: Ticker; query: ReturnType<typeof useStockTransactions> }

export function OwnTrades({ ticker, query }: OwnTradesProps) {
  const paths = usePaths()
  const view = viewOf(query, {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card
      title={`Your trades in ${ticker}`}
      aside={<MoreLink to={paths.transactions}>All transactions</MoreLink>}
    >
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['No transactions yet.', `Your trades in ${ticker} will show up here.`]}
        rows={2}
      >
        {({ transactions }) => (
          <ol className="-mb-2">
            {transactions.slice(0, shownMax).map((transaction, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Two equal trades of one instant have no other key.
              <TradeRow key={index} transaction={transaction} />
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}

function TradeRow({ transaction }: { transaction: Transaction }) {
  const { timestamp, type, realized_gain: gain } = transaction
  const { shares, price, total } = amountsOf(transaction)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2.5 tabular-nums">
      <span className="w-11">
        <TypeBadge type={type} />
      </span>
      <span className="flex-1">{price === null ? shares : `${shares} × ${price}`}</span>
      <time
        dateTime={timestamp}
        className="text-muted max-sm:order-last max-sm:w-full max-sm:text-12"
      >
        {dateAndTime.format(Date.parse(timestamp))}
      </time>
      <span className="text-right font-medium sm:w-36">
        {total}
        <Realized gain={gain} />
      </span>
    </li>
  )
}
