// The portfolio page: summary, holdings and allocation at live prices, open orders, and what to learn next.
import { lazyComponent } from '../browser/lazy.tsx'
import { useLogError } from '../browser/log.ts'
import { MarketLink } from '../market/search.tsx'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { OpenOrders } from '../orders/open-orders.tsx'
import { Allocation, AllocationLoading } from '../portfolio/allocation.tsx'
import { EarlierLink } from '../portfolio/chapters.tsx'
import { holdingsView, LiveHoldings } from '../portfolio/holdings-table.tsx'
import { Learn } from '../portfolio/learn.tsx'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { useIsClosed } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { Summary } from '../portfolio/summary.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** Stays at its address when a league ends. */
export default function PortfolioPage() {
  const { contest } = useScope()
  const isClosed = useIsClosed()
  if (contest?.listing && !isClosed) return <LessonPortfolio league={contest.id} />
  if (!isClosed) return <OpenPortfolio />
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading />
      <ClosedPortfolio />
    </div>
  )
}

const ClosedPortfolio = lazyComponent(() => import('./closed-portfolio.tsx'))
const LessonPortfolio = lazyComponent(() => import('./lesson-portfolio.tsx'))

function OpenPortfolio() {
  const portfolio = useLivePortfolio()
  useLogError('The portfolio could not be loaded.', portfolio.error)
  const { data } = portfolio
  const view = holdingsView(portfolio)
  const isLoading = view.state === 'loading'
  const whenEmpty = (
    <>
      <MarketLink />
      <EarlierLink />
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <SectionLinks />
      <PageHeading />
      <Summary portfolio={data} failed={view.state === 'error'} />
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card
          title="Holdings"
          aside={<LiveMark />}
          className={view.state === 'error' ? 'xl:col-span-2' : ''}
        >
          <LiveHoldings view={view} rows={8} whenEmpty={whenEmpty} />
        </Card>
        {isLoading && <AllocationLoading />}
        {data && <Allocation portfolio={data} />}
      </div>
      {/* Seen once the height of everything above is known, so that it does not move. */}
      <div className={`grid grid-cols-1 gap-5 ${isLoading ? 'invisible' : ''}`}>
        <OpenOrders />
        {!isLoading && <Learn portfolio={data} />}
      </div>
    </div>
  )
}
