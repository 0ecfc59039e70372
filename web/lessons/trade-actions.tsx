// The six actions on a stock. An action is chosen with one tap and confirmed with another, on a button that never moves.
import { formatMoney, formatQuantity, times, type Cents } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { fieldLook } from '../ui/field-look.ts'
import { Notice } from '../ui/notice.tsx'
import { actionsOf, quantityOf, type Action } from './actions.ts'
import type { LessonState } from './live.ts'
import type { LessonOrder, OrderState } from './use-lesson-order.ts'

export interface TradeActionsProps {
  readonly prices: Prices | undefined
  /** The cash, and the shares of this stock. Null while that is loading. */
  readonly has: { readonly cash: Cents; readonly shares: number } | null
  readonly state: LessonState
  readonly order: OrderState | null
  readonly onSubmit: (order: Omit<LessonOrder, 'ticker'>) => void
}

/** 'number' for the field. */
type Choice = Action | 'number' | null

export function TradeActions({ prices, has, state, order, onSubmit }: TradeActionsProps) {
  const [choice, choose] = useState<Choice>(null)
  const isBusy = state !== 'running' || order?.kind === 'sending'
  const submit = (side: Action['side'], quantity: number): void => {
    if (choice !== 'number') choose(null)
    onSubmit({ side, quantity })
  }
  const buttonOf = (action: Action) => (
    <ActionButton
      key={action.label}
      side={action.side}
      isChosen={choice !== 'number' && choice?.label === action.label}
      disabled={isBusy || action.quantity === 0}
      onClick={() => choose(action)}
    >
      {action.label}
    </ActionButton>
  )
  const { buys, sales } = actionsOf(prices, has)
  return (
    <>
      <div className="mt-3 flex gap-2">{buys.map(buttonOf)}</div>
      <div className="mt-2 mb-3 flex gap-2">
        {sales.map(buttonOf)}
        <ActionButton
          isChosen={choice === 'number'}
          disabled={isBusy}
          onClick={() => choose('number')}
        >
          Number…
        </ActionButton>
      </div>
      {choice === 'number' ? (
        <NumberField isBusy={isBusy} onSubmit={submit} />
      ) : (
        <Confirm action={choice} isBusy={isBusy} prices={prices} onSubmit={submit} />
      )}
      <div className="min-h-24">
        <Answer order={order} state={state} />
      </div>
    </>
  )
}

interface ActionButtonProps {
  /** Neither for the number. */
  readonly side?: Action['side']
  readonly isChosen: boolean
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children: string
}

const ActionButton = ({ side, isChosen, ...rest }: ActionButtonProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    {...rest}
    className={`min-h-12 flex-1 rounded-control border px-1.5 text-15 font-medium whitespace-nowrap disabled:cursor-default disabled:opacity-60 ${isChosen ? 'border-ink' : side ? 'border-transparent' : 'border-control'} ${side === 'buy' ? 'bg-gain-soft text-gain' : side === 'sell' ? 'bg-loss-soft text-loss' : 'bg-surface'}`}
  />
)

interface StepProps {
  readonly isBusy: boolean
  readonly prices: Prices | undefined
  readonly onSubmit: (side: Action['side'], quantity: number) => void
}

/** The words and the quantity are those of the moment of the choice: nothing changes under the finger. */
function Confirm({ action, isBusy, prices, onSubmit }: StepProps & { action: Action | null }) {
  const price = action?.side === 'sell' ? prices?.bid : prices?.ask
  const isCounted = action !== null && action.quantity < quantityMax
  return (
    <>
      <Button
        className="min-h-12 w-full aria-disabled:cursor-default aria-disabled:opacity-60"
        aria-disabled={action === null || isBusy}
        onClick={() => action && !isBusy && onSubmit(action.side, action.quantity)}
      >
        {action?.confirm ?? 'Choose an action'}
      </Button>
      <p className="mt-1 min-h-5 text-center text-12 text-muted tabular-nums">
        {isCounted && price !== undefined && `About ${formatMoney(times(price, action.quantity))}`}
      </p>
    </>
  )
}

function NumberField({ isBusy, onSubmit }: Omit<StepProps, 'prices'>) {
  const [typed, setTyped] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const quantity = quantityOf(typed)
  const submit = (side: Action['side']): void => {
    setFaulty(quantity === null)
    if (quantity !== null) onSubmit(side, quantity)
  }
  return (
    <>
      <div className="flex min-h-12 items-center gap-2">
        <input
          aria-label="Number of shares"
          aria-invalid={isFaulty && quantity === null}
          aria-describedby="number-fault"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Shares"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={fieldLook}
        />
        {(['buy', 'sell'] as const).map((side) => (
          <Button
            key={side}
            kind={side === 'buy' ? 'primary' : 'secondary'}
            disabled={isBusy}
            onClick={() => submit(side)}
          >
            {side === 'buy' ? 'Buy' : 'Sell'}
          </Button>
        ))}
      </div>
      <p id="number-fault" role="alert" className="mt-1 min-h-5 text-12 text-loss">
        {isFaulty &&
          quantity === null &&
          `Enter a whole number from 1 to ${formatQuantity(quantityMax)}.`}
      </p>
    </>
  )
}

const closed: Readonly<Record<LessonState, string | false>> = {
  lobby: 'You can trade when the lesson starts.',
  countdown: 'You can trade when the lesson starts.',
  running: false,
  paused: 'The lesson is paused. You can trade when it goes on.',
  over: 'The lesson is over.',
}

function Answer({ order, state }: Pick<TradeActionsProps, 'order' | 'state'>) {
  if (order?.kind === 'sending') return <Notice tone="info">Waiting for the next price…</Notice>
  if (order?.kind === 'done') return <Notice tone="success">{order.message}</Notice>
  if (order?.kind === 'refused')
    return (
      <Notice tone="error">
        {order.words}
        {order.retry && (
          <button type="button" onClick={order.retry} className="mt-1 block text-left underline">
            Try again. It won't happen twice.
          </button>
        )}
      </Notice>
    )
  return closed[state] && <p className="text-muted">{closed[state]}</p>
}
