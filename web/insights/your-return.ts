// What the learner's portfolio brought in a range, as the server counted it.
import { fromDollars } from '@tengrand/core/money.ts'
import type { Return } from '@tengrand/core/valuation.ts'

import type { NetWorthHistory } from '../portfolio/queries.ts'

export const yourReturn = ({ metrics }: Pick<NetWorthHistory, 'metrics'>): Return => ({
  amount: fromDollars(metrics.period_return),
  percent: metrics.period_return_percent,
})
