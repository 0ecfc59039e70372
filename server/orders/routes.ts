// Buying and selling over HTTP: the order is understood here, and decided in its batch.
import { api } from '@tengrand/contract/api.ts'
import { realizedGain, type Trade } from '@tengrand/core/ledger.ts'
import { formatMoney, formatQuantity, fromDollars, times, toDollars } from '@tengrand/core/money.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import { percentOf } from '@tengrand/core/valuation.ts'
import type { FastifyInstance } from 'fastify'

import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { invalidKey, unknownPortfolio, unknownTicker } from '../http/refusals.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { OrderQueue } from './queue.ts'
import { meantBy } from '../ledger/portfolios.ts'
import type { Executed } from './queued-order.ts'

export interface TradingDeps {
  readonly queue: OrderQueue
  readonly identify: Identify
  readonly now: () => number
  readonly metrics?: Pick<Metrics, 'onOutcome'>
}

export function addTradingRoutes(
  app: FastifyInstance,
  { queue, identify, now, metrics }: TradingDeps,
): void {
  for (const [call, side] of [
    [api.buy, 'BUY'],
    [api.sell, 'SELL'],
  ] as const) {
    signedInRoute(app, identify, call, async ({ caller, body }, request) => {
      const ticker = parseTicker(body.ticker)
      if (ticker === null) return unknownTicker(body.ticker)
      const key = idempotencyKeyOf(request)
      if (key === null) return invalidKey
      // Up, and the time of a question down: the two are compared in whole milliseconds.
      const arrivedAt = Math.ceil(now())
      const meant = meantBy(caller.accountId, body.portfolio)
      if (meant === null) return unknownPortfolio
      const outcome = await queue.place({
        ...meant,
        side,
        ticker,
        quantity: body.quantity,
        expectedPrice: fromDollars(body.price),
        key,
        arrivedAt,
      })
      metrics?.onOutcome('refusal' in outcome ? outcome.refusal.code : 'executed')
      if ('order' in outcome) throw new Error('An order for now does not wait.')
      return 'refusal' in outcome ? outcome : executedOnWire(outcome)
    })
  }
}

const executedOnWire = ({ trade, cash }: Executed) => ({
  message: messageOf(trade),
  error: null,
  trade: tradeOnWire(trade),
  cash_balance: toDollars(cash),
})

function tradeOnWire(trade: Trade) {
  const { type, ticker, quantity, price, cost } = trade
  const gain = realizedGain(trade)
  return {
    type,
    ticker,
    quantity,
    price: toDollars(price),
    total: toDollars(times(price, quantity)),
    realized_gain: gain === null ? null : toDollars(gain),
    realized_gain_percent: gain === null ? null : percentOf(gain, cost),
  }
}

function messageOf({ type, ticker, quantity, price }: Trade): string {
  const verb = type === 'BUY' ? 'Bought' : 'Sold'
  const shares = `${formatQuantity(quantity)} ${quantity === 1 ? 'share' : 'shares'}`
  return `${verb} ${shares} of ${ticker} at ${formatMoney(price)} for ${formatMoney(times(price, quantity))}.`
}
