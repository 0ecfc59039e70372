// The page of the journal: the reasons and forecasts of a portfolio, and what became of them.
import * as journalCalls from '@tengrand/contract/journal.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import { useEffect, useEffectEvent } from 'react'

import { call } from '../api/client.ts'
import { paths, usePaths } from '../browser/paths.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { BackLink, ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import { DownloadCsv } from '../portfolio/download-csv.tsx'
import { portfolioName, usePortfolio } from '../portfolio/queries.ts'
import { useIsById, useScope } from '../portfolio/scope.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { StockSelect } from '../portfolio/stock-select.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Entries } from './entries.tsx'
import { useJournal, useLastVisit } from './queries.ts'

export default function JournalPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { journal } = usePaths()
  const { portfolio } = useScope()
  const isById = useIsById()
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? '')
  const query = useJournal(ticker)
  const remember = useEffectEvent(useLastVisit().rememberVisit)
  const isSeen = query.data !== undefined
  // The line on the dashboard tells of what comes after this visit.
  useEffect(() => {
    if (isSeen) remember()
  }, [isSeen])
  if (!query.data && isUnknownChapter(query.error)) return <ChapterNotFound />
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading />
      <Card>
        <div className="mb-5">
          <StockSelect
            ticker={ticker}
            onChange={(next) =>
              navigate(journal({ portfolio: isById ? portfolio : null, ticker: next }))
            }
          />
        </div>
        <Entries
          query={query}
          empty={
            ticker === null ? noneYet : [`No entries about ${ticker}.`, 'Choose another stock.']
          }
          isOwn={!isById}
        />
      </Card>
    </div>
  )
}

const noneYet = [
  'No entries yet.',
  'Add a reason under the form of an order. Later you see what became of it.',
] as const

function Heading() {
  const { portfolio } = useScope()
  const isById = useIsById()
  const { data } = usePortfolio({ enabled: isById })
  const run = portfolioName(data)
  return (
    <div>
      <SectionLinks {...(isById && !data?.contest && { within: 'runs' })} />
      <div className="mt-4">
        {isById && portfolio && <BackLink to={paths.chapter(portfolio)}>{run}</BackLink>}
      </div>
      <div className="mt-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <PageHeading
          title={isById ? `Journal: ${run}` : 'Journal'}
          className="text-24 font-semibold tracking-tight"
        />
        <DownloadCsv
          what="the journal"
          file="tengrand-journal"
          load={() =>
            call(journalCalls.journalCsv, { query: { portfolio: portfolio ?? undefined } })
          }
        />
      </div>
    </div>
  )
}
