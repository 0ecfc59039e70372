// The dashboard: the value of the portfolio, holdings with open orders, the market, latest transactions, and the top of the
// leaderboard; for a newcomer first of all a stock to buy.
import { lazyComponent } from '../browser/lazy.tsx'
import { delayed, ThrottledQuotes } from '../market/quotes/throttled-quotes.tsx'
import { useIsClosed } from '../portfolio/queries.ts'
import { useIsTrading, useScope } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { FirstStock, useIsNewcomer } from './first-stock.tsx'
import { Holdings } from './holdings.tsx'
import { LatestTransactions } from './latest-transactions.tsx'
import { Market } from './market.tsx'
import { PortfolioPanel } from './portfolio-panel.tsx'
import { TopTraders } from './top-traders.tsx'

export default function DashboardPage() {
  const known = useIsNewcomer()
  const isNewcomer = known === true
  const { contest } = useScope()
  const isTrading = useIsTrading()
  const isClosed = useIsClosed()
  if (isClosed) return <Closed />
  return (
    // One throttle for all cards, so that the value is the sum of the holdings; each card is drawn after the one above.
    <ThrottledQuotes>
      <PageHeading className="sr-only" />
      {/* The cards are hidden for a moment, until it is known whether the first stock is offered above them. */}
      <div className={`grid gap-5 *:min-w-0 ${known === undefined ? 'hidden-at-first' : ''}`}>
        {isNewcomer && isTrading && <FirstStock />}
        {/* On narrow screens the cards of both columns are one list: the market stands between holdings and transactions. */}
        <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_23rem]">
          <div className={column}>
            <PortfolioPanel isNewcomer={isNewcomer} />
            <ThrottledQuotes pace={delayed}>
              <Holdings isNewcomer={isNewcomer} />
            </ThrottledQuotes>
            <div className="max-lg:order-1">
              <LatestTransactions isNewcomer={isNewcomer} />
            </div>
          </div>
          <div className={column}>
            <ThrottledQuotes pace={delayed}>
              <ThrottledQuotes pace={delayed}>
                <Market />
              </ThrottledQuotes>
            </ThrottledQuotes>
            <div className="max-lg:order-2">
              {contest ? <LeagueTop league={contest.id} /> : <TopTraders />}
            </div>
            <LastCards />
          </div>
        </div>
      </div>
    </ThrottledQuotes>
  )
}

const LastCards = lazyComponent(() => import('./last-cards.tsx'), {
  loading: () => <div className="min-h-25 max-lg:order-3" />,
  failed: () => null,
})

const column = 'grid gap-5 *:min-w-0 max-lg:contents'

/** The dashboard of a league that is over. */
function Closed() {
  const { contest } = useScope()
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading className="sr-only" />
      {contest && <LeagueTop league={contest.id} />}
      <ClosedPortfolio />
      <LastCards />
    </div>
  )
}

const ClosedPortfolio = lazyComponent(() => import('./closed-portfolio.tsx'))

const LeagueTop = lazyComponent(() => import('../leagues/league-top.tsx'), {
  loading: () => <Card className="min-h-58">{null}</Card>,
  failed: () => null,
})
