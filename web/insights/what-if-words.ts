// The text of the what-if scenarios: their names, a sentence for each with its difference to the learner, and a table.
import { formatGain, formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { LineLook } from '../ui/line-chart-lines.tsx'
import type { FigureTableData } from './figure-table.tsx'
import type { Scenario, Scenarios } from './insights.ts'

export type Kind = Scenario['kind']

/** `deed` is the text after "What if you'd". The market has the same look as on the other charts. */
export const kinds: Readonly<Record<Kind, { name: string; look: LineLook; deed: string }>> = {
  market: {
    name: 'The market',
    look: 'dashes',
    deed: `bought all ${tickers.length} stocks equally`,
  },
  kept: { name: 'Never sold', look: 'dots', deed: 'never sold' },
  first_day: { name: 'First day only', look: 'mixed', deed: 'stopped after your first day' },
  cash: { name: 'Only cash', look: 'short', deed: 'never bought anything' },
}

export function sentenceOf({ kind, value, difference, skipped }: Scenario): string {
  const answer = `What if you'd ${kinds[kind].deed}? ${formatMoney(fromDollars(value))}, ${differenceOf(difference)}.`
  if (kind !== 'kept' || skipped === 0) return answer
  return `${answer} (Without those sales you couldn't have afforded ${skipped} later ${skipped === 1 ? 'buy' : 'buys'}.)`
}

/** A positive difference is what the learner has more than the scenario. */
function differenceOf(difference: number): string {
  if (difference === 0) return 'exactly the same'
  const amount = formatMoney(fromDollars(Math.abs(difference)))
  return `which is ${amount} ${difference < 0 ? 'more' : 'less'}`
}

export const tableOf = ({ value: yours, twins }: Scenarios): FigureTableData => ({
  columns: ['What if', 'Value', 'You are ahead by', 'Buys skipped'],
  rows: [
    ['You', formatMoney(fromDollars(yours)), '', ''],
    ...twins.map(({ kind, value, difference, skipped }) => [
      kinds[kind].name,
      formatMoney(fromDollars(value)),
      formatGain(fromDollars(difference)),
      String(skipped),
    ]),
  ],
})
