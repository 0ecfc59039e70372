// The rest of the form to trade where the order is to wait: for which price, how long, and in words what will happen.
import { formatMoney, fromDollars, toDollars, type Cents } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { gtcDays, type OrderKind, type OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent, useImperativeHandle, useState, type Ref } from 'react'

import { usePortfolio } from '../learner-queries.ts'
import { Submit } from '../stock/trade-fields.tsx'
import type { TradeForm } from '../stock/use-trade-form.ts'
import { LastsField, PriceField } from './order-fields.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { usePlaceOrder } from './use-place-order.ts'
import { planWords } from './words.ts'

interface OrderFormProps {
  readonly ticker: Ticker
  readonly kind: OrderKind
  readonly prices: Prices
  readonly form: TradeForm
  /** What the form does when it is sent. */
  readonly submit: Ref<() => void>
}

export default function OrderForm({ ticker, kind, prices, form, submit }: OrderFormProps) {
  const { wish, change, onDone, setButton } = form
  const side = wish.side === 'buy' ? 'BUY' : 'SELL'
  const now = side === 'BUY' ? prices.ask : prices.bid
  const portfolio = usePortfolio().data?.portfolio
  const [typed, setTyped] = useState(() => formatMoney(now).replaceAll(/[$,]/g, ''))
  const [lasts, setLasts] = useState<OrderLasts>('day')
  const price = centsOf(typed)
  // The most that the cash buys goes by this price, which stays while that of the market moves.
  const tellPrice = useEffectEvent(() => change({ limit: price }))
  useEffect(() => tellPrice(), [])
  const { isSending, isBusy, result, place } = usePlaceOrder(() => onDone(wish))
  const quantity = isQuantity(wish.quantity) ? wish.quantity : null
  const send = (): void => {
    if (price === null || quantity === null) return
    place({ ticker, type: side, kind, quantity, price: toDollars(price), lasts, portfolio })
  }
  useImperativeHandle(submit, () => send)
  return (
    <>
      <div className="mt-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
        <PriceField
          label={kind === 'stop' ? 'Stop price' : 'Limit price'}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            change({ limit: centsOf(next) })
          }}
        />
        <LastsField value={lasts} onChange={setLasts} />
      </div>
      <p className="mt-1.5 min-h-4 text-12 text-muted">
        {side === 'BUY' ? 'Buys' : 'Sells'} at {formatMoney(now)} now
        {lasts === 'gtc' && ` · lasts ${gtcDays} days at most`}
      </p>
      <p className="mt-3 min-h-24 rounded-control bg-sunken px-4 py-3 tabular-nums">
        {price === null || quantity === null
          ? 'Enter how many shares, and a price in dollars and cents.'
          : planWords({ side, quantity, ticker, condition: { kind, price } }, prices)}
      </p>
      <Submit ref={setButton} isBusy={isBusy}>
        {isSending ? 'Placing...' : 'Place Order'}
      </Submit>
      <OrderOutcome result={result} />
    </>
  )
}

/** Null for what is no price in whole cents. */
function centsOf(typed: string): Cents | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typed)) return null
  const price = fromDollars(typed)
  return price >= 1 && price <= priceMax ? price : null
}

/** In cents, as the server has it. */
const priceMax = 100_000_000
