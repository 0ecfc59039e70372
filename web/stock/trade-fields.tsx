// The two fields of the form to trade: buy or sell, and how many.
import { useId, type KeyboardEvent, type ReactNode } from 'react'

import { Icon } from '../ui/icons.tsx'
import type { Wish } from './estimate.ts'

interface ActionFieldProps {
  readonly value: Wish['side']
  readonly onChange: (side: Wish['side']) => void
}

export function ActionField({ value, onChange }: ActionFieldProps) {
  const id = useId()
  return (
    <div>
      <Label of={id}>Action</Label>
      <div className="relative mt-1.5">
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value === 'sell' ? 'sell' : 'buy')}
          className={`${field} w-full appearance-none pr-9`}
        >
          <option value="buy">Buy</option>
          <option value="sell">Sell</option>
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
const withoutArrows =
  '[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none'
