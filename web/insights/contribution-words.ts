// What the stocks earned and cost, in a sentence and in the cells of a table.
import type { Range } from '@tengrand/core/day.ts'
import { cents, formatGain, formatMoney, fromDollars, type Cents } from '@tengrand/core/money.ts'

import { day } from '../ui/chart-dates.ts'
import type { FigureTableProps } from './figure-table.tsx'
import type { Contribution, Contributions } from './insights.ts'

/** Of a chapter that is over, with the day of its end. */
export function sentenceOf(earned: Contributions, range: Range, isClosed: boolean): string {
  const [first, ...others] = earned.contributions.toSorted((one, next) => next.amount - one.amount)
  const last = others.at(-1)
  if (!first) return ''
  const which = `which ${isClosed ? 'was' : 'is'} your return ${periodOf(earned, range, isClosed)}`
  if (!last) return `${first.ticker} ${deedOf(first)}, ${which}.`
  return `${extremes(first, last)} Together ${formatGain(fromDollars(earned.total))}, ${which}.`
}

/** The best and the worst: among gains only, the worst earned the least; among losses only, the best cost the least. */
function extremes(best: Contribution, worst: Contribution): string {
  const most = `${best.ticker} earned the most, ${amountOf(best)}`
  const cost = `${worst.ticker} cost the most, ${amountOf(worst)}`
  if (best.amount > 0 && worst.amount < 0) return `${most}; ${cost}.`
  if (best.amount > 0) return `${most}; ${worst.ticker} the least, ${amountOf(worst)}.`
  if (best.amount < 0) return `${cost}; ${best.ticker} the least, ${amountOf(best)}.`
  return worst.amount < 0 ? `${cost}; none earned anything.` : 'No stock earned or cost anything.'
}

function deedOf(one: Contribution): string {
  if (one.amount === 0) return 'neither earned nor cost anything'
  return `${one.amount < 0 ? 'cost' : 'earned'} ${amountOf(one)}`
}

/** Its verb says whether it came or went. */
const amountOf = ({ amount }: Contribution): string => formatMoney(fromDollars(Math.abs(amount)))

/** By its days: a range may reach back before the portfolio, and that of a chapter does not end now. */
function periodOf({ from, to }: Contributions, range: Range, isClosed: boolean): string {
  if (range === 'all') return 'since the start'
  const [first, last] = [from, to].map((at) => day.format(Date.parse(at)))
  return isClosed ? `from ${first} to ${last}` : `since ${first}`
}

const columns = [
  { of: 'amount', name: 'Amount', words: formatGain },
  { of: 'realized', name: 'Realized', words: formatGain },
  { of: 'unrealized', name: 'Change on paper', words: formatGain },
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
