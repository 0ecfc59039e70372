// The form to buy or sell a stock, with what the order would come to, and under it what became of the last one.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useRef, type ReactNode, type SubmitEvent } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { useConfig } from '../api/queries.ts'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/explained.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { Hint } from '../ui/tip.tsx'
import { estimateOf, mostOf, type Estimate, type Wish } from './estimate.ts'
import type { Means } from './own.ts'
import { sharesOf } from './shares.ts'
import { ChoiceField, QuantityField, Submit } from './trade-fields.tsx'
import { TradeOutcome } from './trade-outcome.tsx'
import type { OrderChoice, TradeForm } from './use-trade-form.ts'

interface TradeCardProps {
  readonly ticker: Ticker
  readonly prices: Prices
  readonly means: Means | null
  readonly form: TradeForm
}

export function TradeCard({ ticker, prices, means, form }: TradeCardProps) {
  const { side, typed, order, limit, wish, isBusy, result, execute, change } = form
  const price = side === 'buy' ? prices.ask : prices.bid
  const most = means && mostOf(side, limit ?? price, means)
  const place = useRef<() => void>(null)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (order === 'now') execute(wish, prices.price)
    else place.current?.()
  }
  return (
    <Card title={`Trade ${ticker}`} aside={means && <Cash {...means} />}>
      <form onSubmit={submit} noValidate={order !== 'now'}>
        <Choices side={side} order={order} onChange={change} />
        <QuantityField
          value={typed}
          onChange={(next) => change({ typed: next })}
          most={most}
          onMost={() => change({ typed: String(most) })}
          hint={means && hintOf(side, ticker, most ?? 0, means)}
        />
        {order === 'now' ? (
          <Now price={price} means={means} form={form} />
        ) : (
          <OrderForm {...{ ticker, prices, form, kind: order, ...instead }} submit={place} />
        )}
      </form>
      {order === 'now' && (
        <TradeOutcome
          result={result}
          isBusy={isBusy}
          agreeTo={`${side === 'buy' ? 'Buy' : 'Sell'} ${sharesOf(wish.quantity)} at ${formatMoney(price)}`}
          onAgree={() => execute(wish, price)}
        />
      )}
    </Card>
  )
}

interface ChoicesProps extends Pick<TradeForm, 'side' | 'order'> {
  readonly onChange: TradeForm['change']
}

function Choices({ side, order, onChange }: ChoicesProps) {
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
        value={order}
        onChange={(next) => onChange({ order: next as OrderChoice })}
        onFocus={() => void OrderForm.load()}
      >
        <option value="now">Now</option>
        <option value="limit">{side === 'buy' ? 'At or below' : 'At or above'}</option>
        {side === 'sell' && <option value="stop">If it falls to</option>}
      </ChoiceField>
    </div>
  )
}

const OrderForm = lazyPart(() => import('./order-form.tsx'))
const instead = {
  // As high as it is in most cases, so that nothing below moves when it comes.
  meanwhile: <div className="min-h-95" />,
  failed: (
    <div className="mt-3">
      <Notice tone="error">
        This could not be loaded. Check your connection and choose it again.
      </Notice>
    </div>
  ),
}

function Cash({ cash, isPart }: Means) {
  return (
    <span className="text-muted">
      Cash{' '}
      <span className="font-medium text-ink">
        <Money amount={cash} />
      </span>
      {isPart.cash && (
        <>
          {' '}
          <Hint words="What your open orders have not set aside.">free</Hint>
        </>
      )}
    </span>
  )
}

interface NowProps extends Pick<TradeCardProps, 'means' | 'form'> {
  readonly price: Cents
}

function Now({ price, means, form }: NowProps) {
  const { side, wish, isTouched, isSending, isBusy, setButton } = form
  const { market = 'simulated' } = useConfig().data ?? {}
  // A provider is asked for a new price first, which takes some seconds.
  const sendingWords = market === 'simulated' ? 'Executing...' : 'Getting the latest price…'
  return (
    <>
      <EstimateRows side={side} price={price} {...estimateOf(wish, price, means, isTouched)} />
      <Submit ref={setButton} isBusy={isBusy}>
        {isSending ? sendingWords : 'Execute Trade'}
      </Submit>
    </>
  )
}

interface EstimateRowsProps extends Estimate {
  readonly side: Wish['side']
  readonly price: Cents
}

function EstimateRows({ side, price, total, left, isTooMuch }: EstimateRowsProps) {
  const isBuy = side === 'buy'
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

function hintOf(side: Wish['side'], ticker: Ticker, most: number, { isPart }: Means): string {
  return side === 'buy'
    ? `Your cash buys ${sharesOf(most)}`
    : `You have ${sharesOf(most)} of ${ticker}${isPart.shares ? ' free' : ''}`
}
