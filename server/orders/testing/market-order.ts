// A market order for one share of AAPL, in the form that the queue takes.
import { randomUUID } from 'node:crypto'

import { cents } from '@tengrand/core/money.ts'

import type { MarketOrderRequest } from '../queued-order.ts'

export const marketOrder = (
  accountId: number,
  changes: Partial<MarketOrderRequest> = {},
): MarketOrderRequest => ({
  accountId,
  publicId: null,
  side: 'BUY',
  ticker: 'AAPL',
  quantity: 1,
  expectedPrice: cents(100_00),
  key: randomUUID(),
  arrivedAt: 0,
  ...changes,
})
