// The last few things that were bought and sold, and the way to all of them.
import { Link } from '../link.tsx'
import { useLatestTransactions } from '../learner-queries.ts'
import { viewOf } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { TransactionsTable } from '../ui/transactions-table.tsx'

export const transactionsShown = 10

export function LatestTransactions() {
  const view = viewOf(useLatestTransactions(transactionsShown), {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card title="Transaction History" aside={<All />}>
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['No transactions yet.', 'Start trading to see your transaction history!']}
        rows={transactionsShown}
      >
        {({ transactions }) => <TransactionsTable transactions={transactions} />}
      </QueryView>
    </Card>
  )
}

function All() {
  return (
    <Link
      to="/transactions"
      className="-my-2.5 inline-flex min-h-10 items-center gap-1 font-medium text-accent"
    >
      All transactions
      <Icon name="chevron" className="size-3.5" />
    </Link>
  )
}
