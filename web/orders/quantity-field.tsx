// The field for the quantity of an order, in shares or in dollars.
import { formatMoney, formatShares, type Cents } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import { useId, useState } from 'react'

import { Ranges } from '../ui/ranges.tsx'
import { maxQuantity } from './buying-power.ts'
import { conversionWords, faultOf, halfOf } from './quantity.ts'
import { Label, NumberInput, type OrderPartProps } from './trade-fields.tsx'
import type { OrderForm } from './use-order-form.ts'

interface QuantityFieldProps extends OrderPartProps {
  /** The price at which dollars are converted. */
  readonly price: Cents
  /** The price that decides how many shares the cash buys; the same one by default. */
  readonly maxPrice?: Cents
}

export function QuantityField(props: QuantityFieldProps) {
  const { power, form } = props
  const { unit, typed, change } = form
  const { fault, ...onLeave } = useFault(props)
  const id = useId()
  // Restores the focus when the lazy form replaces the field of its loading state.
  const [hadFocus] = useState(() => document.activeElement?.getAttribute('name') === 'quantity')
  const isDollars = unit === 'dollars'
  return (
    <div>
      <div className="-mt-2 flex items-center justify-between">
        <Label of={id}>{isDollars ? 'Amount' : 'Quantity'}</Label>
        <UnitChoice {...props} />
      </div>
      <div className="relative mt-1.5">
        <NumberInput
          {...(isDollars
            ? { type: 'text', inputMode: 'decimal', placeholder: '$500' }
            : { inputMode: 'numeric', min: '1', step: '1' })}
          id={id}
          name="quantity"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only if the replaced field had the focus.
          autoFocus={hadFocus}
          value={typed}
          onChange={(next) => change({ typed: next })}
          {...onLeave}
          aria-invalid={fault !== null}
          aria-describedby={`${id}hint`}
          className="pr-28"
        />
        <div className="absolute inset-y-0.5 right-0.5 flex">
          <PartButton {...props} power={power && halfOf(power)}>
            Half
          </PartButton>
          <PartButton {...props}>Max</PartButton>
        </div>
      </div>
      <p
        id={`${id}hint`}
        className={`mt-1.5 min-h-5 text-14 ${fault ? 'text-loss' : 'text-muted'}`}
      >
        {fault ?? hintWords(props)}
      </p>
    </div>
  )
}

/** The fault that the field shows: none before it is touched, and none of an empty field while it is being filled in. */
function useFault({ ticker, power, form, price, maxPrice = price }: QuantityFieldProps) {
  const { side, unit, typed, isTouched, quantityAt, change } = form
  const field = `${unit} ${typed}`
  const [left, setLeft] = useState('')
  const isShown = isTouched && (typed !== '' || left === field)
  const draft = { side, quantity: quantityAt(price) }
  return {
    fault: isShown ? faultOf(form, draft, ticker, maxPrice, power) : null,
    onBlur: () => setLeft(field),
    onInvalid: () => {
      setLeft(field)
      change({ isTouched: true })
    },
  }
}

function hintWords({ ticker, power, form, price, maxPrice = price }: QuantityFieldProps) {
  const { side, unit, typed, quantityAt } = form
  if (unit === 'dollars' && isQuantity(quantityAt(price)))
    return conversionWords(side, typed, price)
  if (!power) return ''
  const most = formatShares(maxQuantity(side, maxPrice, power))
  if (side === 'buy') return `Your cash buys ${most}`
  return `You ${power.shares < power.allShares ? 'can sell' : 'have'} ${most} of ${ticker}`
}

/** Makes the fields of a form that is not sent say what is wrong, and leads to one of them. */
export function showFault(form: HTMLFormElement, index = 0): void {
  form.checkValidity()
  form.querySelectorAll('input')[index]?.focus()
}

function UnitChoice({ price, form }: QuantityFieldProps) {
  const { unit, change, quantityAt } = form
  const choose = (next: OrderForm['unit']): void => {
    if (next === unit) return
    const typed = next === 'dollars' ? '' : String(quantityAt(price) || 1)
    change({ unit: next, typed, isTouched: false })
  }
  return <Ranges label="Unit" choices={units} value={unit} onChange={choose} />
}

const units = [
  { value: 'shares', label: 'Shares' },
  { value: 'dollars', label: 'Dollars' },
] as const

/** Fills in what the power is enough for. A sale is filled in as shares, because their dollars move with the price. */
function PartButton(props: QuantityFieldProps & { children: string }) {
  const { power, form, price, maxPrice = price, children } = props
  const { side, unit, change } = form
  const most = power && maxQuantity(side, maxPrice, power)
  const fill = (): void => {
    if (power && unit === 'dollars' && side === 'buy')
      change({ typed: formatMoney(power.cash).slice(1) })
    else change({ unit: 'shares', typed: String(most) })
  }
  return (
    <button
      type="button"
      disabled={!most}
      onClick={fill}
      className="rounded-[0.5rem] px-2.5 text-14 font-medium text-accent hover:bg-sunken disabled:text-muted"
    >
      {children}
    </button>
  )
}
