// The price that an order is to wait for, as it is typed. It begins where it is not met at once, anew with each kind of order.
import { formatMoney, fromDollars, share, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { OrderKind, OrderSide } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent, useState } from 'react'

interface PriceOptions {
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly prices: Prices
  /** The most that the cash buys goes by this price, which stays while that of the market moves. */
  readonly onChange: (part: { readonly limit: Cents | null }) => void
}

export function usePrice({ side, kind, prices, onChange }: PriceOptions) {
  const of = `${side} ${kind}`
  const begin = () => ({ of, typed: typedOf(suggested(side, kind, prices)) })
  const [now, setNow] = useState(begin)
  if (now.of !== of) setNow(begin())
  const price = centsOf(now.typed)
  const tell = useEffectEvent((next: Cents | null) => onChange({ limit: next }))
  // What is met already is paid for at the price of the moment.
  const limit = side === 'BUY' && price !== null && price > prices.ask ? null : price
  useEffect(() => tell(limit), [limit])
  useEffect(() => () => tell(null), [])
  return { typed: now.typed, price, setTyped: (typed: string) => setNow({ of, typed }) }
}

/** In percent of the price of its side: a little cheaper or dearer than now, and a stop far enough for a usual day. */
const begins = { BUY: { limit: 98, stop: 98 }, SELL: { limit: 102, stop: 95 } }

const suggested = (side: OrderSide, kind: OrderKind, { bid, ask }: Prices): Cents =>
  share(side === 'BUY' ? ask : bid, begins[side][kind], 100)

const typedOf = (price: Cents): string => formatMoney(price).replaceAll(/[$,]/g, '')

/** Null for what is no price in whole cents. */
function centsOf(typed: string): Cents | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typed)) return null
  const price = fromDollars(typed)
  return price >= 1 && price <= priceMax ? price : null
}

/** In cents, as the server has it. */
const priceMax = 100_000_000
