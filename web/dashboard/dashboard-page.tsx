// The dashboard: how to begin, for a newcomer; what everything is worth, the stocks there are, what is held of them, what
// was traded, and how others do.
import { OrdersIfAny } from '../orders/orders-if-any.tsx'
import { delayed, ThrottledQuotes } from '../market/quotes/throttled-quotes.tsx'
import { useScope } from '../portfolio/scope.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { FirstSteps, useIsNewcomer } from './first-steps.tsx'
import { Holdings } from './holdings.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { Market } from './market.tsx'
import { PortfolioPanel } from './portfolio-panel.tsx'
import { ProPromo } from './pro-promo.tsx'
import { TopTraders } from './top-traders.tsx'

export default function DashboardPage() {
  const isNewcomer = useIsNewcomer()
  // The ranking of all learners says nothing about another contest.
  const isMain = useScope().contest === null
  return (
    // All of it at the same prices, so that the value is the sum of what is held; one card after the other.
    <ThrottledQuotes>
      <PageHeading className="sr-only" />
      {/* What changes its height with what arrives stands last, so that nothing on the first screen moves; and for a moment
          nothing is seen where it is not known whether the steps stand above it. */}
      <div
        className={`grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem] ${isNewcomer === undefined ? 'hidden-at-first' : ''}`}
      >
        {isNewcomer && <FirstSteps className="lg:col-span-2" />}
        <PortfolioPanel />
        <div className="grid gap-5 *:min-w-0 max-lg:order-last lg:grid-rows-[auto_1fr]">
          {isMain && <TopTraders />}
          <ProPromo />
        </div>
        <div className="grid gap-5 *:min-w-0 lg:col-span-2">
          <ThrottledQuotes pace={delayed}>
            <ThrottledQuotes pace={delayed}>
              <Market />
            </ThrottledQuotes>
            <Holdings />
            <OrdersIfAny />
          </ThrottledQuotes>
          <LatestTransactions />
        </div>
      </div>
    </ThrottledQuotes>
  )
}
