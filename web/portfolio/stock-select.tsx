// The choice of a stock by which a list is filtered.
import { tickers } from '@tengrand/core/tickers.ts'

import { usePrinted } from '../browser/printed.ts'
import { Select } from '../ui/select.tsx'
import { useScope } from './scope.tsx'
import { useStockName } from './stock-names.ts'

interface StockSelectProps {
  readonly ticker: string | null
  readonly onChange: (ticker: string | null) => void
}

export function StockSelect({ ticker, onChange }: StockSelectProps) {
  const nameOf = useStockName()
  const { contest } = useScope()
  usePrinted(ticker === null ? 'All stocks' : `Stock ${ticker}`)
  return (
    <div className="max-sm:w-full sm:w-80">
      <Select label="Stock" value={ticker ?? ''} onChange={(value) => onChange(value || null)}>
        <option value="">All stocks</option>
        {[...(contest?.listing?.keys() ?? alphabetically)].map((one) => (
          <option key={one} value={one}>
            {one} · {nameOf(one)}
          </option>
        ))}
      </Select>
    </div>
  )
}

const alphabetically = tickers.toSorted()
