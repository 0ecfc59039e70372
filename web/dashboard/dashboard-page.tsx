// The dashboard: first steps for a newcomer, the value of the portfolio, the market, holdings, orders and latest transactions,
// and the top of the leaderboard.
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { useLogError } from '../browser/log.ts'
import { paths, usePaths } from '../browser/paths.ts'
import { MarketLink } from '../market/search.tsx'
import { delayed, ThrottledQuotes } from '../market/quotes/throttled-quotes.tsx'
import { OpenOrders } from '../orders/open-orders.tsx'
import { holdingsView, LiveHoldings } from '../portfolio/holdings-table.tsx'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { transactionsShown, useLatestTransactions, type Portfolio } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { TransactionsTable } from '../portfolio/transactions-table.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Icon } from '../ui/icons.tsx'
import { Money } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { FirstSteps, useIsNewcomer } from './first-steps.tsx'
import { Market } from './market.tsx'
import { PortfolioPanel } from './portfolio-panel.tsx'
import { TopTraders } from './top-traders.tsx'

export default function DashboardPage() {
  const isNewcomer = useIsNewcomer()
  // The leaderboard only ranks the contest of all learners.
  const isMain = useScope().contest === null
  return (
    // One throttle for all cards, so that the value is the sum of the holdings; each card is drawn after the one above.
    <ThrottledQuotes>
      <PageHeading className="sr-only" />
      {/* Cards whose height depends on data come last, so that nothing on the first screen moves. The cards are hidden
          for a moment, until it is known whether the first steps are shown above them. */}
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
            <OpenOrders />
          </ThrottledQuotes>
          <LatestTransactions />
        </div>
      </div>
    </ThrottledQuotes>
  )
}

function Holdings() {
  const portfolio = useLivePortfolio()
  useLogError('The portfolio could not be loaded.', portfolio.error)
  return (
    <Card title="Holdings" aside={<Cash {...portfolio.data} />}>
      <LiveHoldings view={holdingsView(portfolio)} rows={4} whenEmpty={<MarketLink />} />
    </Card>
  )
}

function Cash({ cash_balance: cash, free_cash: free = cash }: Partial<Portfolio>) {
  return (
    <span className="text-muted">
      Cash Balance{' '}
      <span className="font-semibold text-ink">
        {cash === undefined ? '—' : <Money amount={fromDollars(cash)} />}
      </span>
      {free !== cash && free !== undefined && ` · ${formatMoney(fromDollars(free))} free`}
    </span>
  )
}

function LatestTransactions() {
  const { transactions: allTransactions } = usePaths()
  const view = viewOf(useLatestTransactions(transactionsShown), {
    isEmpty: ({ transactions }) => transactions.length === 0,
    error: () => 'Failed to load transactions.',
  })
  return (
    <Card
      title="Transaction History"
      aside={<MoreLink to={allTransactions}>All transactions</MoreLink>}
    >
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['No transactions yet.', 'Start trading to see your transaction history!']}
        whenEmpty={<MarketLink />}
        rows={transactionsShown}
      >
        {({ transactions }) => <TransactionsTable transactions={transactions} />}
      </QueryView>
    </Card>
  )
}

const plans = ['AI-powered insights', 'Real-time alerts', 'Portfolio optimization']

function ProPromo() {
  return (
    <Card className="flex flex-col print:hidden">
      <span className="flex size-9 items-center justify-center rounded-control border border-pro-line bg-pro-soft text-pro">
        <Icon name="spark" />
      </span>
      <h2 className="mt-4 text-16 font-semibold tracking-tight">Pro is on its way</h2>
      <p className="mt-1 text-muted">Premium tools for learners who want a sharper edge.</p>
      <ul className="mt-4 mb-6 grid gap-2">
        {plans.map((plan) => (
          <li key={plan} className="flex items-center gap-2.5">
            <Icon name="check" className="size-4 text-pro" />
            {plan}
          </li>
        ))}
      </ul>
      <Link to={paths.pro} className={`mt-auto ${buttonClass('pro')}`}>
        Join the waitlist
      </Link>
    </Card>
  )
}
