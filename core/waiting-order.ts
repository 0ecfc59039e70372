// Orders that wait for a price: when they are met, what they hold meanwhile, and until when they wait.
import { addDays, dayOf } from './day.ts'
import { cents, times, type Cents } from './money.ts'
import type { MarketHours, Prices } from './quote.ts'
import { sessionOn } from './trading-day.ts'

/** A limit is a price or a better one; a stop sells once the price has fallen to it, at whatever it is then. */
export type OrderKind = 'limit' | 'stop'

export type OrderSide = 'BUY' | 'SELL'

export interface Condition {
  readonly kind: OrderKind
  readonly price: Cents
}

/** Until the end of the session, or until it is cancelled. */
export type OrderLasts = 'day' | 'gtc'

export const openOrdersMax = 50
export const gtcDays = 90

/** By the price that the order would get: the ask of a buy, the bid of a sale. */
export function isMet(side: OrderSide, { kind, price }: Condition, { bid, ask }: Prices): boolean {
  if (side === 'BUY') return ask <= price
  return kind === 'limit' ? bid >= price : bid <= price
}

/** What nothing else can use while the order waits. */
export interface Reserved {
  readonly cash: Cents
  readonly shares: number
}

export const nothingReserved: Reserved = { cash: cents(0), shares: 0 }

export const reservedFor = (side: OrderSide, quantity: number, price: Cents): Reserved =>
  side === 'BUY'
    ? { cash: times(price, quantity), shares: 0 }
    : { cash: cents(0), shares: quantity }

const dayMs = 86_400_000

/** From this instant on it is not executed any more. Placed while the market is closed, 'day' means the next session. */
export function expiryOf(lasts: OrderLasts, placedAt: number, hours: MarketHours): number {
  if (lasts === 'gtc') return placedAt + gtcDays * dayMs
  for (let day = dayOf(placedAt); ; day = addDays(day, 1)) {
    const session = sessionOn(day, hours)
    if (session !== null && session.close > placedAt) return session.close
  }
}
