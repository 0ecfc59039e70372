// What a return is counted from: the cash that a portfolio began with.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'

import type { Portfolio } from './queries.ts'

/** Until the portfolio is known, what everybody begins with. */
export const startOf = (portfolio: Portfolio | undefined): Cents =>
  portfolio ? fromDollars(portfolio.starting_cash) : openStartingCash

/** Since when a return is counted, as it stands behind it. Cents would only be noughts. */
export function sinceStart(portfolio: Portfolio | undefined): string {
  const cash = formatMoney(startOf(portfolio)).replace(/\.00$/, '')
  return portfolio && portfolio.chapter > 1
    ? `since chapter ${portfolio.chapter} began with ${cash}`
    : `since your ${cash} start`
}
