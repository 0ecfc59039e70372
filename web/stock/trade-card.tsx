// The form to buy or sell a stock, with what the order would come to, and under it what became of the last one.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { ReactNode, SubmitEvent } from 'react'

import { useConfig } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/explained.tsx'
import { Money } from '../ui/money.tsx'
import { estimateOf, mostOf, type Estimate, type Wish } from './estimate.ts'
import type { Means } from './own.ts'
import { sharesOf } from './shares.ts'
import { ActionField, ignoreHeldEnter, QuantityField } from './trade-fields.tsx'
import { TradeOutcome } from './trade-outcome.tsx'
import type { TradeForm } from './use-trade-form.ts'

interface TradeCardProps {
  readonly ticker: Ticker
  readonly prices: Prices
  readonly means: Means | null
  readonly form: TradeForm
}

export function TradeCard({ ticker, prices, means, form }: TradeCardProps) {
  const { side, typed, wish, isTouched, isSending, isBusy, result, execute, change } = form
  const { market = 'simulated' } = useConfig().data ?? {}
  // A provider is asked for a new price first, which takes some seconds.
  const sendingWords = market === 'simulated' ? 'Executing...' : 'Getting the latest price…'
  const price = side === 'buy' ? prices.ask : prices.bid
  const most = means && mostOf(side, price, means)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    execute(wish, prices.price)
  }
  return (
    <Card title={`Trade ${ticker}`} aside={means && <Cash amount={means.cash} />}>
      <form onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
          <ActionField value={side} onChange={(next) => change({ side: next })} />
          <QuantityField
            value={typed}
            onChange={(next) => change({ typed: next })}
            most={most}
            onMost={() => change({ typed: String(most) })}
            hint={most === null ? null : hintOf(side, most, ticker)}
          />
        </div>
        <EstimateRows side={side} price={price} {...estimateOf(wish, price, means, isTouched)} />
        <Button
          type="submit"
          onKeyDown={ignoreHeldEnter}
          aria-disabled={isBusy}
          className="mt-5 w-full aria-disabled:cursor-default aria-disabled:opacity-60"
        >
          {isSending ? sendingWords : 'Execute Trade'}
        </Button>
      </form>
      <TradeOutcome
        result={result}
        isBusy={isBusy}
        agreeTo={`${side === 'buy' ? 'Buy' : 'Sell'} ${sharesOf(wish.quantity)} at ${formatMoney(price)}`}
        onAgree={() => execute(wish, price)}
      />
    </Card>
  )
}

function Cash({ amount }: { amount: Cents }) {
  return (
    <span className="text-muted">
      Cash{' '}
      <span className="font-medium text-ink">
        <Money amount={amount} />
      </span>
    </span>
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

function hintOf(side: Wish['side'], most: number, ticker: Ticker): string {
  return side === 'buy'
    ? `Your cash buys ${sharesOf(most)}`
    : `You have ${sharesOf(most)} of ${ticker}`
}
