// The fields and the submit button that the forms of all kinds of orders share.
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useId, type ComponentProps, type KeyboardEvent, type ReactNode, type Ref } from 'react'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { fieldLook } from '../ui/field-look.ts'
import type { BuyingPower } from './buying-power.ts'
import type { OrderForm } from './use-order-form.ts'

interface ChoiceFieldProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly label: string
  readonly value: T
  /** The text of each value. */
  readonly options: Partial<Record<T, string>>
  readonly onChange: (value: T) => void
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, options, onChange, ...select } = props
  const id = useId()
  return (
    <div>
      <Label of={id}>{label}</Label>
      <div className="relative mt-1.5">
        <select
          {...select}
          id={id}
          onChange={({ target }) => onChange(target.value as T)}
          className={`${fieldLook} appearance-none pr-9`}
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

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onChange: (typed: string) => void
}

/** Hides the spin buttons of browsers, which would cover 'Half' and 'Max'. */
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
      className={`${fieldLook} tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none ${className}`}
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
    <label htmlFor={of} className="font-medium">
      {children}
    </label>
  )
}
