// The fields of an order that waits: its price, and how long it lasts.
import type { OrderKind, OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useId } from 'react'

import { ChoiceField, ignoreHeldEnter, withoutArrows } from './trade-fields.tsx'
import { Icon } from '../ui/icons.tsx'
import { Tip } from '../ui/tip.tsx'
import { terms } from './terms.ts'

interface PriceFieldProps {
  readonly kind: OrderKind
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Says what is wrong with it, among others. */
  readonly describedBy: string
  readonly isFaulty: boolean
}

export function PriceField({ kind, value, onChange, describedBy, isFaulty }: PriceFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-center gap-0.5">
        <label htmlFor={id} className="text-14 font-medium">
          {kind === 'stop' ? 'Stop price' : 'Limit price'}
        </label>
        <Term name={kind === 'stop' ? 'stop price' : 'limit price'} />
      </div>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min="0.01"
        max="1000000"
        step="0.01"
        required
        autoComplete="off"
        aria-describedby={describedBy}
        aria-invalid={isFaulty}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={ignoreHeldEnter}
        className={`mt-1.5 h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 tabular-nums aria-invalid:border-loss ${withoutArrows}`}
      />
    </div>
  )
}

/** No higher than the line that it stands in. */
function Term({ name }: { name: keyof typeof terms }) {
  return (
    <Tip words={terms[name]} className="-my-1 inline-block">
      {(describedBy) => (
        <button
          type="button"
          aria-label={`What is the ${name}?`}
          aria-describedby={describedBy}
          className="flex size-6 cursor-help items-center justify-center rounded-full text-muted hover:text-ink"
        >
          <Icon name="info" className="size-3.5" />
        </button>
      )}
    </Tip>
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
      <option value="gtc">Until cancelled</option>
    </ChoiceField>
  )
}
