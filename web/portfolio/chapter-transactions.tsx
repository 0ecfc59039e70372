// Every transaction of a chapter that is over, and the file of them.
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { Download } from './download.tsx'
import { TransactionPages } from './more.tsx'
import { useTransactionPages } from './transaction-pages.ts'

export function ChapterTransactions({ chapter }: { chapter: number }) {
  const query = useTransactionPages({ ticker: null, type: null })
  const view = viewOf(query, { error: () => 'Failed to load transactions.' })
  return (
    <Card title="Transaction History" aside={<Download disabled={false} chapter={chapter} />}>
      <QueryView view={view} loading="Loading transactions..." empty={none} rows={6}>
        {() => <TransactionPages query={query} />}
      </QueryView>
    </Card>
  )
}

/** A chapter without a trade cannot be closed. */
const none = ['No transactions.', ''] as const
