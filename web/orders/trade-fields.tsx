// The fields of the form to trade: a choice, how many, and the button.
import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

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

interface QuantityFieldProps {
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Null where it is not known. */
  readonly most: number | null
  readonly onMost: () => void
  readonly hint: string | null
}

export function QuantityField({ value, onChange, most, onMost, hint }: QuantityFieldProps) {
  const id = useId()
  return (
    <div>
      <Label of={id}>Quantity</Label>
      <div className="relative mt-1.5">
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min="1"
          step="1"
          required
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={ignoreHeldEnter}
          aria-describedby={`${id}hint`}
          className={`${field} ${withoutArrows} w-full pr-16 tabular-nums`}
        />
        <button
          type="button"
          disabled={most === null || most < 1}
          onClick={onMost}
          className="absolute inset-y-0.5 right-0.5 rounded-[0.5rem] px-3.5 text-14 font-medium text-accent hover:bg-sunken disabled:text-muted"
        >
          Max
        </button>
      </div>
      <p id={`${id}hint`} className="mt-1.5 min-h-4 text-12 text-muted">
        {hint}
      </p>
    </div>
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
export function ignoreHeldEnter(event: KeyboardEvent): void {
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

/** 'Max' is where browsers would draw them. */
export const withoutArrows =
  '[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none'
