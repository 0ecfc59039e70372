// The card with the form to buy or sell a stock.
import { useId, useRef, type Ref } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { useArrival } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { Hint } from '../ui/tip.tsx'
import { sidePrice, type BuyingPower } from './buying-power.ts'
import { wasJournalOpened } from './journal-opened.ts'
import { MarketOrder } from './market-order.tsx'
import { QuantityField } from './quantity-field.tsx'
import { ChoiceField, type OrderPartProps } from './trade-fields.tsx'
import type { OrderForm } from './use-order-form.ts'

export function TradeCard(part: OrderPartProps) {
  const { ticker, power, form } = part
  const { kind } = form
  const orderField = useRef<HTMLSelectElement>(null)
  useArrival('trade')
  const setStop = (quantity: number): void => {
    form.change({ kind: 'stop', side: 'sell', unit: 'shares', typed: String(quantity) })
    orderField.current?.focus()
  }
  return (
    <Card title={`Trade ${ticker}`} id="trade" aside={power && <Cash {...power} />}>
      <Choices {...form} ref={orderField} />
      {/* The line stands between the button and the outcome, and stays the same when the kind of order changes. */}
      <div className="flex flex-col">
        {kind === 'now' ? (
          <MarketOrder {...part} onStop={setStop} />
        ) : (
          <ConditionalOrder {...part} kind={kind} />
        )}
        <JournalLine side={form.side} draft={form.journal} />
      </div>
    </Card>
  )
}

type ChoicesProps = OrderForm & { readonly ref: Ref<HTMLSelectElement> }

function Choices({ side, kind, isNowOnly, change, ref }: ChoicesProps) {
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
        {!isNowOnly && (
          <ChoiceField
            label="Order"
            value={kind}
            options={kinds}
            ref={ref}
            // A stop always sells.
            onChange={(next) =>
              change(next === 'stop' ? { kind: next, side: 'sell' } : { kind: next })
            }
            onFocus={() => void ConditionalOrder.load().catch(() => {})}
            aria-describedby={helpId}
          />
        )}
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
  buy: 'You buy at your limit or for less. Your order waits until the price gets there.',
  sell: 'You sell at your limit or for more. Your order waits until the price gets there.',
  stop: 'Sells your shares once the price falls to your stop. It can limit a loss.',
} as const

/** The placeholder is as high as the loaded line, so that nothing below moves. Without the line orders have no reasons. */
const JournalLine = lazyComponent(() => import('./journal-line.tsx'), {
  loading: () => <div className={wasJournalOpened() ? 'order-1 min-h-71.5' : 'order-1 min-h-9'} />,
  failed: () => null,
})

const ConditionalOrder = lazyComponent(() => import('./conditional-order.tsx'), {
  // The placeholder is as high as the loaded form usually is, so that nothing below moves.
  loading: (part) => (
    <>
      <QuantityField {...part} price={sidePrice(part.form.side, part.prices)} />
      <div className="min-h-75" />
    </>
  ),
  failed: (part) => (
    <>
      <QuantityField {...part} price={sidePrice(part.form.side, part.prices)} />
      <Notice tone="error" className="mt-3">
        The form didn't load. Check your connection and choose the order again.
      </Notice>
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
          <Hint words="The rest is set aside for your open orders.">to spend</Hint>
        </>
      )}
    </span>
  )
}
