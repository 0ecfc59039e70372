// Buying and selling over HTTP: the order is understood here, and decided in its batch.
import { randomUUID } from 'node:crypto'

import { api } from '@tengrand/contract/api.ts'
import type { Trade } from '@tengrand/core/ledger.ts'
import { formatMoney, formatQuantity, fromDollars, times } from '@tengrand/core/money.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { signedInRoute, type Identify } from '../http/route.ts'
import type { OrderQueue } from './order-queue.ts'

export interface TradingDeps {
  readonly queue: OrderQueue
  readonly identify: Identify
  readonly now: () => number
}

export function addTradingRoutes(
  app: FastifyInstance,
  { queue, identify, now }: TradingDeps,
): void {
  for (const [call, side] of [
    [api.buy, 'BUY'],
    [api.sell, 'SELL'],
  ] as const) {
    signedInRoute(app, identify, call, async ({ caller, body }, request) => {
      const ticker = parseTicker(body.ticker)
      if (ticker === null) return unknown(body.ticker)
      const key = keyOf(request)
      if (key === null) return { refusal: { code: 'invalid_request', reason: keyWanted } }
      const outcome = await queue.place({
        accountId: caller.accountId,
        side,
        ticker,
        quantity: body.quantity,
        expectedPrice: fromDollars(body.price),
        key,
        // Up, and the time of a question down: the two are compared in whole milliseconds.
        arrivedAt: Math.ceil(now()),
      })
      return 'refusal' in outcome ? outcome : { message: messageOf(outcome.trade), error: null }
    })
  }
}

const unknown = (ticker: string) =>
  ({ refusal: { code: 'unknown_ticker', ticker: ticker.toUpperCase() } }) as const

const keyWanted = 'The header Idempotency-Key must be a UUID.'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An order without a key of its own gets one, by which a retry inside the server finds it. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return randomUUID()
  return typeof key === 'string' && uuid.test(key) ? key.toLowerCase() : null
}

function messageOf({ type, ticker, quantity, price }: Trade): string {
  const verb = type === 'BUY' ? 'Bought' : 'Sold'
  const shares = `${formatQuantity(quantity)} ${quantity === 1 ? 'share' : 'shares'}`
  return `${verb} ${shares} of ${ticker} at ${formatMoney(price)} for ${formatMoney(times(price, quantity))}.`
}
