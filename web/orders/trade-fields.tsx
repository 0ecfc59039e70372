// The fields and the submit button that the forms of all kinds of orders share.
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
import { maxQuantity, sidePrice, type BuyingPower } from './buying-power.ts'
import type { OrderForm } from './use-order-form.ts'

interface ChoiceFieldProps<T extends string> {
  readonly label: string
  readonly value: T
  /** The text of each value. */
  readonly options: Partial<Record<T, string>>
  readonly onChange: (value: T) => void
  readonly ref?: Ref<HTMLSelectElement>
  readonly onFocus?: () => void
  readonly 'aria-describedby'?: string
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, value, options, onChange, ...rest } = props
  const id = useId()
  return (
    <div>
      <Label of={id}>{label}</Label>
      <div className="relative mt-1.5">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value as T)}
          {...rest}
          className={`${field} w-full appearance-none pr-9`}
        >
          {Object.entries<string | undefined>(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-3.5 right-3 size-4 rotate-90 text-muted"
        />
      </div>
    </div>
  )
}

/** The props of the form of each kind of order. */
export interface OrderPartProps {
  readonly ticker: Ticker
  readonly prices: Prices
  /** Null until the portfolio is loaded. */
  readonly power: BuyingPower | null
  readonly form: OrderForm
}

interface QuantityFieldProps extends OrderPartProps {
  /** The price of one share: that of the market, unless the order has its own. */
  readonly price?: Cents
}

export function QuantityField(props: QuantityFieldProps) {
  const { ticker, prices, power, form, price = sidePrice(form.side, prices) } = props
  const { side, typed, change } = form
  const id = useId()
  // Restores the focus when the lazy form replaces the field of its loading state.
  const [hadFocus] = useState(() => document.activeElement?.getAttribute('name') === 'quantity')
  const most = power && maxQuantity(side, price, power)
  return (
    <div>
      <Label of={id}>Quantity</Label>
      <div className="relative mt-1.5">
        <NumberInput
          id={id}
          name="quantity"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only if the replaced field had the focus.
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
        {power &&
          (side === 'buy'
            ? `Your cash buys ${formatShares(most ?? 0)}`
            : `You have ${formatShares(most ?? 0)} of ${ticker}${power.shares < power.allShares ? ' free' : ''}`)}
      </p>
    </div>
  )
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onChange: (typed: string) => void
}

/** Hides the spin buttons of browsers, which would cover 'Max'. */
export function NumberInput({ onChange, className, ...rest }: NumberInputProps) {
  return (
    <input
      type="number"
      required
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={ignoreHeldEnter}
      // The wheel changes a number only in a focused field.
      onWheel={({ currentTarget }) => currentTarget.blur()}
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

/** A held Enter repeats the event: one press is one order. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

export function Label({ of, children }: { of: string; children: ReactNode }) {
  return (
    <label htmlFor={of} className="text-14 font-medium">
      {children}
    </label>
  )
}

const field = 'h-11 rounded-control border border-control bg-surface px-3.5 text-16'
