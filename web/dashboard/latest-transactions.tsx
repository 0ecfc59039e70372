// The last few things that were bought and sold, and the way to all of them.
import { transactionsShown, useLatestTransactions } from '../portfolio/queries.ts'
import { TransactionsTable } from '../portfolio/transactions-table.tsx'
import { usePaths } from '../browser/paths.ts'
import { Card, MoreLink } from '../ui/card.tsx'
import { MarketLink } from '../market/search.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'

export function LatestTransactions() {
  const paths = usePaths()
  const view = viewOf(useLatestTransactions(transactionsShown), {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card
      title="Transaction History"
      aside={<MoreLink to={paths.transactions}>All transactions</MoreLink>}
    >
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['No transactions yet.', 'Start trading to see your transaction history!']}
        whenEmpty={<MarketLink />}
        rows={transactionsShown}
      >
        {({ transactions }) => <TransactionsTable transactions={transactions} />}
      </QueryView>
    </Card>
  )
}
