// The portfolio: what a learner owns, what it is worth at the prices of the moment, and what to learn next.
import { useEffect } from 'react'

import { useHasEarlier } from '../portfolio/chapters.ts'
import { EarlierLink } from '../portfolio/earlier-link.tsx'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { warnOnce } from '../browser/log.ts'
import { OrdersIfAny } from '../orders/orders-if-any.tsx'
import { LiveMark, TodayChange } from '../market/quotes/quote-marks.tsx'
import { Card } from '../ui/card.tsx'
import { HoldingsTable } from '../portfolio/holdings-table.tsx'
import { MarketLink } from '../market/search.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { Allocation, AllocationLoading } from '../portfolio/allocation.tsx'
import { EarlierChapters } from '../portfolio/earlier-chapters.tsx'
import { Learn } from '../portfolio/learn.tsx'
import { Summary } from '../portfolio/summary.tsx'

export default function PortfolioPage() {
  const portfolio = useLivePortfolio()
  const { data, error } = portfolio
  const hasEarlier = useHasEarlier(data?.chapter ?? 1)
  useEffect(() => {
    if (error) warnOnce('The portfolio could not be loaded.', error)
  }, [error])
  const view = viewOf(portfolio, {
    isEmpty: ({ holdings }) => holdings.length === 0,
    error: ({ message }) => `Failed to load portfolio: ${message}`,
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading />
      <Summary portfolio={data} failed={view.state === 'error'} />
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card
          title="Holdings"
          aside={<LiveMark />}
          className={view.state === 'error' ? 'xl:col-span-2' : ''}
        >
          <QueryView
            view={view}
            loading="Loading portfolio..."
            empty={['No holdings yet.', 'Start trading to build your portfolio!']}
            whenEmpty={
              <>
                <MarketLink />
                {hasEarlier && <EarlierLink />}
              </>
            }
            rows={8}
          >
            {({ holdings }) => <HoldingsTable holdings={holdings} today={TodayChange} />}
          </QueryView>
        </Card>
        {view.state === 'loading' && <AllocationLoading />}
        {data && <Allocation portfolio={data} />}
      </div>
      <OrdersIfAny />
      {hasEarlier && <EarlierChapters />}
      {/* Not before it is known how much stands above it, so that it need not move then. */}
      {view.state !== 'loading' && <Learn />}
    </div>
  )
}
