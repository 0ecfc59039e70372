// What the stocks earned and cost, in a sentence and in the cells of a table.
import type { Range } from '@tengrand/core/day.ts'
import { cents, formatGain, formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'

import type { FigureTableProps } from './figure-table.tsx'
import type { Contribution, Contributions } from './insights.ts'

export function sentenceOf({ contributions, total }: Contributions, range: Range): string {
  const [first, ...others] = contributions.toSorted((one, next) => next.amount - one.amount)
  const last = others.at(-1)
  if (!first) return ''
  const which = `which is your return ${periods[range]}`
  if (!last) return `${first.ticker} ${verbOf(first)} ${amountOf(first)}, ${which}.`
  return `${extremes(first, last)} Together ${formatGain(fromDollars(total))}, ${which}.`
}

/** The best and the worst: among gains only, the worst earned the least; among losses only, the best cost the least. */
function extremes(best: Contribution, worst: Contribution): string {
  const most = `${best.ticker} earned the most, ${amountOf(best)}`
  if (worst.amount >= 0) return `${most}; ${worst.ticker} the least, ${amountOf(worst)}.`
  const cost = `${worst.ticker} cost the most, ${amountOf(worst)}`
  return best.amount < 0
    ? `${cost}; ${best.ticker} the least, ${amountOf(best)}.`
    : `${most}; ${cost}.`
}

const verbOf = ({ amount }: Contribution): string => (amount < 0 ? 'cost' : 'earned')

/** Its verb says whether it came or went. */
const amountOf = ({ amount }: Contribution): string => formatMoney(fromDollars(Math.abs(amount)))

const periods: Readonly<Record<Range, string>> = {
  '7d': 'for the last 7 days',
  '1m': 'for the last month',
  '6m': 'for the last 6 months',
  ytd: 'since January 1',
  '1y': 'for the last year',
  all: 'since the start',
}

const columns = [
  { of: 'amount', name: 'Amount', words: formatGain },
  { of: 'realized', name: 'Realized', words: formatGain },
  { of: 'unrealized', name: 'On paper', words: formatGain },
  { of: 'start_value', name: 'Start value', words: formatMoney },
  { of: 'bought', name: 'Bought', words: formatMoney },
  { of: 'sold', name: 'Sold', words: formatMoney },
  { of: 'split_cash', name: 'Cash of splits', words: formatMoney },
  { of: 'end_value', name: 'End value', words: formatMoney },
] as const

type Column = (typeof columns)[number]

/** Few stocks are ever split, so there is a column for that only where one was. */
export function tableOf({ contributions }: Contributions): Omit<FigureTableProps, 'label'> {
  const hasSplits = contributions.some(({ split_cash }) => split_cash !== 0)
  const shown = columns.filter(({ of }) => hasSplits || of !== 'split_cash')
  const amountIn = ({ of }: Column, one: Contribution): Cents => fromDollars(one[of])
  const sumOf = (column: Column): Cents =>
    contributions.reduce((sum, one) => cents(sum + amountIn(column, one)), cents(0))
  return {
    columns: ['Stock', ...shown.map(({ name }) => name)],
    rows: contributions.map((one) => [
      one.ticker,
      ...shown.map((column) => column.words(amountIn(column, one))),
    ]),
    sum: ['Together', ...shown.map((column) => column.words(sumOf(column)))],
  }
}
