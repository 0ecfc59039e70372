// Amounts, gains and percentages: tabular digits, and a sign, a triangle and a color for the direction.
import { formatGain, formatMoney, formatPercent, type Cents } from '@tengrand/core/money.ts'

import { Triangle } from './icons.tsx'

export function Money({ amount }: { amount: Cents }) {
  return <span className="tabular-nums">{formatMoney(amount)}</span>
}

/** A dash in place of an unknown number. */
export const Missing = () => <span className="text-muted">—</span>

/** A gain in dollars, optionally followed by its percentage. */
export function Gain({ amount, percent }: { amount: Cents; percent?: number }) {
  const words = formatGain(amount)
  return (
    <Direction up={amount >= 0}>
      {percent === undefined ? words : `${words} (${formatPercent(percent, 2, amount)})`}
    </Direction>
  )
}

interface GainPercentProps {
  readonly value: number
  readonly digits?: number
  /** The change in money, whose sign shows where the percentage rounds to zero. */
  readonly amount?: Cents | undefined
  /** Whether the triangle is left out, because a gain in dollars beside it has one. */
  readonly plain?: boolean
}

export function GainPercent({ value, digits = 2, amount, plain = false }: GainPercentProps) {
  const words = formatPercent(value, digits, amount)
  // A percentage without a sign has no direction.
  return (
    <Direction up={(amount ?? value) >= 0} plain={plain || /^\d/.test(words)}>
      {words}
    </Direction>
  )
}

type DirectionProps = { up: boolean; plain?: boolean; children: string }

function Direction({ up, plain = false, children }: DirectionProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap tabular-nums ${up ? 'text-gain' : 'text-loss'}`}
    >
      {!plain && <Triangle up={up} />}
      {children}
    </span>
  )
}
