// The portfolio of a lesson that is not over, at the lesson's prices: summary, holdings and allocation.
import { useMemo } from 'react'

import { useLogError } from '../browser/log.ts'
import { useLiveLesson } from '../lessons/live.ts'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Allocation } from '../portfolio/allocation.tsx'
import { holdingsView, LiveHoldings } from '../portfolio/holdings-table.tsx'
import { atPrices } from '../portfolio/live-portfolio.ts'
import { usePortfolio } from '../portfolio/queries.ts'
import { Summary } from '../portfolio/summary.tsx'

/** Days pass within seconds, so that nothing here is about today. */
export default function LessonPortfolio({ league }: { league: string }) {
  const { data: counted, error, refetch } = usePortfolio()
  useLogError('The portfolio could not be loaded.', error)
  const { quotes } = useLiveLesson(league)
  const data = useMemo(
    () =>
      counted && {
        ...atPrices(counted, (symbol) => quotes.get(symbol)?.price ?? null),
        previous_value: null,
      },
    [counted, quotes],
  )
  const view = holdingsView({ data, error, refetch })
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading />
      <Summary portfolio={data} failed={view.state === 'error'} />
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="Holdings">
          <LiveHoldings view={view} rows={8} />
        </Card>
        {data && <Allocation portfolio={data} />}
      </div>
    </div>
  )
}
