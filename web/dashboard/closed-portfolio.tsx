// A closed portfolio, of a run or of a league that is over: its value, chart, last holdings and trades.
import { fromDollars } from '@tengrand/core/money.ts'

import { HoldingsTable, holdingsView } from '../portfolio/holdings-table.tsx'
import { Performance, usePerformance } from '../portfolio/performance.tsx'
import { usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { useStart } from '../portfolio/returns.tsx'
import { Summary } from '../portfolio/summary.tsx'
import {
  Download,
  pagesView,
  TransactionPages,
  useTransactionPages,
} from '../portfolio/transaction-pages.tsx'
import { Card } from '../ui/card.tsx'
import { SkeletonRows } from '../ui/loading.tsx'
import { QueryView } from '../ui/query-view.tsx'

export default function ClosedPortfolio() {
  const query = usePortfolio()
  const { data } = query
  const view = holdingsView(query)
  return (
    <>
      <Summary portfolio={data} failed={view.state === 'error'} />
      {data && <Chart key={data.portfolio} portfolio={data} />}
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
      {data && <Transactions portfolio={data} />}
    </>
  )
}

/** The ranges count back from the end of the portfolio. */
function Chart({ portfolio }: { portfolio: Portfolio }) {
  const { ranged, ...shown } = usePerformance('all')
  return (
    <Card title="Performance" aside={<div className="max-md:mt-2 max-md:w-full">{ranged}</div>}>
      <Performance
        {...shown}
        value={fromDollars(portfolio.total_value)}
        start={useStart(portfolio)}
        isClosed
      />
    </Card>
  )
}

/** A placeholder as high as the chart. */
export function ChartLoading() {
  return (
    <Card title="Performance" className="min-h-146 sm:min-h-142">
      <SkeletonRows words="Loading chart data..." rows={8} />
    </Card>
  )
}

/** Only in a league can a portfolio without a trade be closed. */
function Transactions({ portfolio }: { portfolio: Portfolio }) {
  const query = useTransactionPages({ ticker: null, type: null })
  const run = portfolio.contest ? undefined : portfolio.chapter
  const view = pagesView(query)
  return (
    <Card
      title="Transaction History"
      aside={<Download disabled={view.state === 'empty'} chapter={run} />}
    >
      <QueryView
        view={view}
        loading="Loading transactions..."
        empty={['You made no trades.', '']}
        rows={6}
      >
        {() => <TransactionPages query={query} />}
      </QueryView>
    </Card>
  )
}
