// The page of all transactions, filtered by stock and type, with the download.
import { parseTicker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { usePaths } from '../browser/paths.ts'
import { usePrinted } from '../browser/printed.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { MarketLink } from '../market/search.tsx'
import { EarlierLink } from '../portfolio/chapters.tsx'
import { useNextStep, useScope } from '../portfolio/scope.tsx'
import { StockSelect } from '../portfolio/stock-select.tsx'
import {
  Download,
  pagesView,
  TransactionPages,
  useTransactionPages,
  type TransactionFilter,
} from '../portfolio/transaction-pages.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Ranges } from '../ui/ranges.tsx'

export default function TransactionsPage() {
  const navigate = useNavigate()
  const paths = usePaths()
  const { contest } = useScope()
  const { search } = useLocation()
  const filter = filterIn(search, contest?.listing)
  const query = useTransactionPages(filter)
  const hasSplits = useOnceTrue(query.data?.pages[0]?.has_splits ?? false)
  const view = pagesView(query)
  const isOver = contest?.state === 'over'
  const nextStep = useNextStep('Start trading to see your transaction history!')
  const isFiltered = filter.ticker !== null || filter.type !== null
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <PageHeading />
        <Download disabled={view.state === 'empty' && !isFiltered} />
      </div>
      <Card>
        <Filters
          filter={filter}
          hasSplits={hasSplits}
          onChange={(next) => navigate(paths.transactionsWith({ ...next }))}
        />
        <QueryView
          view={view}
          loading="Loading transactions..."
          empty={isFiltered ? noneOfThese : isOver ? noneEver : ['No transactions yet.', nextStep]}
          whenEmpty={
            !isFiltered &&
            !isOver && (
              <>
                {!contest?.listing && <MarketLink />}
                <EarlierLink />
              </>
            )
          }
          rows={10}
        >
          {() => <TransactionPages query={query} />}
        </QueryView>
      </Card>
    </>
  )
}

/** Stays true, so that the choice 'Split' does not disappear while another filter is loading. */
function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}

const noneEver = ['You made no trades.', ''] as const
const noneOfThese = ['No transactions like these.', 'Choose another stock or type.'] as const

interface FiltersProps {
  readonly filter: TransactionFilter
  readonly hasSplits: boolean
  readonly onChange: (filter: TransactionFilter) => void
}

function Filters({ filter, hasSplits, onChange }: FiltersProps) {
  usePrinted(`Type ${kinds.find(({ value }) => value === filter.type)?.label ?? 'All'}`)
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <StockSelect ticker={filter.ticker} onChange={(ticker) => onChange({ ...filter, ticker })} />
      <div className="max-sm:w-full">
        <Ranges
          label="Type"
          choices={hasSplits || filter.type === 'SPLIT' ? kinds : kinds.slice(0, -1)}
          value={filter.type ?? 'all'}
          onChange={(value) => onChange({ ...filter, type: value === 'all' ? null : value })}
        />
      </div>
    </div>
  )
}

/** Unknown values in the address are ignored. */
function filterIn(
  search: string,
  listing: ReadonlyMap<string, string> | undefined,
): TransactionFilter {
  const query = new URLSearchParams(search)
  const symbol = query.get('ticker') ?? ''
  const ticker = listing?.has(symbol) ? symbol : parseTicker(symbol)
  const kind = kinds.find(({ value }) => value === query.get('type'))?.value ?? 'all'
  return { ticker, type: kind === 'all' ? null : kind }
}

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
  { value: 'SPLIT', label: 'Split' },
] as const
