// The page of the journal: the reasons and forecasts of a portfolio, and what became of them.
import * as journalCalls from '@tengrand/contract/journal.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import { useEffect, useEffectEvent } from 'react'

import { call } from '../api/client.ts'
import { usePaths } from '../browser/paths.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import { DownloadCsv } from '../portfolio/download-csv.tsx'
import { usePortfolio } from '../portfolio/queries.ts'
import { RunHeading } from '../portfolio/run-heading.tsx'
import { useIdInAddress, useScope } from '../portfolio/scope.tsx'
import { StockSelect } from '../portfolio/stock-select.tsx'
import { Card } from '../ui/card.tsx'
import { Entries } from './entries.tsx'
import { useLastVisit } from './last-visit.ts'
import { useJournal } from './queries.ts'

export default function JournalPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { journal } = usePaths()
  const { portfolio } = useScope()
  const id = useIdInAddress()
  const { data: run } = usePortfolio({ enabled: id !== null })
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? '')
  const query = useJournal(ticker)
  const remember = useEffectEvent(useLastVisit().rememberVisit)
  const { data } = query
  // The line on the dashboard tells of what comes after this visit.
  useEffect(() => {
    if (data && ticker === null) remember(data.pages.flatMap(({ entries }) => entries))
  }, [data, ticker])
  if (!data && isUnknownChapter(query.error)) return <ChapterNotFound />
  return (
    <div className="grid grid-cols-1 gap-5">
      <RunHeading title="Journal" portfolio={run} />
      <Card>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <StockSelect
            ticker={ticker}
            onChange={(next) => navigate(journal({ portfolio: id, ticker: next }))}
          />
          <DownloadCsv
            what="the journal"
            file="tengrand-journal"
            load={() =>
              call(journalCalls.journalCsv, { query: { portfolio: portfolio ?? undefined } })
            }
          />
        </div>
        <Entries
          query={query}
          empty={
            ticker === null
              ? [
                  id === null ? 'No entries yet.' : 'No entries.',
                  id === null ? firstOne : noneThere,
                ]
              : [`No entries about ${ticker}.`, 'Choose another stock.']
          }
          isOwn={id === null}
        />
      </Card>
    </div>
  )
}

const firstOne =
  "When you trade, choose 'Add a reason' under the form. After 30 days you see if you were right."
const noneThere = 'You wrote down no reasons in this run.'
