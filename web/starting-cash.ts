// What a return is counted from: the cash that a portfolio began with.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'

import type { Portfolio } from './learner-queries.ts'

/** Until the portfolio is known, what everybody begins with. */
export const startOf = (portfolio: Portfolio | undefined): Cents =>
  portfolio ? fromDollars(portfolio.starting_cash) : openStartingCash

/** As it stands in a sentence, where cents would only be noughts. */
export const startWords = (portfolio: Portfolio | undefined): string =>
  formatMoney(startOf(portfolio)).replace(/\.00$/, '')
