// All transactions of a portfolio: the query page by page, the list that loads the next page, and the download as CSV.
import { useInfiniteQuery } from '@tanstack/react-query'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import { formatCount } from '@tengrand/core/money.ts'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { DownloadCsv } from './download-csv.tsx'
import { viewOf } from '../ui/query-view.tsx'
import { usePortfolioOptions, type Transaction } from './queries.ts'
import { useScope } from './scope.tsx'
import { TransactionsTable } from './transactions-table.tsx'

export interface TransactionFilter {
  readonly ticker: string | null
  readonly type: Transaction['type'] | null
}

/** Newest first; `fetchNextPage` loads earlier ones. Many pages are not fetched again each time the tab gets the focus. */
export function useTransactionPages({ ticker, type }: TransactionFilter) {
  const { options, portfolio } = usePortfolioOptions('transactions', ticker, type)
  return useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, ...context }) => {
      const query = {
        limit: '100',
        before: pageParam ?? undefined,
        ticker: ticker ?? undefined,
        type: type ?? undefined,
        portfolio,
      }
      return call(portfolioCalls.transactions, { query }, requestOptionsOf(context))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: areFew,
    refetchOnWindowFocus: areFew,
    gcTime: 60_000,
  })
}

export const pagesView = (query: ReturnType<typeof useTransactionPages>) =>
  viewOf(query, {
    isEmpty: ({ pages }) => pages.every(({ transactions }) => transactions.length === 0),
    error: () => 'Failed to load transactions.',
  })

interface CachedPages {
  readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined }
}

const fewPages = 3
const areFew = ({ state: { data } }: CachedPages) =>
  (data?.pages.length ?? 0) <= fewPages && 'always'

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

/** The end of the list: loads the next page before the reader gets there, and counts when there is none. */
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
      {/* The key mounts a new observer after each page, because the end may still be in sight. */}
      {hasNextPage && <End key={shown} onSight={next} />}
      {!hasNextPage && <p>{formatCount(shown, 'transaction')}</p>}
    </div>
  )
}

/** Calls back once when the reader comes near, so that a failed page is not fetched again and again. */
function End({ onSight }: { onSight: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const callBack = useEffectEvent(onSight)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        callBack()
      },
      { rootMargin: '1500px 0px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <span ref={mark} aria-hidden="true" />
}

interface DownloadProps {
  readonly disabled: boolean
  /** The number of a closed chapter, for the name of the file. */
  readonly chapter?: number | undefined
}

export function Download({ disabled, chapter }: DownloadProps) {
  const portfolio = useScope().portfolio ?? undefined
  return (
    <DownloadCsv
      what="transactions"
      file={chapter ? `tengrand-transactions-chapter-${chapter}` : 'tengrand-transactions'}
      disabled={disabled}
      load={() => call(portfolioCalls.transactionsCsv, { query: { portfolio } })}
    />
  )
}
