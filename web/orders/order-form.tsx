// The rest of the form to trade where the order is to wait: for which price, how long, and in words what will happen.
import { formatMoney, toDollars } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind } from '@tengrand/core/waiting-order.ts'
import { useId, useImperativeHandle, useState, type Ref } from 'react'

import { usePortfolio, usePortfolioId } from '../portfolio/queries.ts'
import { useMarketSource } from '../session/price-source.tsx'
import { Submit } from './trade-fields.tsx'
import type { TradeForm } from './use-trade-form.ts'
import { meansIn, planOf } from './plan.ts'
import { LastsField, PriceField } from './order-fields.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { PlanBox } from './plan-box.tsx'
import { instantNow, lastsWords } from './time.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { usePrice } from './use-price.ts'

interface OrderFormProps {
  readonly ticker: Ticker
  readonly kind: OrderKind
  readonly prices: Prices
  readonly form: TradeForm
  /** What the form does when it is sent. */
  readonly submit: Ref<() => void>
}

export default function OrderForm({ ticker, kind, prices, form, submit }: OrderFormProps) {
  const { wish, lasts, change, button, setButton } = form
  const planId = useId()
  const side = wish.side === 'buy' ? 'BUY' : 'SELL'
  const portfolio = usePortfolio().data
  const portfolioId = usePortfolioId()
  const hours = useMarketSource()?.hours ?? null
  const { typed, price, setTyped } = usePrice({ side, kind, prices, onChange: change })
  const quantity = isQuantity(wish.quantity) ? wish.quantity : null
  const draft = [side, kind, form.typed, typed, lasts].join(' ')
  const [tried, setTried] = useState('')
  const { isSending, isBusy, isResting, result, place } = usePlaceOrder(draft)
  const send = (): void => {
    if (isResting) return
    setTried(draft)
    if (price !== null && quantity !== null) {
      const terms = { ticker, type: side, kind, quantity, price: toDollars(price), lasts } as const
      place({ ...terms, portfolio: portfolioId })
    } else focusField(button, quantity === null ? 0 : 1)
  }
  useImperativeHandle(submit, () => send)
  const wished = { side, kind, ticker, quantity, price } as const
  const plan = planOf(wished, prices, { means: portfolio && meansIn(portfolio, ticker), hours })
  const isFaulty = plan.tone === 'fault' && tried === draft
  return (
    <>
      <div className="mt-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
        <PriceField
          kind={kind}
          value={typed}
          onChange={setTyped}
          describedBy={planId}
          isFaulty={isFaulty && price === null}
        />
        <LastsField value={lasts} onChange={(next) => change({ lasts: next })} />
      </div>
      <p className="mt-1.5 min-h-4 text-12 text-muted">
        {side === 'BUY' ? 'Buys' : 'Sells'} at{' '}
        {formatMoney(side === 'BUY' ? prices.ask : prices.bid)} now
        {hours && `. Lasts until ${lastsWords(lasts, instantNow(), hours)}`}
      </p>
      <PlanBox id={planId} {...plan} isFaulty={isFaulty} isResting={isResting} />
      <Submit ref={setButton} isBusy={isBusy || isResting}>
        {isSending ? 'Placing...' : 'Place Order'}
      </Submit>
      <OrderOutcome result={result} />
    </>
  )
}

/** The quantity comes first, then the price. */
const focusField = (button: Element | null, index: number): void =>
  button?.closest('form')?.querySelectorAll('input')[index]?.focus()
