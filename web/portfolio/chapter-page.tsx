// A chapter that is over, to read: what it came to, how it got there, what was held at the end, and every trade in it.
import { usePortfolio } from './learner-queries.ts'
import { lazyPage } from '../browser/lazy.tsx'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Summary } from './summary.tsx'
import { Redirect, useParams } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { ChapterChart, ChartLoading } from './chapter-chart.tsx'
import { ChapterNotFound, isUnknownChapter } from './chapter-not-found.tsx'

export default function ChapterPage() {
  const { portfolio: id = '' } = useParams()
  const query = usePortfolio(id)
  const { data, error } = query
  const view = viewOf(query, {
    isEmpty: ({ holdings }) => holdings.length === 0,
    error: ({ message }) => `Failed to load portfolio: ${message}`,
  })
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  // The open one has a page of its own.
  if (data?.closed_at === null) return <Redirect to={paths.portfolio} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading title={data ? `Chapter ${data.chapter}` : 'Chapter'} closedAt={data?.closed_at} />
      <Summary portfolio={data} failed={view.state === 'error'} />
      {data && <ChapterChart key={id} portfolio={data} />}
      {view.state === 'loading' && <ChartLoading />}
      <Card title="Holdings at the end">
        <QueryView
          view={view}
          loading="Loading portfolio..."
          empty={['No holdings at the end.', 'Everything was in cash by then.']}
          rows={4}
        >
          {({ holdings }) => <ClosedHoldings holdings={holdings} />}
        </QueryView>
      </Card>
      {data && <ChapterTransactions portfolio={data} />}
    </div>
  )
}

/** Far below, and the code of both is as much as that of the rest. */
const ClosedHoldings = lazyPage(() => import('./closed-holdings.tsx'))
const ChapterTransactions = lazyPage(() => import('./chapter-transactions.tsx'))

function Heading({ title, closedAt }: { title: string; closedAt: string | undefined }) {
  return (
    <div>
      <Back />
      <PageHeading title={title} className="mt-1 text-24 font-semibold tracking-tight" />
      <p className="mt-1 min-h-5.5 text-15 text-muted">
        {closedAt !== undefined && (
          <>
            Closed on <time dateTime={closedAt}>{dateAndTime.format(Date.parse(closedAt))}</time>,
            at the prices of that moment. It can be read, but not traded.
          </>
        )}
      </p>
    </div>
  )
}

function Back() {
  return (
    <Link
      to={paths.portfolio}
      className="-my-2.5 inline-flex min-h-10 items-center gap-1 font-medium text-accent"
    >
      <Icon name="chevron" className="size-3.5 rotate-180" />
      Portfolio
    </Link>
  )
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
