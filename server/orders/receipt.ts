// A call to buy or sell now, and its receipt as the API answers it.
import type { Answer, Given } from '@tengrand/contract/call.ts'
import type { buy } from '@tengrand/contract/orders.ts'
import { realizedGain, type Trade } from '@tengrand/core/ledger.ts'
import { formatMoney, formatShares, times, toDollars } from '@tengrand/core/money.ts'
import { percentOf } from '@tengrand/core/valuation.ts'
import type { OrderSide } from '@tengrand/core/waiting-order.ts'
import type { FastifyRequest } from 'fastify'

import type { Caller } from '../http/route.ts'
import { ownListing } from '../market/markets.ts'
import type { Executed } from './queued-order.ts'

export interface MarketOrderCall {
  readonly caller: Caller
  readonly body: Given<typeof buy>['body']
  readonly side: OrderSide
  readonly request: FastifyRequest
}

export type Receipt = Answer<typeof buy>

export function receiptOf({ trade, cash }: Executed, listing = ownListing): Receipt {
  const { type, ticker, quantity, price, cost } = trade
  const gain = realizedGain(trade)
  return {
    message: messageOf(trade, listing.nameOf(ticker)),
    error: null,
    trade: {
      type,
      ticker: listing.symbolOf(ticker),
      quantity,
      price: toDollars(price),
      total: toDollars(times(price, quantity)),
      realized_gain: gain === null ? null : toDollars(gain),
      realized_gain_percent: gain === null ? null : percentOf(gain, cost),
    },
    cash_balance: toDollars(cash),
  }
}

function messageOf({ type, quantity, price }: Trade, name: string): string {
  const verb = type === 'BUY' ? 'Bought' : 'Sold'
  return `${verb} ${formatShares(quantity)} of ${name} at ${formatMoney(price)} for ${formatMoney(times(price, quantity))}.`
}
