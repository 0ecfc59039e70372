// The text of the what-if scenarios: their names, a sentence for each with its difference to the learner, and a table.
import { formatGain, formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { LineLook } from '../ui/line-chart-lines.tsx'
import type { FigureTableData } from './figure-table.tsx'
import type { Scenario, Scenarios } from './insights.ts'

export type Kind = Scenario['kind']

/** `deed` is the text after "Had you". The market has the same look as on the other charts. */
export const kinds: Readonly<Record<Kind, { name: string; look: LineLook; deed: string }>> = {
  kept: { name: 'Never sold', look: 'dots', deed: 'never sold' },
  first_day: {
    name: 'First day only',
    look: 'mixed',
    deed: 'stopped after your first day of trading',
  },
  market: {
    name: 'The market',
    look: 'dashes',
    deed: `bought equal parts of all ${tickers.length} stocks at the start`,
  },
  cash: { name: 'Only cash', look: 'short', deed: 'kept the cash' },
}

export function sentenceOf(scenario: Scenario, isClosed: boolean): string {
  const { kind, value, difference, skipped } = scenario
  const [would, have] = isClosed ? ['would have had', 'you had'] : ['would have', 'you have']
  const worth = `you ${would} ${formatMoney(fromDollars(value))}: ${differenceOf(difference, have)}.`
  if (kind !== 'kept' || skipped === 0) return `Had you ${kinds[kind].deed}, ${worth}`
  const purchases = `${skipped} later ${skipped === 1 ? 'purchase' : 'purchases'}`
  return `Had you ${kinds[kind].deed} (and skipped ${purchases} for want of cash), ${worth} Your sales paid for what it skipped, so this is not about the sales alone.`
}

/** A positive difference is what the learner has more than the scenario. */
function differenceOf(difference: number, have: string): string {
  if (difference === 0) return `the same as ${have}`
  const amount = formatMoney(fromDollars(Math.abs(difference)))
  return `${amount} ${difference < 0 ? 'more' : 'less'} than ${have}`
}

export const tableOf = ({ value: yours, twins }: Scenarios): FigureTableData => ({
  columns: ['Twin', 'Value', 'You are ahead by', 'Purchases skipped'],
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
