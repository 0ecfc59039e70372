// The insights page: explains the result of a chapter by the market, its stocks, what-if scenarios, luck and habits.
// The server computes every figure; live prices change nothing here.
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
import { Earned } from './contributions.tsx'
import { Habits } from './habits.tsx'
import { GuideLink } from './insight-card.tsx'
import { useInsights } from './insights.ts'
import { Luck } from './luck.tsx'
import { WhatIf } from './what-if.tsx'

export default function InsightsPage() {
  const { data, error } = usePortfolio()
  const [range, setRange] = useState<Range>('all')
  // Starts the query of the first card in parallel with the portfolio's, so that their totals hardly differ in time.
  useNetWorthHistory(range)
  const insights = useInsights(range)
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  const isClosed = Boolean(data?.closed_at)
  const stocks = data ? stocksOf(data) : stocksAssumed
  const props = { isClosed, insights, range, onRange: setRange, stocks }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading portfolio={data} />
      {stocks === 0 && <NoTrades isClosed={isClosed} />}
      {!data && !error && <Loading />}
      {(data ?? error) && stocks > 0 && (
        <>
          <Compared {...props} />
          <Earned {...props} />
          <WhatIf {...props} />
          <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
            <Luck {...props} />
            <Habits {...props} />
          </div>
          <p className="text-12 text-muted">
            Days are those of New York.
            {!isClosed &&
              ' Prices move while parts are loaded, so that two of them may differ by a little.'}
          </p>
        </>
      )}
    </div>
  )
}

/** The number of stocks ever traded: each of them is held, or was sold or split. */
const stocksOf = ({ holdings, realized }: Portfolio): number =>
  new Set([...holdings, ...realized].map(({ ticker }) => ticker)).size

/** Sizes the skeletons where the portfolio could not be loaded. */
const stocksAssumed = 4

/** A placeholder as high as the window, because the height of the cards is unknown and none of them should move. */
const Loading = () => (
  <Card className="min-h-dvh">
    <SkeletonRows words="Loading your result..." rows={8} />
  </Card>
)

function Heading({ portfolio }: { portfolio: Portfolio | undefined }) {
  const { portfolio: id, base } = useScope()
  const chapter = portfolio ? `Chapter ${portfolio.chapter}` : 'Chapter'
  const start = formatMoney(startOf(portfolio)).replace(/\.00$/, '')
  return (
    <div>
      {id !== null && base === '' && <BackLink to={paths.chapter(id)}>{chapter}</BackLink>}
      <PageHeading
        title={portfolio?.closed_at ? `Your result: ${chapter}` : 'Your result'}
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
