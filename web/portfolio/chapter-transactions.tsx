// Every transaction of a chapter that is over, and the file of them.
import { useMemo } from 'react'

import { useTransactionPages } from './transaction-pages.ts'
import { Download } from './download.tsx'
import { More } from './more.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { TransactionsTable } from './transactions-table.tsx'

export default function ChapterTransactions({ chapter }: { chapter: number }) {
  const query = useTransactionPages({ ticker: null, type: null })
  const { data, hasNextPage } = query
  const transactions = useMemo(() => data?.pages.flatMap((page) => page.transactions) ?? [], [data])
  const view = viewOf(query, { error: () => 'Failed to load transactions.' })
  return (
    <Card title="Transaction History" aside={<Download disabled={false} chapter={chapter} />}>
      <QueryView view={view} loading="Loading transactions..." empty={none} rows={6}>
        {() => (
          <>
            <TransactionsTable transactions={transactions} more={hasNextPage} />
            <More query={query} shown={transactions.length} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** A chapter without a trade cannot be closed. */
const none = ['No transactions.', ''] as const
