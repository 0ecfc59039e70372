// What the learner has bought and sold of a stock, newest first: far below, and its code comes after that of what stands above.
import { formatMoney, formatQuantity, fromDollars, times } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Transaction, useStockTransactions } from '../portfolio/queries.ts'
import { usePaths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Gain } from '../ui/money.tsx'
import { MoreLink } from '../ui/more-link.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { TypeBadge } from '../portfolio/type-badge.tsx'

const shownMax = 10

interface OwnTradesProps {
  readonly ticker: Ticker
  readonly query: ReturnType<typeof useStockTransactions>
}

export default function OwnTrades({ ticker, query }: OwnTradesProps) {
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
        empty={['No transactions yet.', `What you trade in ${ticker} is listed here.`]}
        rows={2}
      >
        {({ transactions }) => (
          <ol className="-mb-2">
            {transactions.slice(0, shownMax).map((transaction, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- Nothing else tells two equal trades of an instant apart.
              <Row key={place} transaction={transaction} />
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}

function Row({ transaction }: { transaction: Transaction }) {
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
