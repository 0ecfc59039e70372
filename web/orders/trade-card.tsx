// The card with the form to buy or sell a stock, the estimate of a market order, and the outcome of the last order.
import { formatMoney, formatShares } from '@tengrand/core/money.ts'
import { useId, type SubmitEvent } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { useArrival } from '../browser/router.tsx'
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
import { sharesWords } from './words.ts'

export function TradeCard(part: OrderPartProps) {
  const { ticker, power, form } = part
  const { kind } = form
  useArrival('trade')
  return (
    <Card title={`Trade ${ticker}`} id="trade" aside={power && <Cash {...power} />}>
      <Choices {...form} />
      {kind === 'now' ? <MarketOrder {...part} /> : <ConditionalOrder {...part} kind={kind} />}
    </Card>
  )
}

function Choices({ side, kind, change }: OrderForm) {
  const helpId = useId()
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <ChoiceField
          label="Action"
          value={side}
          options={{ buy: 'Buy', sell: 'Sell' }}
          onChange={(next) => change({ side: next })}
        />
        <ChoiceField
          label="Order"
          value={kind}
          options={kinds}
          // A stop always sells.
          onChange={(next) =>
            change(next === 'stop' ? { kind: next, side: 'sell' } : { kind: next })
          }
          onFocus={() => void ConditionalOrder.load().catch(() => {})}
          aria-describedby={helpId}
        />
      </div>
      <p id={helpId} className="mt-2 mb-4 text-14 text-pretty text-muted">
        {help[kind === 'limit' ? side : kind]}
      </p>
    </>
  )
}

const kinds = { now: 'Market', limit: 'Limit', stop: 'Stop' } as const

const help = {
  now: "You get the price at the moment you trade. If it moves more than 1%, we'll check with you first.",
  buy: 'Buys at your limit or for less. Your order waits until the price gets there.',
  sell: 'Sells at your limit or for more. Your order waits until the price gets there.',
  stop: 'Sells your shares once the price falls to your stop. It can limit a loss.',
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
          This part didn't load. Check your connection and choose it again.
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
          <Hint words="The rest is set aside for your open orders.">free</Hint>
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

/** After a refusal for a moved price its button accepts the new price. */
function MarketOrderOutcome({ ticker, prices, form }: OrderPartProps) {
  const { side, draft, trade, execute } = form
  const { outcome, isBusy } = trade
  const lost = trade.unanswered.find(({ body }) => body.ticker === ticker)
  const price = sidePrice(side, prices)
  const isBegun = isBusy || outcome !== null
  return (
    <TradeOutcome
      outcome={outcome}
      lost={
        lost && !isBusy
          ? {
              words: sharesWords(
                lost.body.side === 'buy' ? 'BUY' : 'SELL',
                lost.body.quantity,
                ticker,
              ),
              onRetry: () => trade.submit(lost.body),
              onForget: () => trade.forget(lost.key),
            }
          : null
      }
      failed="Trade failed."
      hasRoom={isBegun}
      clamp="line-clamp-4 min-[22.5rem]:line-clamp-3"
    >
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
