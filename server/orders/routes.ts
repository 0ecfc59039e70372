// The routes of orders: buy and sell now, place, list and cancel.
import { api } from '@tengrand/contract/api.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { parseTicker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { idempotencyKeyOf, parseUuid } from '../uuid.ts'
import {
  invalid,
  invalidBefore,
  invalidKey,
  refused,
  unknownPortfolio,
  unknownTicker,
} from '../http/refusals.ts'
import { signedInRoute, type Caller, type Identify, type Refused } from '../http/route.ts'
import { parseInstant } from '../instant.ts'
import { invalidNote, isStorable, type EntryText } from '../journal/store.ts'
import { parsePortfolioRef } from '../ledger/portfolios.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { findFor } from '../portfolio/find.ts'
import { cancelOwnOrder, readOrderPage } from './list.ts'
import type { OrderQueue } from './queue.ts'
import { receiptOf, type MarketOrderCall, type Receipt } from './receipt.ts'
import { orderOnWire } from './stock-order.ts'

export interface OrderDeps extends ReadDeps {
  readonly queue: OrderQueue
  readonly identify: Identify
  readonly now: () => number
  readonly metrics?: Pick<Metrics, 'onOutcome'>
  /** Takes the orders of lessons; null for an order of another contest. */
  readonly tradeInLesson?: (order: MarketOrderCall) => Promise<Receipt | Refused | null>
}

export function addOrderRoutes(app: FastifyInstance, deps: OrderDeps): void {
  const { identify } = deps
  addTradingRoutes(app, deps)

  signedInRoute(app, identify, api.orders, async ({ caller, query }) => {
    const before = query.before === undefined ? null : parseUuid(query.before)
    if (query.before !== undefined && before === null) return invalidBefore
    const closedAfter = query.closed_after === undefined ? null : parseInstant(query.closed_after)
    if (Number.isNaN(closedAfter)) return invalid(closedAfterIsTime)
    if (closedAfter !== null && query.state === 'open') return invalid(closedAfterIsNotOpen)
    const ticker = query.ticker === undefined ? null : parseTicker(query.ticker)
    if (query.ticker !== undefined && ticker === null) return unknownTicker(query.ticker)
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const listed = await readOrderPage(deps.db, head.id, {
      before,
      ticker,
      isOpen: query.state !== 'all' && closedAfter === null,
      closedAfter,
      limit: query.limit ?? ordersMax,
    })
    return { orders: listed.orders.map(orderOnWire), next: listed.next }
  })

  signedInRoute(app, identify, api.cancelOrder, async ({ caller, params }) => {
    const publicId = parseUuid(params.id)
    if (publicId === null) return { refusal: { code: 'unknown_order' } }
    const outcome = await cancelOwnOrder(deps, caller.accountId, publicId)
    return 'refusal' in outcome ? outcome : orderOnWire(outcome.order)
  })
}

/** Market orders and conditional orders. */
export function addTradingRoutes(
  app: FastifyInstance,
  { queue, identify, now, metrics, tradeInLesson }: Omit<OrderDeps, keyof ReadDeps>,
): void {
  for (const [call, side] of [
    [api.buy, 'BUY'],
    [api.sell, 'SELL'],
  ] as const) {
    signedInRoute(app, identify, call, async ({ caller, body }, request) => {
      const inLesson = await tradeInLesson?.({ caller, body, side, request })
      if (caller.isGuest && body.portfolio === undefined) return refused('guest_only')
      if (inLesson) {
        metrics?.onOutcome('refusal' in inLesson ? inLesson.refusal.code : 'executed')
        return inLesson
      }
      const sent = parseSent(body, caller, request, now)
      if ('refusal' in sent) return sent
      if (body.price === undefined) return invalid('price is missing.')
      if (body.tick !== undefined) return invalid('tick is only known in a lesson.')
      const expectedPrice = fromDollars(body.price)
      const outcome = await queue.place({ ...sent, side, expectedPrice })
      metrics?.onOutcome('refusal' in outcome ? outcome.refusal.code : 'executed')
      if ('order' in outcome) throw new Error('An order for now does not wait.')
      return 'refusal' in outcome ? outcome : receiptOf(outcome)
    })
  }

  signedInRoute(app, identify, api.placeOrder, async ({ caller, body }, request) => {
    const sent = parseSent(body, caller, request, now)
    if ('refusal' in sent) return sent
    const condition = { kind: body.kind, price: fromDollars(body.price) }
    const outcome = await queue.place({ ...sent, side: body.type, condition, lasts: body.lasts })
    if ('refusal' in outcome) {
      metrics?.onOutcome(outcome.refusal.code)
      return outcome
    }
    if (!('order' in outcome)) throw new Error('An order with a condition is answered as one.')
    metrics?.onOutcome(outcome.order.state === 'filled' ? 'executed' : 'waiting')
    return orderOnWire(outcome.order)
  })
}

interface OrderBody {
  readonly ticker: string
  readonly quantity: number
  readonly portfolio?: string | undefined
  readonly type?: 'BUY' | 'SELL'
  readonly kind?: 'limit' | 'stop'
  readonly note?: string | undefined
  readonly confidence?: EntryText['confidence'] | undefined
}

/** The common fields of market and conditional orders. */
function parseSent(
  { ticker: text, quantity, portfolio, type, kind, note, confidence }: OrderBody,
  { accountId }: Caller,
  request: FastifyRequest,
  now: () => number,
) {
  const ticker = parseTicker(text)
  if (ticker === null) return unknownTicker(text)
  if (type === 'BUY' && kind === 'stop') return invalid(stopSells)
  if (note && !isStorable(note)) return invalidNote
  const key = idempotencyKeyOf(request)
  if (key === null) return invalidKey
  const ref = parsePortfolioRef(accountId, portfolio)
  if (ref === null) return unknownPortfolio
  // Rounded up, while the time of a provider request is rounded down, because they are compared in whole milliseconds.
  const order = { ...ref, ticker, quantity, key, arrivedAt: Math.ceil(now()) }
  // Most orders have no entry, and a shared empty one would have to be told apart from it everywhere.
  if (!note && confidence === undefined) return order
  return { ...order, entry: { note: note || null, confidence: confidence ?? null } }
}

const ordersMax = 100
const closedAfterIsTime = 'closed_after must be a time in UTC such as 2026-11-18T14:30:00Z.'
const closedAfterIsNotOpen = 'closed_after lists closed orders. Leave state out, or send all.'
const stopSells = 'A stop can only sell. With type BUY, kind must be limit.'
