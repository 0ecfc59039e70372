// Waiting orders over HTTP: placing one goes through the queue, cancelling one takes the lock of its portfolio.
import { waitingOrderCalls as calls } from '@tengrand/contract/waiting-orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import {
  invalid,
  invalidBefore,
  invalidKey,
  unknownPortfolio,
  unknownTicker,
} from '../http/refusals.ts'
import { signedInRoute } from '../http/route.ts'
import { parseUuid } from '../uuid.ts'
import { cancelOwnOrder, readOrderList } from './list.ts'
import { orderOnWire } from './wire.ts'
import { meantBy } from '../ledger/portfolios.ts'
import type { TradingDeps } from './routes.ts'
import type { SplitLog } from '../ledger/splits.ts'

export interface WaitingOrderDeps extends TradingDeps {
  readonly db: Db
  readonly log: SplitLog
}

export function addWaitingOrderRoutes(app: FastifyInstance, deps: WaitingOrderDeps): void {
  addPlacing(app, deps)
  const { db, log, identify } = deps

  signedInRoute(app, identify, calls.orders, async ({ caller, query }) => {
    const before = query.before === undefined ? null : parseUuid(query.before)
    if (query.before !== undefined && before === null) return invalidBefore
    const ticker = query.ticker === undefined ? null : parseTicker(query.ticker)
    if (query.ticker !== undefined && ticker === null) return unknownTicker(query.ticker)
    const meant = meantBy(caller.accountId, query.portfolio)
    if (meant === null) return unknownPortfolio
    const listed = await readOrderList({ db, log }, meant, {
      before,
      ticker,
      isOpen: query.state !== 'all',
      limit: query.limit ?? ordersMax,
    })
    if (listed === null) return unknownPortfolio
    return { orders: listed.orders.map(orderOnWire), next: listed.next }
  })

  signedInRoute(app, identify, calls.cancelOrder, async ({ caller, params }) => {
    const publicId = parseUuid(params.id)
    if (publicId === null) return { refusal: { code: 'unknown_order' } }
    const outcome = await cancelOwnOrder(db, { accountId: caller.accountId, publicId })
    return 'refusal' in outcome ? outcome : orderOnWire(outcome.order)
  })
}

function addPlacing(app: FastifyInstance, { queue, identify, now, metrics }: TradingDeps): void {
  signedInRoute(app, identify, calls.placeOrder, async ({ caller, body }, request) => {
    const ticker = parseTicker(body.ticker)
    if (ticker === null) return unknownTicker(body.ticker)
    if (body.type === 'BUY' && body.kind === 'stop') return invalid(stopSells)
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    // Up, and the time of a question down: the two are compared in whole milliseconds.
    const arrivedAt = Math.ceil(now())
    const meant = meantBy(caller.accountId, body.portfolio)
    if (meant === null) return unknownPortfolio
    const outcome = await queue.place({
      ...meant,
      side: body.type,
      ticker,
      quantity: body.quantity,
      condition: { kind: body.kind, price: fromDollars(body.price) },
      lasts: body.lasts,
      key,
      arrivedAt,
    })
    if ('refusal' in outcome) {
      metrics?.onOutcome(outcome.refusal.code)
      return outcome
    }
    if (!('order' in outcome)) throw new Error('An order with a condition is answered as one.')
    metrics?.onOutcome(outcome.order.state === 'filled' ? 'executed' : 'waiting')
    return orderOnWire(outcome.order)
  })
}

const ordersMax = 100
const stopSells = 'A stop can only sell: kind must be limit where type is BUY.'
