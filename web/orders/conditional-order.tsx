// The form of a limit or stop order: its price, its time in force, and a sentence of what it will do. Loaded when one is chosen.
import { formatMoney, share, toDollars, type Cents } from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'
import type { OrderKind } from '@tengrand/core/waiting-order.ts'
import { useId, useState, type ComponentProps, type SubmitEvent } from 'react'

import { useMarketSource } from '../session/price-source.tsx'
import { Info } from '../ui/tip.tsx'
import { sidePrice } from './buying-power.ts'
import { planOf, untilWords, type Plan } from './plan.ts'
import { amountOf, tooMuchWords } from './quantity.ts'
import { QuantityField, showFault } from './quantity-field.tsx'
import { ChoiceField, Label, NumberInput, Submit, type OrderPartProps } from './trade-fields.tsx'
import { TradeOutcome } from './trade-outcome.tsx'
import type { OrderForm } from './use-order-form.ts'
import { usePlaceOrder } from './use-place-order.ts'

type ConditionalOrderProps = OrderPartProps & { readonly kind: OrderKind }

export default function ConditionalOrder({ kind, ...part }: ConditionalOrderProps) {
  const { ticker, prices, form } = part
  const { lasts, portfolio, setButton, journal } = form
  const planId = useId()
  const hours = useMarketSource()?.hours ?? null
  const { isBuy, now, typed, setTyped, price, quantity, isTooMuch, fieldPrice, maxPrice } =
    useDraft(kind, part)
  const draftKey = [isBuy, kind, form.unit, form.typed, typed, lasts].join(' ')
  const { wasTried, isResting, place, ...placing } = usePlaceOrder(ticker, draftKey, journal)
  const type = isBuy ? 'BUY' : 'SELL'
  const plan = planOf({ side: type, kind, ticker, quantity, price, isTooMuch }, prices, hours)
  const isFaulty = wasTried && plan.tone === 'fault'
  const isWhole = price !== null && quantity !== null
  // Stays after the order is filled, so that nothing moves up then.
  const isBegun = placing.isBusy || placing.outcome !== null || (wasTried && isWhole)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const order = { ...journal.current?.take(), ticker, type, kind, lasts, portfolio } as const
    place(isWhole ? { ...order, quantity, price: toDollars(price) } : null)
    if (!isWhole) showFault(event.currentTarget, quantity === null ? 0 : 1)
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <QuantityField {...part} price={fieldPrice} maxPrice={maxPrice} />
        <div className="mt-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3">
          <PriceField
            kind={kind}
            value={typed}
            onChange={setTyped}
            aria-describedby={planId}
            aria-invalid={isFaulty && price === null}
          />
          <LastsField {...form} />
        </div>
        <p className="mt-1.5 min-h-10 text-14 text-pretty text-muted">
          Right now you'd {isBuy ? 'pay' : 'get'} {formatMoney(now)} a share.{' '}
          {hours && untilWords(lasts, hours)}
        </p>
        <PlanBox id={planId} plan={isResting ? placedPlan : plan} isFaulty={isFaulty} />
        <Submit ref={setButton} isBusy={placing.isBusy || isResting}>
          {placing.isSending ? 'Placing...' : 'Place Order'}
        </Submit>
      </form>
      <div className="order-2">
        <TradeOutcome {...placing} failed={notSent} room={isBegun && outcomeRoom} />
      </div>
    </>
  )
}

/** The height of a notice of three lines, of four on a narrow phone. */
const outcomeRoom = 'min-h-27 min-[22.5rem]:min-h-22'

const notSent = "We didn't hear back about your order. Check your connection."

/** The price and the quantity as they are filled in; null where they are not valid. */
function useDraft(kind: OrderKind, { ticker, prices, power, form }: OrderPartProps) {
  const { side } = form
  const isBuy = side === 'buy'
  const now = sidePrice(side, prices)
  const field = usePrice(`${side} ${kind}`, now)
  const fieldPrice = field.price ?? now
  const quantity = form.quantityAt(fieldPrice)
  // A limit above the ask is executed right away, at the ask.
  const maxPrice = isBuy && fieldPrice > now ? now : fieldPrice
  return {
    ...field,
    isBuy,
    now,
    quantity: isQuantity(quantity) ? quantity : null,
    fieldPrice,
    maxPrice,
    isTooMuch: tooMuchWords({ side, quantity }, ticker, maxPrice, power) !== null,
  }
}

/** The price as it is typed. Every side and kind of order starts with a default that is not met at once. */
function usePrice(sideAndKind: string, now: Cents) {
  const initial = () => ({
    sideAndKind,
    typed: formatMoney(share(now, defaults[sideAndKind] ?? 98, 100)).replaceAll(/[$,]/g, ''),
  })
  const [state, setState] = useState(initial)
  if (state.sideAndKind !== sideAndKind) setState(initial())
  const setTyped = (typed: string): void => setState({ sideAndKind, typed })
  return { typed: state.typed, setTyped, price: centsOf(state.typed) }
}

/** Default prices in percent of the current price; a limit to buy has 98. A stop is beyond the moves of a usual day. */
const defaults: Readonly<Record<string, number>> = { 'sell limit': 102, 'sell stop': 95 }

/** Null for text that is not a price in whole cents. */
function centsOf(typed: string): Cents | null {
  const price = amountOf(typed)
  return price !== null && price >= 1 && price <= priceMax ? price : null
}

/** The highest price in cents, as in the contract. */
const priceMax = 100_000_000

const placedPlan: Plan = {
  tone: 'waits',
  words: 'Want another one? Change the shares or the price.',
}

/** The box of the plan, as high as the longest plans usually are, so that nothing below moves with the text. */
function PlanBox({ id, plan, isFaulty }: { id: string; plan: Plan; isFaulty: boolean }) {
  const look = isFaulty ? 'bg-loss-soft text-loss' : looks[plan.tone]
  return (
    <p id={id} className={`mt-3 min-h-24 rounded-control px-4 py-3 tabular-nums ${look}`}>
      {plan.words}
    </p>
  )
}

const looks: Readonly<Record<Plan['tone'], string>> = {
  waits: 'bg-sunken',
  fault: 'bg-sunken',
  met: 'bg-accent-soft text-accent',
}

const LastsField = ({ lasts, change }: OrderForm) => (
  <ChoiceField
    label="Lasts"
    value={lasts}
    options={{ day: 'Today', gtc: 'Until cancelled' }}
    onChange={(next) => change({ lasts: next })}
  />
)

type PriceFieldProps = ComponentProps<typeof NumberInput> & { readonly kind: OrderKind }

function PriceField({ kind, ...rest }: PriceFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-center gap-0.5">
        <Label of={id}>{kind === 'stop' ? 'Stop price' : 'Limit price'}</Label>
        {/* The margin keeps the button as high as the line of the label. */}
        <Info
          words={explained[kind]}
          label={`What is the ${kind} price?`}
          className="-my-1 inline-block"
        />
      </div>
      <NumberInput
        {...rest}
        id={id}
        // A number field would drop a decimal comma, and make 1895 of '189,5'.
        type="text"
        inputMode="decimal"
        className="mt-1.5"
      />
    </div>
  )
}

/** The explanations of the kinds. The glossary does not have them, because it is in the chunk of every page. */
const explained: Readonly<Record<OrderKind, string>> = {
  limit:
    "The worst price you'd accept. You buy at this price or less, or sell at this price or more. We set aside the cash for a buy.",
  stop: "When the price falls this far, your shares are sold at the next price. If it gaps below your stop, you'll sell for less.",
}
