// What the chart comes to in numbers: the value now, what the period brought, and what all of the time brought.
import type { Range } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'
import type { ReactNode } from 'react'

import { Gain, Money } from '../ui/money.tsx'

interface PerformanceFiguresProps {
  readonly range: Range
  readonly value: Cents | null
  /** What the portfolio began with. */
  readonly start: Cents
  /** Null while there is no line to count it from. */
  readonly period: Return | null
  /** The chapter is over, and nothing changes any more. */
  readonly isClosed?: boolean
}

export function PerformanceFigures({
  range,
  value,
  start,
  period,
  isClosed = false,
}: PerformanceFiguresProps) {
  const total = value === null ? null : returnSince(start, value)
  // On a phone as high with two figures as with three, so that nothing moves when another range is chosen.
  return (
    <dl className="mt-auto grid min-h-41 content-start gap-x-6 gap-y-2 border-t border-line pt-5 text-15 min-[360px]:min-h-26 sm:min-h-0 sm:grid-cols-3">
      <Figure name={isClosed ? 'Final value' : 'Current value'}>
        {value !== null && (
          <span className="font-semibold">
            <Money amount={value} />
          </span>
        )}
      </Figure>
      <Figure name={periods[range]}>{period && <Gain {...period} />}</Figure>
      {range !== 'all' && <Figure name="Total Return">{total && <Gain {...total} />}</Figure>}
    </dl>
  )
}

const periods: Readonly<Record<Range, string>> = {
  '7d': '7-day return',
  '1m': '1-month return',
  '6m': '6-month return',
  ytd: 'YTD return',
  '1y': '1-year return',
  all: 'Total Return',
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex-wrap items-baseline gap-x-3 min-[360px]:flex sm:block">
      <dt className="text-14 text-muted">{name}</dt>
      <dd className="flex-1 min-[360px]:text-right sm:mt-0.5 sm:text-left">
        {children || <span className="text-muted">—</span>}
      </dd>
    </div>
  )
}
