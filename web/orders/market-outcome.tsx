// The outcome of a market order: what the server said, the receipt, and the order at the new price after a refusal.
import { formatMoney, formatShares, type Cents } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'

import { Button } from '../ui/button.tsx'
import type { OrderDraft } from './buying-power.ts'
import type { OrderPartProps } from './trade-fields.tsx'
import { TradeOutcome } from './trade-outcome.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { sharesWords } from './outcome-words.ts'
import { tradeFailed } from './words.ts'

export interface MarketOutcomeProps extends OrderPartProps {
  readonly draft: OrderDraft
  /** The price of the side now. */
  readonly price: Cents
  /** Whether the last order was refused because its price has moved. */
  readonly hasMoved: boolean
  /** Fills in the form for a stop order to sell these shares. */
  readonly onStop: (quantity: number) => void
}

/** After a refusal for a moved price its button accepts the new price. */
export default function MarketOutcome(props: MarketOutcomeProps) {
  const { ticker, draft, price, hasMoved, onStop } = props
  const { trade, execute } = props.form
  const { side, quantity } = draft
  const { outcome, isBusy } = trade
  const lost = isBusy ? null : trade.unanswered.find(({ body }) => body.ticker === ticker)
  const isBegun = isBusy || outcome !== null
  return (
    <TradeOutcome
      outcome={outcome}
      lost={
        lost && {
          words: sharesWords(lost.body.side === 'buy' ? 'BUY' : 'SELL', lost.body.quantity, ticker),
          onRetry: () => trade.submit(lost.body),
          onForget: () => trade.forget(lost.key),
        }
      }
      failed={tradeFailed}
      room={isBegun && (trade.isFirst ? 'min-h-68' : 'min-h-37')}
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
      {hasMoved && isQuantity(quantity) && (
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
