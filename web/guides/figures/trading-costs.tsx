// The figure of what is left after years of trading more or less often, with costs for each trade.
import { openStartingCash as start } from '@tengrand/core/contest.ts'
import { cents, formatMoney, roundTo, type Cents } from '@tengrand/core/money.ts'

import { Bars } from './bars.tsx'
import { wholeDollars } from './figure.tsx'

const costPercent = 0.1
const ratePercent = 7
const years = 10

const leftAfter = (roundsPerYear: number) =>
  afterCosts({ start, ratePercent, years, costPercent, roundsPerYear })

export const held = leftAfter(0)
export const monthly = leftAfter(12)
export const weekly = leftAfter(52)

const bars = [
  { words: 'Never: buy once and hold', value: held },
  { words: '4 times a year', value: leftAfter(4) },
  { words: '12 times a year', value: monthly },
  { words: '52 times a year', value: weekly },
].map(({ words, value }) => ({ words, value, shown: formatMoney(value) }))

export function TradingCosts() {
  return (
    <Bars
      title={`${wholeDollars(start)} after ${years} years, by how often everything is exchanged`}
      caption={`Computed: the stocks gain ${ratePercent}% a year, and each purchase and each sale costs ${costPercent}% of its amount.`}
      bars={bars}
      mark={{ value: start, words: `start: ${wholeDollars(start)}` }}
    />
  )
}

interface Turnover {
  readonly start: Cents
  readonly ratePercent: number
  readonly years: number
  /** The cost of a purchase, and of a sale, in percent of its amount. */
  readonly costPercent: number
  /** How often everything is sold and something else is bought. */
  readonly roundsPerYear: number
}

export function afterCosts(turnover: Turnover): Cents {
  const afterFees = (1 - turnover.costPercent / 100) ** (2 * turnover.roundsPerYear)
  const growth = (1 + turnover.ratePercent / 100) * afterFees
  return cents(roundTo(turnover.start * growth ** turnover.years, 0))
}
