// The base values that returns are counted from (starting cash, last close), and the change of today.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { Gain } from '../ui/money.tsx'
import type { Portfolio } from './queries.ts'
import { useScope } from './scope.tsx'

/** The starting cash; until the portfolio is loaded, that of its contest. */
export function useStart(portfolio: Portfolio | undefined): Cents {
  const { contest } = useScope()
  return portfolio
    ? fromDollars(portfolio.starting_cash)
    : (contest?.startingCash ?? openStartingCash)
}

export function useSinceStart(portfolio: Portfolio | undefined): string {
  const cash = formatMoney(useStart(portfolio)).replace(/\.00$/, '')
  return portfolio && portfolio.chapter > 1 && !portfolio.contest
    ? `since run ${portfolio.chapter} began with ${cash}`
    : `since your ${cash} start`
}

/** The value at the last close of the day before; null where it is not known. */
export const valueBefore = (portfolio: Portfolio | undefined): Cents | null =>
  portfolio && portfolio.previous_value !== null ? fromDollars(portfolio.previous_value) : null

/** The change since the last close, in dollars and percent; nothing where one of the two values is not known. */
export function Today({ now, before }: { now: Cents | null; before: Cents | null }) {
  if (now === null || before === null) return null
  return (
    <span className="text-muted">
      <Gain {...returnSince(before, now)} /> <span className="ml-1">today</span>
    </span>
  )
}
