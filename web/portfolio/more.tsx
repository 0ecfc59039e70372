// The transactions of all pages that were asked for, and what asks for the next one.
import { formatQuantity } from '@tengrand/core/money.ts'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

import type { useTransactionPages } from './transaction-pages.ts'
import { TransactionsTable } from './transactions-table.tsx'
import { Button } from '../ui/button.tsx'

interface PagesProps {
  readonly query: ReturnType<typeof useTransactionPages>
}

export function TransactionPages({ query }: PagesProps) {
  const { data, hasNextPage } = query
  const transactions = useMemo(() => data?.pages.flatMap((page) => page.transactions) ?? [], [data])
  return (
    <>
      <TransactionsTable transactions={transactions} more={hasNextPage} />
      <More query={query} shown={transactions.length} />
    </>
  )
}

/** The end of the list: asks for the next page before the reader gets there, and says when there is none. */
function More({ query, shown }: PagesProps & { shown: number }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const next = (): void => {
    if (!isFetchingNextPage) void fetchNextPage()
  }
  return (
    <div className="-mx-5 mt-5 -mb-5 flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line px-5 py-2.5 text-muted md:-mx-6 md:mt-6 md:-mb-6">
      {isFetchNextPageError && (
        <p role="alert" className="text-loss">
          Failed to load transactions.
        </p>
      )}
      <p role="status" className={isFetchingNextPage ? '' : 'sr-only'}>
        {isFetchingNextPage && 'Loading more transactions...'}
      </p>
      {hasNextPage && !isFetchingNextPage && (
        <Button kind="secondary" onClick={next}>
          {isFetchNextPageError ? 'Try again' : 'Show more'}
        </Button>
      )}
      {/* A new one after each page, because it may be in sight still. */}
      {hasNextPage && <End key={shown} onSight={next} />}
      {!hasNextPage && (
        <p>{shown === 1 ? '1 transaction' : `${formatQuantity(shown)} transactions`}</p>
      )}
    </div>
  )
}

/** Tells once that the reader comes near, so that a failure is not asked for again and again. */
function End({ onSight }: { onSight: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const tell = useEffectEvent(onSight)
  useEffect(() => {
    if (!mark.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        tell()
      },
      { rootMargin: '1500px 0px' },
    )
    watch.observe(mark.current)
    return () => watch.disconnect()
  }, [])
  return <span ref={mark} aria-hidden="true" />
}
