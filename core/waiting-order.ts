// Conditional orders: when their condition is met, what they reserve, and when they expire.
import { addDays, dayMs, dayOf } from './day.ts'
import { cents, times, type Cents } from './money.ts'
import type { MarketHours, Prices } from './quote.ts'
import { sessionOn } from './trading-day.ts'

/** A limit order trades at its price or a better one; a stop order sells once the price has fallen to it. */
export type OrderKind = 'limit' | 'stop'

export type OrderSide = 'BUY' | 'SELL'

export interface Condition {
  readonly kind: OrderKind
  readonly price: Cents
}

/** 'day' expires at the end of the session, 'gtc' (good till cancelled) after 90 days. */
export type OrderLasts = 'day' | 'gtc'

export const openOrdersMax = 50
export const gtcDays = 90

/** A buy is compared with the ask, a sale with the bid. */
export function isMet(side: OrderSide, { kind, price }: Condition, { bid, ask }: Prices): boolean {
  if (side === 'BUY') return ask <= price
  return kind === 'limit' ? bid >= price : bid <= price
}

/** The cash or the shares that no other order can use while this one is open. */
export interface Reserved {
  readonly cash: Cents
  readonly shares: number
}

export const nothingReserved: Reserved = { cash: cents(0), shares: 0 }

export const reservedFor = (side: OrderSide, quantity: number, price: Cents): Reserved =>
  side === 'BUY'
    ? { cash: times(price, quantity), shares: 0 }
    : { cash: cents(0), shares: quantity }

/** The instant from which the order is not executed. A 'day' order placed after hours lasts for the next session. */
export function expiryOf(lasts: OrderLasts, placedAt: number, hours: MarketHours): number {
  if (lasts === 'gtc') return placedAt + gtcDays * dayMs
  for (let day = dayOf(placedAt); ; day = addDays(day, 1)) {
    const session = sessionOn(day, hours)
    if (session !== null && session.close > placedAt) return session.close
  }
}
