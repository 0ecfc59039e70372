// The form to buy or sell a stock, with what the order would come to, and under it what became of the last one.
import { formatMoney, formatShares, type Cents } from '@tengrand/core/money.ts'
import type { ReactNode, SubmitEvent } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { useConfig } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { Hint } from '../ui/tip.tsx'
import { TradeReceipt } from './receipt.tsx'
import { estimateOf, type BuyingPower } from './buying-power.ts'
import { ChoiceField, QuantityField, Submit, type OrderPartProps } from './trade-fields.tsx'
import { TradeOutcome } from './trade-outcome.tsx'
import { movedPrice, type OrderForm } from './use-order-form.ts'

export function TradeCard(part: OrderPartProps) {
  const { ticker, power, form } = part
  const { side, kind, change } = form
  return (
    <Card title={`Trade ${ticker}`} aside={power && <Cash {...power} />}>
      <Choices side={side} kind={kind} onChange={change} />
      {kind === 'now' ? <TradeNow {...part} /> : <WaitingOrder {...part} kind={kind} />}
    </Card>
  )
}

interface ChoicesProps extends Pick<OrderForm, 'side' | 'kind'> {
  readonly onChange: OrderForm['change']
}

function Choices({ side, kind, onChange }: ChoicesProps) {
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
      <ChoiceField
        label="Action"
        value={side}
        onChange={(next) => onChange({ side: next === 'sell' ? next : 'buy' })}
      >
        <option value="buy">Buy</option>
        <option value="sell">Sell</option>
      </ChoiceField>
      <ChoiceField
        label="Order"
        value={kind}
        onChange={(next) => onChange({ kind: next as OrderForm['kind'] })}
        onFocus={() => void WaitingOrder.load().catch(() => {})}
      >
        <option value="now">Now</option>
        <option value="limit">{side === 'buy' ? 'At or below' : 'At or above'}</option>
        {side === 'sell' && <option value="stop">If it falls to</option>}
      </ChoiceField>
    </div>
  )
}

const WaitingOrder = lazyComponent(() => import('./conditional-order.tsx'), {
  // As high as the form in most cases, so that what is below does not move.
  loading: (part) => (
    <>
      <CurrentQuantity {...part} />
      <div className="min-h-95" />
    </>
  ),
  failed: (part) => (
    <>
      <CurrentQuantity {...part} />
      <div className="mt-3">
        <Notice tone="error">
          This could not be loaded. Check your connection and choose it again.
        </Notice>
      </div>
    </>
  ),
})

const CurrentQuantity = ({ prices, ...part }: OrderPartProps) => (
  <QuantityField {...part} price={part.form.side === 'buy' ? prices.ask : prices.bid} />
)

function Cash({ cash, allCash }: BuyingPower) {
  return (
    <span className="text-muted">
      Cash{' '}
      <span className="font-medium text-ink">
        <Money amount={cash} />
      </span>
      {cash < allCash && (
        <>
          {' '}
          <Hint words="What your open orders have not set aside.">free</Hint>
        </>
      )}
    </span>
  )
}

function TradeNow({ ticker, prices, power, form }: OrderPartProps) {
  const { side, trade, execute, setButton } = form
  const { market = 'simulated' } = useConfig().data ?? {}
  // A provider is asked for a new price first, which takes some seconds.
  const executing = market === 'simulated' ? 'Executing...' : 'Getting the latest price…'
  const price = side === 'buy' ? prices.ask : prices.bid
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    execute(prices.price)
  }
  return (
    <>
      <form onSubmit={submit}>
        <QuantityField ticker={ticker} power={power} form={form} price={price} />
        <EstimateRows price={price} power={power} form={form} />
        <Submit ref={setButton} isBusy={trade.isBusy}>
          {trade.isSending ? executing : 'Execute Trade'}
        </Submit>
      </form>
      <NowOutcome form={form} price={price} />
    </>
  )
}

interface AtPrice extends Pick<OrderPartProps, 'form'> {
  readonly price: Cents
}

function EstimateRows({ price, power, form }: AtPrice & Pick<OrderPartProps, 'power'>) {
  const { total, left, isTooMuch } = estimateOf(form.wish, price, power, form.isTouched)
  const isBuy = form.side === 'buy'
  return (
    <dl className="mt-4 grid grid-cols-2 gap-y-1.5 rounded-control bg-sunken px-4 py-3 tabular-nums">
      <Row
        name={<Explained term={isBuy ? 'ask' : 'bid'}>{isBuy ? 'Buys at' : 'Sells at'}</Explained>}
        value={formatMoney(price)}
      />
      <Row name="Estimated total" value={total} />
      <Row name={isBuy ? 'Cash left' : 'Shares left'} value={left} isBad={isTooMuch} />
    </dl>
  )
}

interface RowProps {
  readonly name: ReactNode
  /** Null where there is nothing to say. */
  readonly value: string | null
  readonly isBad?: boolean
}

function Row({ name, value, isBad = false }: RowProps) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={`text-right font-medium ${isBad ? 'text-loss' : ''}`}>{value ?? '—'}</dd>
    </>
  )
}

/** Before the first trade it says how orders work here; where the price has moved, the learner may agree to the new one. */
function NowOutcome({ form, price }: AtPrice) {
  const { side, wish, trade, execute } = form
  const { outcome, isBusy } = trade
  const isBegun = isBusy || outcome !== null
  return (
    <TradeOutcome
      outcome={outcome}
      failed="Trade failed."
      done="carried out"
      hasRoom={isBegun}
      look="line-clamp-4 min-[22.5rem]:line-clamp-3"
    >
      {!isBegun && (
        <p className="text-12 text-muted">
          An order runs at the price of the moment it arrives. If that is more than 1% and 2 cents
          away from what you see here, you are asked first.
        </p>
      )}
      {outcome?.kind === 'done' && outcome.answer.receipt && (
        <TradeReceipt {...outcome.answer.receipt} />
      )}
      {movedPrice(outcome) !== undefined && (
        <Button
          kind="secondary"
          aria-disabled={isBusy}
          onClick={() => execute(price)}
          className="mt-3 w-full tabular-nums aria-disabled:cursor-default aria-disabled:opacity-60"
        >
          {side === 'buy' ? 'Buy' : 'Sell'} {formatShares(wish.quantity)} at {formatMoney(price)}
        </Button>
      )}
    </TradeOutcome>
  )
}
