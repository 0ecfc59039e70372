// The fields of the form to trade that every kind of order has, and its button.
import { formatShares, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import {
  useId,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { mostOf, type BuyingPower } from './buying-power.ts'
import type { OrderForm } from './use-order-form.ts'

interface ChoiceFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onFocus?: () => void
  /** The options. */
  readonly children: ReactNode
}

export function ChoiceField({ label, value, onChange, onFocus, children }: ChoiceFieldProps) {
  const id = useId()
  return (
    <div>
      <Label of={id}>{label}</Label>
      <div className="relative mt-1.5">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onFocus={onFocus}
          className={`${field} w-full appearance-none pr-9`}
        >
          {children}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-3.5 right-3 size-4 rotate-90 text-muted"
        />
      </div>
    </div>
  )
}

/** What each kind of order brings its part of the form for. */
export interface OrderPartProps {
  readonly ticker: Ticker
  readonly prices: Prices
  /** Null where it is not known. */
  readonly power: BuyingPower | null
  readonly form: OrderForm
}

interface QuantityFieldProps extends Omit<OrderPartProps, 'prices'> {
  /** What a share costs or brings. */
  readonly price: Cents
}

export function QuantityField({ ticker, power, form, price }: QuantityFieldProps) {
  const { side, typed, change } = form
  const id = useId()
  // Where a part of the form is replaced when its code arrives, the focus stays in this field.
  const [hadFocus] = useState(() => document.activeElement?.getAttribute('name') === 'quantity')
  const most = power && mostOf(side, price, power)
  return (
    <div>
      <Label of={id}>Quantity</Label>
      <div className="relative mt-1.5">
        <NumberInput
          id={id}
          name="quantity"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only where it had the focus before.
          autoFocus={hadFocus}
          inputMode="numeric"
          min="1"
          step="1"
          value={typed}
          onChange={(next) => change({ typed: next })}
          aria-describedby={`${id}hint`}
          className="pr-16"
        />
        <button
          type="button"
          disabled={!most}
          onClick={() => change({ typed: String(most) })}
          className="absolute inset-y-0.5 right-0.5 rounded-[0.5rem] px-3.5 text-14 font-medium text-accent hover:bg-sunken disabled:text-muted"
        >
          Max
        </button>
      </div>
      <p id={`${id}hint`} className="mt-1.5 min-h-4 text-12 text-muted">
        {power && hintOf(side, ticker, formatShares(most ?? 0), power)}
      </p>
    </div>
  )
}

function hintOf(side: string, ticker: Ticker, most: string, power: BuyingPower): string {
  return side === 'buy'
    ? `Your cash buys ${most}`
    : `You have ${most} of ${ticker}${power.shares < power.allShares ? ' free' : ''}`
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onChange: (typed: string) => void
}

/** 'Max' is where browsers would draw the arrows of a number. */
export function NumberInput({ onChange, className, ...rest }: NumberInputProps) {
  return (
    <input
      type="number"
      required
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={ignoreHeldEnter}
      {...rest}
      className={`${field} w-full tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none ${className}`}
    />
  )
}

interface SubmitProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isBusy: boolean
  readonly children: string
}

export function Submit({ ref, isBusy, children }: SubmitProps) {
  return (
    <Button
      ref={ref}
      type="submit"
      onKeyDown={ignoreHeldEnter}
      aria-disabled={isBusy}
      className="mt-5 w-full aria-disabled:cursor-default aria-disabled:opacity-60"
    >
      {children}
    </Button>
  )
}

/** One press is one order, however long it takes. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

function Label({ of, children }: { of: string; children: ReactNode }) {
  return (
    <label htmlFor={of} className="text-14 font-medium">
      {children}
    </label>
  )
}

const field = 'h-11 rounded-control border border-control bg-surface px-3.5 text-16'
