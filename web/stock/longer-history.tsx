// The way to prices from before the last month, below the chart: most look at the two ranges above it.
import { rangeLabel } from '@tengrand/core/day.ts'
import { useState } from 'react'

import type { StockRange } from '../market/prices.ts'
import { Ranges } from '../ui/ranges.tsx'
import { TextButton } from '../ui/text-button.tsx'

interface LongerHistoryProps {
  readonly range: StockRange
  readonly onChange: (range: StockRange) => void
}

/** As high when it is open. Put away, it leaves no range behind that nothing on the page names. */
export function LongerHistory({ range, onChange }: LongerHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = (): void => {
    setOpen(!isOpen)
    if (isOpen && long.includes(range)) onChange('1m')
  }
  return (
    <div className="-mb-3 flex min-h-12 items-center gap-4">
      <TextButton aria-expanded={isOpen} onClick={toggle}>
        Longer history
      </TextButton>
      {isOpen && (
        <Ranges label="Longer history" choices={choices} value={range} onChange={onChange} />
      )}
    </div>
  )
}

const long: readonly StockRange[] = ['6m', '1y']
const choices = long.map((value) => ({ value, label: rangeLabel(value) }))
