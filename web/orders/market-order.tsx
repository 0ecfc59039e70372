// The form of a market order, its estimate, and its outcome.
import { formatMoney, formatShares } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import type { SubmitEvent } from 'react'

import { useConfig } from '../api/queries.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { Button } from '../ui/button.tsx'
import { Explained } from '../ui/glossary.tsx'
import { estimateOf, sidePrice, type OrderDraft } from './buying-power.ts'
import { QuantityField } from './quantity-field.tsx'
import { Submit, type OrderPartProps } from './trade-fields.tsx'
import { AmountRow, TradeOutcome } from './trade-outcome.tsx'
import { movedPrice } from './use-market-order.ts'
import { sharesWords } from './words.ts'

interface MarketOrderProps extends OrderPartProps {
  /** Fills in the form for a stop order to sell these shares. */
  readonly onStop: (quantity: number) => void
}

export function MarketOrder(part: MarketOrderProps) {
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
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    // The receipt is needed as soon as the answer is there.
    void TradeReceipt.load().catch(() => {})
    execute({ quantity, price: prices.price })
  }
  return (
    <>
      <form onSubmit={submit}>
        <QuantityField {...part} price={price} />
        <EstimateRows {...part} draft={{ side, quantity }} />
        <Submit ref={setButton} isBusy={trade.isBusy}>
          {trade.isSending ? executing : 'Execute Trade'}
        </Submit>
      </form>
      <MarketOrderOutcome {...part} draft={{ side, quantity }} />
    </>
  )
}

/** Loaded when an order is sent. Without it the message still says what was traded. */
const TradeReceipt = lazyComponent(() => import('./trade-receipt.tsx'), {
  loading: () => null,
  failed: () => <></>,
})

type WithDraft<Props> = Props & { readonly draft: OrderDraft }

function EstimateRows({ prices, power, form, draft }: WithDraft<OrderPartProps>) {
  const price = sidePrice(draft.side, prices)
  const { total, left, isTooMuch } = estimateOf(draft, price, power, form.isTouched)
  const isBuy = draft.side === 'buy'
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
function MarketOrderOutcome(props: WithDraft<MarketOrderProps>) {
  const { ticker, prices, draft, onStop } = props
  const { trade, execute } = props.form
  const { side, quantity } = draft
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
      room={isBegun ? (trade.isFirst ? 'min-h-68' : 'min-h-37') : undefined}
      clamp="line-clamp-4 min-[22.5rem]:line-clamp-3"
    >
      {outcome?.kind === 'done' && outcome.answer.receipt && (
        <TradeReceipt
          receipt={outcome.answer.receipt}
          knownAt={outcome.answer.knownAt}
          isFirst={trade.isFirst}
          onStop={onStop}
        />
      )}
      {movedPrice(outcome) !== undefined && isQuantity(quantity) && (
        <Button
          kind="secondary"
          aria-disabled={isBusy}
          onClick={() => execute({ quantity, price })}
          className="mt-3 w-full tabular-nums aria-disabled:cursor-default aria-disabled:opacity-60"
        >
          {side === 'buy' ? 'Buy' : 'Sell'} {formatShares(quantity)} at {formatMoney(price)}
        </Button>
      )}
    </TradeOutcome>
  )
}
