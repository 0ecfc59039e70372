// The form of a market order and its estimate; its outcome is loaded after it.
import { formatMoney } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import type { SubmitEvent } from 'react'

import { useConfig } from '../api/queries.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Fact, figures } from '../ui/card.tsx'
import { estimateOf, sidePrice, type OrderDraft } from './buying-power.ts'
import type { MarketOutcomeProps } from './market-outcome.tsx'
import { QuantityField, showFault } from './quantity-field.tsx'
import { Submit, type OrderPartProps } from './trade-fields.tsx'
import type { OrderForm } from './use-order-form.ts'
import { movedPrice } from './use-market-order.ts'
import { tradeFailed } from './words.ts'

export function MarketOrder(part: OrderPartProps & Pick<MarketOutcomeProps, 'onStop'>) {
  const { prices, form } = part
  const { side, trade, execute, setButton } = form
  const price = sidePrice(side, prices)
  const quantity = form.quantityAt(price)
  const { market = 'simulated' } = useConfig().data ?? {}
  // Where prices are from a provider, the server first fetches a new price, which takes some seconds.
  const executing = market === 'simulated' ? 'Executing...' : 'Getting the latest price…'
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isQuantity(quantity)) {
      showFault(event.currentTarget)
      return
    }
    execute({ quantity, price: prices.price })
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <QuantityField {...part} price={price} />
        <EstimateRows {...part} draft={{ side, quantity }} />
        <Submit ref={setButton} isBusy={trade.isBusy}>
          {trade.isSending ? executing : 'Execute Trade'}
        </Submit>
      </form>
      <div className="order-2">
        <MarketOutcome
          {...part}
          draft={{ side, quantity }}
          price={price}
          hasMoved={movedPrice(trade.outcome) !== undefined}
        />
      </div>
    </>
  )
}

/** Loaded after the form. Without it the answer is still shown. */
const MarketOutcome = lazyComponent(() => import('./market-outcome.tsx'), {
  loading: () => null,
  failed: ({ form }) => <PlainOutcome {...form.trade} />,
})

const PlainOutcome = ({ outcome }: OrderForm['trade']) =>
  outcome && (
    <p role="alert" className="mt-4">
      {outcome.kind === 'done' ? outcome.answer.message : tradeFailed}
    </p>
  )

function EstimateRows({ prices, power, form, draft }: OrderPartProps & { draft: OrderDraft }) {
  const price = sidePrice(draft.side, prices)
  const { total, left, isTooMuch } = estimateOf(draft, price, power, form.isTouched)
  const isBuy = draft.side === 'buy'
  return (
    <dl
      className={`mt-4 grid grid-cols-2 gap-y-1.5 rounded-control bg-sunken px-4 py-3 tabular-nums ${figures}`}
    >
      <Fact
        name={<Explained term={isBuy ? 'ask' : 'bid'}>{isBuy ? 'Buys at' : 'Sells at'}</Explained>}
      >
        {formatMoney(price)}
      </Fact>
      <Fact name="Estimated total">{total ?? '—'}</Fact>
      <Fact name={isBuy ? 'Cash left' : 'Shares left'} className={isTooMuch ? 'text-loss' : ''}>
        {left ?? '—'}
      </Fact>
    </dl>
  )
}
