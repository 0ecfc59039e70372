// The six actions on a stock. An action is chosen with one tap and confirmed with another, on a button that never moves.
import { formatMoney, formatQuantity, times } from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { fieldLook } from '../ui/field-look.ts'
import { Notice } from '../ui/notice.tsx'
import { actionsOf, type Action } from './actions.ts'
import type { LessonState } from './live.ts'
import type { Played } from './played.ts'
import type { LessonOrder, OrderNews } from './position.ts'

export interface TradeActionsProps {
  readonly symbol: string
  readonly played: Played
  readonly state: LessonState
  readonly news: OrderNews | null
  /** With the key of an earlier try, it is sent again. */
  readonly onOrder: (order: LessonOrder, key?: string) => void
}

export function TradeActions({ symbol, played, state, news, onOrder }: TradeActionsProps) {
  const { quotes, position } = played
  const prices = quotes.get(symbol)
  const [choice, choose] = useState<Action | null>(null)
  const isBusy = state !== 'running' || news?.tone === 'info'
  const submit = (side: LessonOrder['side'], quantity: number): void => {
    if (choice?.side !== null) choose(null)
    onOrder({ ticker: symbol, side, quantity })
  }
  const buttonOf = (action: Action) => {
    const { side, label, quantity } = action
    const isChosen = choice?.label === label
    const look = `${isChosen ? 'border-ink' : side ? 'border-transparent' : 'border-control'} ${side === 'buy' ? 'bg-gain-soft text-gain' : side === 'sell' ? 'bg-loss-soft text-loss' : 'bg-surface'}`
    return (
      <button
        key={label}
        type="button"
        aria-pressed={isChosen}
        disabled={isBusy || quantity === 0}
        onClick={() => choose(action)}
        className={`min-h-12 flex-1 rounded-control border px-1.5 text-15 font-medium whitespace-nowrap disabled:cursor-default disabled:opacity-60 ${look}`}
      >
        {label}
      </button>
    )
  }
  const { buys, sales } = actionsOf(symbol, prices, position)
  const step = { isBusy, onSubmit: submit }
  return (
    <>
      <div className="mt-3 flex gap-2">{buys.map(buttonOf)}</div>
      <div className="mt-2 mb-3 flex gap-2">{sales.map(buttonOf)}</div>
      {choice?.side === null ? (
        <NumberField {...step} />
      ) : (
        <Confirm {...step} action={choice} prices={prices} />
      )}
      <div className="min-h-24">
        {news ? (
          <News {...news} onOrder={onOrder} />
        ) : (
          <p className="text-muted">{closed[state]}</p>
        )}
      </div>
    </>
  )
}

interface StepProps {
  readonly isBusy: boolean
  readonly onSubmit: (side: LessonOrder['side'], quantity: number) => void
}

interface ConfirmProps extends StepProps {
  readonly action: Action | null
  readonly prices: Prices | undefined
}

/** The words and the quantity are those of the moment of the choice: nothing changes under the finger. */
function Confirm({ action, isBusy, prices, onSubmit }: ConfirmProps) {
  const price = action?.side === 'sell' ? prices?.bid : prices?.ask
  const isCounted = action !== null && action.quantity < quantityMax
  return (
    <>
      <Button
        className="min-h-12 w-full aria-disabled:cursor-default aria-disabled:opacity-60"
        aria-disabled={action === null || isBusy}
        onClick={() => action?.side && !isBusy && onSubmit(action.side, action.quantity)}
      >
        {action?.confirm ?? 'Choose an action'}
      </Button>
      <p className="mt-1 min-h-5 text-center text-12 text-muted tabular-nums">
        {isCounted && price !== undefined && `About ${formatMoney(times(price, action.quantity))}`}
      </p>
    </>
  )
}

function NumberField({ isBusy, onSubmit }: StepProps) {
  const [typed, setTyped] = useState('')
  const [wasFaulty, setFaulty] = useState(false)
  const isNumber = typed.trim() !== '' && isQuantity(Number(typed))
  const isFaulty = wasFaulty && !isNumber
  const submit = (side: LessonOrder['side']): void => {
    setFaulty(!isNumber)
    if (isNumber) onSubmit(side, Number(typed))
  }
  return (
    <>
      <div className="flex min-h-12 items-center gap-2">
        <input
          aria-label="Number of shares"
          aria-invalid={isFaulty}
          aria-describedby="number-fault"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Shares"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={fieldLook}
        />
        <Button disabled={isBusy} onClick={() => submit('buy')}>
          Buy
        </Button>
        <Button kind="secondary" disabled={isBusy} onClick={() => submit('sell')}>
          Sell
        </Button>
      </div>
      <p id="number-fault" role="alert" className="mt-1 min-h-5 text-12 text-loss">
        {isFaulty && `Enter a whole number from 1 to ${formatQuantity(quantityMax)}.`}
      </p>
    </>
  )
}

type NewsProps = OrderNews & Pick<TradeActionsProps, 'onOrder'>

const News = ({ order, tone, words, openKey, onOrder }: NewsProps) => (
  <Notice tone={tone}>
    {words}
    {openKey && (
      <button
        type="button"
        onClick={() => onOrder(order, openKey)}
        className="mt-1 block text-left underline"
      >
        Try again. It won't happen twice.
      </button>
    )}
  </Notice>
)

const closed: Readonly<Partial<Record<LessonState, string>>> = {
  lobby: 'You can trade when the lesson starts.',
  countdown: 'You can trade when the lesson starts.',
  paused: 'The lesson is paused. You can trade when it goes on.',
  over: 'The lesson is over.',
}
