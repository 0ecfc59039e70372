// The fields of an order that waits: its price, and how long it lasts.
import { gtcDays, type OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useId } from 'react'

import { ChoiceField, ignoreHeldEnter, withoutArrows } from '../stock/trade-fields.tsx'

interface PriceFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (typed: string) => void
}

export function PriceField({ label, value, onChange }: PriceFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min="0.01"
        max="1000000"
        step="0.01"
        required
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={ignoreHeldEnter}
        className={`mt-1.5 h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 tabular-nums ${withoutArrows}`}
      />
    </div>
  )
}

interface LastsFieldProps {
  readonly value: OrderLasts
  readonly onChange: (lasts: OrderLasts) => void
}

export function LastsField({ value, onChange }: LastsFieldProps) {
  return (
    <ChoiceField
      label="Lasts"
      value={value}
      onChange={(next) => onChange(next === 'gtc' ? next : 'day')}
    >
      <option value="day">Today</option>
      <option value="gtc">Until cancelled ({gtcDays} days)</option>
    </ChoiceField>
  )
}
