// The card with the form to buy or sell a stock, the estimate of a market order, and the outcome of the last order.
import { formatMoney, formatShares } from '@tengrand/core/money.ts'
import type { SubmitEvent } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { useConfig } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { Hint } from '../ui/tip.tsx'
import { estimateOf, sidePrice, type BuyingPower } from './buying-power.ts'
import { ChoiceField, QuantityField, Submit, type OrderPartProps } from './trade-fields.tsx'
import { AmountRow, TradeOutcome, TradeReceipt } from './trade-outcome.tsx'
import { movedPrice, type OrderForm } from './use-order-form.ts'

export function TradeCard(part: OrderPartProps) {
  const { ticker, power, form } = part
  const { kind } = form
  return (
    <Card title={`Trade ${ticker}`} aside={power && <Cash {...power} />}>
      <Choices {...form} />
      {kind === 'now' ? <MarketOrder {...part} /> : <ConditionalOrder {...part} kind={kind} />}
    </Card>
  )
}

function Choices({ side, kind, change }: OrderForm) {
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
      <ChoiceField
        label="Action"
        value={side}
        options={{ buy: 'Buy', sell: 'Sell' }}
        onChange={(next) => change({ side: next })}
      />
      <ChoiceField
        label="Order"
        value={kind}
        options={kinds[side]}
        onChange={(next) => change({ kind: next })}
        onFocus={() => void ConditionalOrder.load().catch(() => {})}
      />
    </div>
  )
}

const kinds = {
  buy: { now: 'Now', limit: 'At or below' },
  sell: { now: 'Now', limit: 'At or above', stop: 'If it falls to' },
} as const

const ConditionalOrder = lazyComponent(() => import('./conditional-order.tsx'), {
  // The placeholder is as high as the loaded form usually is, so that nothing below moves.
  loading: (part) => (
    <>
      <QuantityField {...part} />
      <div className="min-h-95" />
    </>
  ),
  failed: (part) => (
    <>
      <QuantityField {...part} />
      <div className="mt-3">
        <Notice tone="error">
          This could not be loaded. Check your connection and choose it again.
        </Notice>
      </div>
    </>
  ),
})

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

function MarketOrder(part: OrderPartProps) {
  const { trade, execute, setButton } = part.form
  const { market = 'simulated' } = useConfig().data ?? {}
  // Where prices are from a provider, the server first fetches a new price, which takes some seconds.
  const executing = market === 'simulated' ? 'Executing...' : 'Getting the latest price…'
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    execute(part.prices.price)
  }
  return (
    <>
      <form onSubmit={submit}>
        <QuantityField {...part} />
        <EstimateRows {...part} />
        <Submit ref={setButton} isBusy={trade.isBusy}>
          {trade.isSending ? executing : 'Execute Trade'}
        </Submit>
      </form>
      <MarketOrderOutcome {...part} />
    </>
  )
}

function EstimateRows({ prices, power, form }: OrderPartProps) {
  const price = sidePrice(form.side, prices)
  const { total, left, isTooMuch } = estimateOf(form.draft, price, power, form.isTouched)
  const isBuy = form.side === 'buy'
  return (
    <dl className="mt-4 grid grid-cols-2 gap-y-1.5 rounded-control bg-sunken px-4 py-3 tabular-nums">
      <AmountRow
        name={<Explained term={isBuy ? 'ask' : 'bid'}>{isBuy ? 'Buys at' : 'Sells at'}</Explained>}
      >
        {formatMoney(price)}
      </AmountRow>
      <AmountRow name="Estimated total">{total ?? '—'}</AmountRow>
      <AmountRow
        name={isBuy ? 'Cash left' : 'Shares left'}
        className={isTooMuch ? 'text-loss' : ''}
      >
        {left ?? '—'}
      </AmountRow>
    </dl>
  )
}

/** Before the first trade it explains market orders; after a refusal for a moved price its button accepts the new price. */
function MarketOrderOutcome({ prices, form }: OrderPartProps) {
  const { side, draft, trade, execute } = form
  const { outcome, isBusy } = trade
  const price = sidePrice(side, prices)
  const isBegun = isBusy || outcome !== null
  return (
    <TradeOutcome
      outcome={outcome}
      failed="Trade failed."
      done="carried out"
      hasRoom={isBegun}
      clamp="line-clamp-4 min-[22.5rem]:line-clamp-3"
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
          {side === 'buy' ? 'Buy' : 'Sell'} {formatShares(draft.quantity)} at {formatMoney(price)}
        </Button>
      )}
    </TradeOutcome>
  )
}
