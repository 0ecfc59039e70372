// Money, gains and percentages on the screen: digits of one width, and a gain or loss told by sign, triangle and color.
import { formatGain, formatMoney, formatPercent, type Cents } from '@tengrand/core/money.ts'

import { Triangle } from './icons.tsx'

export function Money({ amount }: { amount: Cents }) {
  return <span className="tabular-nums">{formatMoney(amount)}</span>
}

/** Stands for a number that is not known. */
export const Missing = () => <span className="text-muted">—</span>

/** A gain in dollars, with its percentage behind it where there is one. */
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
  /** What it is the percentage of a change by, which may be too small to show in it. */
  readonly amount?: Cents | undefined
  /** Beside a gain in dollars, whose triangle is enough for both. */
  readonly plain?: boolean
}

export function GainPercent({ value, digits = 2, amount, plain = false }: GainPercentProps) {
  const words = formatPercent(value, digits, amount)
  // What has no sign points nowhere.
  return (
    <Direction up={(amount ?? value) >= 0} plain={plain || /^\d/.test(words)}>
      {words}
    </Direction>
  )
}

interface DirectionProps {
  readonly up: boolean
  readonly plain?: boolean
  readonly children: string
}

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
