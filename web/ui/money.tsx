// Amounts, gains and percentages: tabular digits, and a sign, a triangle and a color for the direction.
import { formatGain, formatMoney, formatPercent, type Cents } from '@tengrand/core/money.ts'

import { Triangle } from './icons.tsx'

export const Money = ({ amount }: { amount: Cents | null | undefined }) =>
  typeof amount === 'number' ? (
    <span className="tabular-nums">{formatMoney(amount)}</span>
  ) : (
    <Missing />
  )

/** A dash in place of an unknown number. */
export const Missing = () => <span className="text-muted">—</span>

interface ZeroProps {
  /** Whether zero has the look of a gain; elsewhere it has neither color nor triangle. */
  readonly isZeroGain?: boolean | undefined
}

interface GainProps extends ZeroProps {
  readonly amount: Cents
  readonly percent?: number
}

/** A gain in dollars, optionally followed by its percentage. */
export function Gain({ amount, percent, isZeroGain }: GainProps) {
  const words = formatGain(amount)
  return (
    <Direction of={amount} isZeroGain={isZeroGain}>
      {percent === undefined ? words : `${words} (${formatPercent(percent, 2, amount)})`}
    </Direction>
  )
}

interface GainPercentProps extends ZeroProps {
  readonly value: number
  readonly digits?: number
  /** The change in money, whose sign shows where the percentage rounds to zero. */
  readonly amount?: Cents | undefined
  /** Whether the triangle is left out, because a gain in dollars beside it has one. */
  readonly plain?: boolean
}

export function GainPercent({ value, digits = 2, amount, plain, isZeroGain }: GainPercentProps) {
  const words = formatPercent(value, digits, amount)
  // A percentage without a sign has no direction.
  return (
    <Direction of={amount ?? value} plain={plain || /^\d/.test(words)} isZeroGain={isZeroGain}>
      {words}
    </Direction>
  )
}

interface DirectionProps extends ZeroProps {
  /** A number whose sign is the direction. */
  readonly of: number
  readonly plain?: boolean
  readonly children: string
}

function Direction({ of, plain = false, isZeroGain = false, children }: DirectionProps) {
  const isUp = of > 0 || (of === 0 && isZeroGain)
  const look = isUp ? 'text-gain' : of < 0 ? 'text-loss' : 'text-muted'
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap tabular-nums ${look}`}
    >
      {!plain && (isUp || of < 0) && <Triangle up={isUp} />}
      {children}
    </span>
  )
}
