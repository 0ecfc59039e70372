// An order of a test for one share of AAPL now, as the queue takes it.
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
