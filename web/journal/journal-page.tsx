// The page of the journal: the reasons and forecasts of a portfolio, and what became of them.
import * as journalCalls from '@tengrand/contract/journal.ts'
import { parseTicker, tickers } from '@tengrand/core/tickers.ts'
import { useEffect, useEffectEvent } from 'react'

import { call } from '../api/client.ts'
import { paths, usePaths } from '../browser/paths.ts'
import { usePrinted } from '../browser/printed.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { BackLink, ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import { DownloadCsv } from '../portfolio/download-csv.tsx'
import { portfolioName, usePortfolio } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { useStockName } from '../portfolio/stock-names.ts'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { Select } from '../ui/select.tsx'
import { Entries } from './entries.tsx'
import { useJournal, useLastVisit } from './queries.ts'

export default function JournalPage() {
  const { search } = useLocation()
  const ticker = parseTicker(new URLSearchParams(search).get('ticker') ?? '')
  const query = useJournal(ticker)
  const isById = useIsById()
  useVisit(query.data !== undefined)
  if (!query.data && isUnknownChapter(query.error)) return <ChapterNotFound />
  const view = viewOf(query, {
    isEmpty: ({ pages }) => pages.every(({ entries }) => entries.length === 0),
    what: 'your journal',
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading isEmpty={view.state === 'empty' && ticker === null} />
      <Card>
        <StockFilter ticker={ticker} />
        <QueryView
          view={view}
          loading="Loading journal..."
          empty={
            ticker === null ? noneYet : [`No entries about ${ticker}.`, 'Choose another stock.']
          }
          rows={6}
        >
          {() => <Entries query={query} isOwn={!isById} />}
        </QueryView>
      </Card>
    </div>
  )
}

const noneYet = [
  'No entries yet.',
  'Add a reason under the form of an order. Later you see what became of it.',
] as const

/** Whether the address names an earlier run, which can only be read. */
function useIsById(): boolean {
  const { portfolio, base } = useScope()
  return portfolio !== null && base === ''
}

/** The line on the dashboard tells of what comes after this visit. */
function useVisit(isSeen: boolean): void {
  const { rememberVisit } = useLastVisit()
  const remember = useEffectEvent(rememberVisit)
  useEffect(() => {
    if (isSeen) remember()
  }, [isSeen])
}

function Heading({ isEmpty }: { isEmpty: boolean }) {
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
          disabled={isEmpty}
          load={() =>
            call(journalCalls.journalCsv, { query: { portfolio: portfolio ?? undefined } })
          }
        />
      </div>
    </div>
  )
}

function StockFilter({ ticker }: { ticker: string | null }) {
  const navigate = useNavigate()
  const nameOf = useStockName()
  const { portfolio } = useScope()
  const isById = useIsById()
  const { journal } = usePaths()
  usePrinted(ticker === null ? 'All stocks' : `Stock ${ticker}`)
  return (
    <div className="mb-5 max-sm:w-full sm:w-80">
      <Select
        label="Stock"
        value={ticker ?? ''}
        onChange={(next) =>
          navigate(journal({ portfolio: isById ? portfolio : null, ticker: next }))
        }
      >
        <option value="">All stocks</option>
        {alphabetically.map((one) => (
          <option key={one} value={one}>
            {one} · {nameOf(one)}
          </option>
        ))}
      </Select>
    </div>
  )
}

const alphabetically = tickers.toSorted()
