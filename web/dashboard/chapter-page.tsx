// A portfolio by its id: a closed run with its value, chart, last holdings and trades, or an open portfolio that is not the main one.
import { fromDollars } from '@tengrand/core/money.ts'

import { lazyComponent } from '../browser/lazy.tsx'
import { paths } from '../browser/paths.ts'
import { Redirect } from '../browser/router.tsx'
import { ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import { HoldingsTable, holdingsView } from '../portfolio/holdings-table.tsx'
import { Performance, usePerformance } from '../portfolio/performance.tsx'
import { useMainPortfolio, usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { startOf } from '../portfolio/returns.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { Summary } from '../portfolio/summary.tsx'
import { Download, TransactionPages, useTransactionPages } from '../portfolio/transaction-pages.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading, PageTitle } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { SkeletonRows } from '../ui/loading.tsx'

export default function ChapterPage() {
  const query = usePortfolio()
  const { data, error } = query
  const view = holdingsView(query)
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  if (data?.closed_at === null) return <OpenPortfolio id={data.portfolio} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading title={data ? `Run ${data.chapter}` : 'Run'} closedAt={data?.closed_at} />
      <Summary portfolio={data} failed={view.state === 'error'} />
      {data && <ChapterChart key={data.portfolio} portfolio={data} />}
      {view.state === 'loading' && <ChartLoading />}
      <Card title="Holdings at the end">
        <QueryView
          view={view}
          loading="Loading portfolio..."
          empty={['No holdings at the end.', 'Everything was in cash by then.']}
          rows={4}
        >
          {({ holdings }) => <HoldingsTable holdings={holdings} isClosed />}
        </QueryView>
      </Card>
      {data && <ChapterTransactions chapter={data.chapter} />}
    </div>
  )
}

/** Redirects to the portfolio page if it is the main portfolio; shows any other open portfolio here. */
function OpenPortfolio({ id }: { id: string }) {
  const main = useMainPortfolio()
  if (main.isPending) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Heading title="Run" closedAt={undefined} />
        <ChartLoading />
      </div>
    )
  }
  if (main.data?.portfolio === id) return <Redirect to={paths.portfolio} />
  return (
    <PageTitle value="Portfolio">
      <PortfolioPage />
    </PageTitle>
  )
}

const PortfolioPage = lazyComponent(() => import('./portfolio-page.tsx'))

function Heading({ title, closedAt }: { title: string; closedAt: string | undefined }) {
  return (
    <div>
      <SectionLinks within="runs" />
      <PageHeading title={title} className="mt-5 text-24 font-semibold tracking-tight" />
      <p className="mt-1 min-h-5.5 text-15 text-muted">
        {closedAt !== undefined && (
          <>
            Closed on <time dateTime={closedAt}>{dateAndTime.format(Date.parse(closedAt))}</time>,
            at the prices then. You can read it, but not trade in it.
          </>
        )}
      </p>
    </div>
  )
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** The chart of a closed chapter, whose ranges count back from the end of the chapter. */
function ChapterChart({ portfolio }: { portfolio: Portfolio }) {
  const { ranged, ...shown } = usePerformance('all')
  return (
    <Card title="Performance" aside={<div className="max-md:mt-2 max-md:w-full">{ranged}</div>}>
      <Performance
        {...shown}
        value={fromDollars(portfolio.total_value)}
        start={startOf(portfolio)}
        isClosed
      />
    </Card>
  )
}

/** A placeholder as high as the chart. */
function ChartLoading() {
  return (
    <Card title="Performance" className="min-h-146 sm:min-h-142">
      <SkeletonRows words="Loading chart data..." rows={8} />
    </Card>
  )
}

function ChapterTransactions({ chapter }: { chapter: number }) {
  const query = useTransactionPages({ ticker: null, type: null })
  const view = viewOf(query, { error: () => 'Failed to load transactions.' })
  return (
    <Card title="Transaction History" aside={<Download disabled={false} chapter={chapter} />}>
      {/* Never empty: a run without a trade cannot be closed. */}
      <QueryView view={view} loading="Loading transactions..." empty={['', '']} rows={6}>
        {() => <TransactionPages query={query} />}
      </QueryView>
    </Card>
  )
}
