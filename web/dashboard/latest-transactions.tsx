// The card of the latest transactions on the dashboard, each in one line; on a phone in two.
import { usePaths } from '../browser/paths.ts'
import { MarketLink } from '../market/search.tsx'
import { transactionsShown, useLatestTransactions, type Transaction } from '../portfolio/queries.ts'
import { amountsOf, dateAndTime, Realized, TypeBadge } from '../portfolio/transaction-parts.tsx'
import { useNextStep } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { StockLink } from '../portfolio/stock-link.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { RowTable } from './row-table.tsx'

/** A newcomer has the way to the market in another card. */
export function LatestTransactions({ isNewcomer }: { isNewcomer: boolean }) {
  const { transactions: allTransactions } = usePaths()
  const next = useNextStep('Start trading to see your transaction history!')
  const view = viewOf(useLatestTransactions(), {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card
      title="Transaction History"
      aside={<MoreLink to={allTransactions}>All transactions</MoreLink>}
    >
      <div className="-mt-1 -mb-3 md:-mb-4">
        <QueryView
          view={view}
          loading="Loading transactions..."
          empty={['No transactions yet.', next]}
          whenEmpty={!isNewcomer && <MarketLink />}
          rows={transactionsShown}
        >
          {({ transactions }) => (
            <RowTable label="Transactions" heads={heads} headLook="sr-only">
              {transactions.map((transaction, row) => (
                // oxlint-disable-next-line react/no-array-index-key -- Two equal trades of one instant have no other key.
                <Row key={row} transaction={transaction} />
              ))}
            </RowTable>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

const heads = ['Date', 'Type', 'Ticker', 'Quantity and price', 'Total']

function Row({ transaction }: { transaction: Transaction }) {
  const { timestamp, type, ticker, realized_gain } = transaction
  const { shares, price, total } = amountsOf(transaction)
  return (
    <tr className="h-9 cursor-pointer border-t border-line tabular-nums hover:bg-sunken/60 max-md:grid max-md:h-auto max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-2 max-md:px-5 max-md:py-2">
      <td className="whitespace-nowrap text-muted max-md:col-span-3 max-md:row-start-2 max-md:text-12 md:pl-6">
        <time dateTime={timestamp}>{dateAndTime.format(Date.parse(timestamp))}</time>
      </td>
      <td className="md:pl-4">
        <TypeBadge type={type} />
      </td>
      <td className="max-md:col-start-1 max-md:row-start-1 md:pl-2">
        <StockLink ticker={ticker} />
      </td>
      <td className="whitespace-nowrap max-md:row-start-1 md:w-full md:pl-4">
        {shares} {price === null ? 'shares' : `at ${price}`}
      </td>
      <td className="text-right whitespace-nowrap max-md:contents md:pr-6">
        <span className="items-baseline justify-end gap-4 max-md:contents md:flex">
          <Realized gain={realized_gain} className="max-md:col-start-4 max-md:row-start-2" />{' '}
          <span className="min-w-20 font-medium max-md:col-start-4 max-md:row-start-1">
            {total}
          </span>
        </span>
      </td>
    </tr>
  )
}
