// What the learner holds at the prices of the moment.
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'

import type { Portfolio } from '../portfolio/queries.ts'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { TodayChange } from '../market/quotes/quote-marks.tsx'
import { Card } from '../ui/card.tsx'
import { HoldingsTable } from '../portfolio/holdings-table.tsx'
import { MarketLink } from '../market/search.tsx'
import { Money } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useLogError } from '../browser/use-log-error.ts'

export function Holdings() {
  const portfolio = useLivePortfolio()
  useLogError('The portfolio could not be loaded.', portfolio.error)
  const view = viewOf(portfolio, {
    isEmpty: ({ holdings }) => holdings.length === 0,
    error: ({ message }) => `Failed to load portfolio: ${message}`,
  })
  return (
    <Card title="Holdings" aside={<Cash {...portfolio.data} />}>
      <QueryView
        view={view}
        loading="Loading portfolio..."
        empty={['No holdings yet.', 'Start trading to build your portfolio!']}
        whenEmpty={<MarketLink />}
        rows={4}
      >
        {({ holdings }) => <HoldingsTable holdings={holdings} today={TodayChange} />}
      </QueryView>
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
