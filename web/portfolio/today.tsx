// What a portfolio or a stock has gained or lost since the last close of the day before.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import type { Portfolio } from './queries.ts'
import { Gain } from '../ui/money.tsx'

interface TodayProps {
  readonly now: Cents | null
  /** At the last close of the day before. */
  readonly before: Cents | null
}

/** In dollars and percent; nothing where one of the two is not known. */
export function Today({ now, before }: TodayProps) {
  if (now === null || before === null) return null
  return (
    <span className="text-muted">
      <Gain {...returnSince(before, now)} /> <span className="ml-1">today</span>
    </span>
  )
}

/** What the change of the day of a portfolio is counted from. */
export const valueBefore = (portfolio: Portfolio | undefined): Cents | null =>
  portfolio && portfolio.previous_value !== null ? fromDollars(portfolio.previous_value) : null
