// Your result, explained: beside the market, stock by stock, beside what else could have been done, against luck, and by
// habits. Everything is computed by the server from the trades of one chapter, and nothing here moves with live prices.
import type { Range } from '@tengrand/core/day.ts'
import { formatMoney } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { BackLink, ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import { useNetWorthHistory, usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { paths } from '../browser/paths.ts'
import { useScope } from '../portfolio/scope.tsx'
import { startOf } from '../portfolio/returns.tsx'
import { Card } from '../ui/card.tsx'
import { MarketLink } from '../market/search.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SkeletonRows } from '../ui/loading.tsx'
import { Compared } from './compared.tsx'
import { useInsights } from './insights.ts'
import { MoreParts } from './more-parts.tsx'
import { GuideLink } from './insight-card.tsx'

export default function InsightsPage() {
  const { data, error } = usePortfolio()
  const [range, setRange] = useState<Range>('all')
  // Asked for at once: what stands first need not wait for the portfolio, and totals are of nearly the same moment.
  useNetWorthHistory(range)
  const insights = useInsights(range)
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  const isClosed = typeof data?.closed_at === 'string'
  const parts = { isClosed, insights, range, onRange: setRange }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading portfolio={data} isClosed={isClosed} />
      {data && stocksOf(data) === 0 && <NoTrades isClosed={isClosed} />}
      {!data && !error && <Loading />}
      {(data ? stocksOf(data) > 0 : error) && (
        <>
          <Compared {...parts} />
          <MoreParts {...parts} stocks={data ? stocksOf(data) : stocksGuessed} />
        </>
      )}
    </div>
  )
}

/** How many stocks were ever traded: each of them is held, or was sold or split. */
const stocksOf = ({ holdings, realized }: Portfolio): number =>
  new Set([...holdings, ...realized].map(({ ticker }) => ticker)).size

/** Where the portfolio could not be loaded. */
const stocksGuessed = 4

/** Nothing stands below it, so that nothing moves when it is known how much there is. */
const Loading = () => (
  <Card className="min-h-dvh">
    <SkeletonRows words="Loading your result..." rows={8} />
  </Card>
)

interface HeadingProps {
  readonly portfolio: Portfolio | undefined
  readonly isClosed: boolean
}

function Heading({ portfolio, isClosed }: HeadingProps) {
  const { portfolio: id, base } = useScope()
  const chapter = portfolio ? `Chapter ${portfolio.chapter}` : 'Chapter'
  const start = formatMoney(startOf(portfolio)).replace(/\.00$/, '')
  return (
    <div>
      {id !== null && base === '' && <BackLink to={paths.chapter(id)}>{chapter}</BackLink>}
      <PageHeading
        title={isClosed ? `Your result: ${chapter}` : 'Your result'}
        className="mt-1 text-24 font-semibold tracking-tight"
      />
      <p className="mt-1 text-15 text-muted">
        What became of {start}, what earned it, and how much of it luck could have done.
      </p>
    </div>
  )
}

function NoTrades({ isClosed }: { isClosed: boolean }) {
  if (isClosed)
    return (
      <Card className="text-center">
        <p className="py-10 text-15 font-medium">Nothing was traded in this chapter.</p>
      </Card>
    )
  return (
    <Card className="py-10 text-center">
      <p className="text-15 font-medium">There is nothing to explain yet.</p>
      <p className="mx-auto mt-1 max-w-lg text-muted">
        What is missing is your first trade. After it, this page shows what each stock earned or
        cost, and compares you with the market. Not sure what to buy? Read{' '}
        <GuideLink section="choosing">how people choose</GuideLink>.
      </p>
      <MarketLink />
    </Card>
  )
}
