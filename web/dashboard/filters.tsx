// What the reader looks for among the transactions: one stock, one kind, or both.
import { companyName, parseTicker, tickers } from '@tengrand/core/tickers.ts'

import type { TransactionFilter } from '../portfolio/transaction-pages.ts'
import { Ranges } from '../ui/ranges.tsx'
import { Select } from '../ui/select.tsx'

interface FiltersProps {
  readonly filter: TransactionFilter
  readonly hasSplits: boolean
  readonly onChange: (filter: TransactionFilter) => void
}

export function Filters({ filter, hasSplits, onChange }: FiltersProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="max-sm:w-full sm:w-80">
        <Select
          label="Stock"
          value={filter.ticker ?? ''}
          onChange={(value) => onChange({ ...filter, ticker: parseTicker(value) })}
        >
          <option value="">All stocks</option>
          {alphabetically.map((ticker) => (
            <option key={ticker} value={ticker}>
              {ticker} · {companyName(ticker)}
            </option>
          ))}
        </Select>
      </div>
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

/** What an address asks for; what it says beyond that, or wrongly, is ignored. */
export function filterIn(search: string): TransactionFilter {
  const asked = new URLSearchParams(search)
  const kind = kinds.find(({ value }) => value === asked.get('type'))?.value ?? 'all'
  return { ticker: parseTicker(asked.get('ticker') ?? ''), type: kind === 'all' ? null : kind }
}

const alphabetically = tickers.toSorted()

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
  { value: 'SPLIT', label: 'Split' },
] as const
