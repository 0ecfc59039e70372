// The card of contributions: what each stock earned or cost in a range, as a sentence, bars around zero and a table.
import { rangeLabel, type Range } from '@tengrand/core/day.ts'
import { formatGain, fromDollars, cents, formatMoney, type Cents } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { RangeSwitch } from './compared.tsx'
import { TableFoot } from '../market/chart-foot.tsx'
import { FigureTable, type FigureTableData } from './figure-table.tsx'
import { InsightCard } from './insight-card.tsx'
import { useStockPath, useStockWord, type OfStock } from '../portfolio/stock-names.ts'
import type { Contribution, Contributions, InsightProps } from './insights.ts'
import { day } from '../ui/line-chart-scale.ts'

export function Earned({ isClosed, insights, range, onRange, stocks }: InsightProps) {
  // Whether the table is open. Held above InsightCard, which unmounts its content while the next range loads.
  const open = useState(false)
  const wordOf = useStockWord()
  return (
    <InsightCard
      title="What drove it"
      aside={<RangeSwitch range={range} onRange={onRange} />}
      query={insights.contributions}
      what="what drove it"
      isEmpty={({ contributions }) => contributions.length === 0}
      empty={['You had no stocks in this period.', 'Please try another range.']}
      sentenceLook={sentenceLook}
      blocks={[...Array.from({ length: stocks }, () => 'h-9'), 'h-11']}
    >
      {(earned) => (
        <>
          <p className={sentenceLook}>
            {sentenceOf(withWords(earned, wordOf), periodOf(earned, range, isClosed))}
          </p>
          {/* Reserves the height of the most bars that a range can have, so that the page below does not move. */}
          <div style={{ minHeight: `${stocks * rowRem}rem` }}>
            <Bars contributions={earned.contributions} />
          </div>
          <TableFoot open={open}>
            <FigureTable
              label={`What drove it, ${rangeLabel(range)}, as a table`}
              {...tableOf(earned)}
            />
            <p className="mt-2 text-muted">
              When you sell, your gain becomes realized. Part of it may be from before this range.
            </p>
          </TableFoot>
        </>
      )}
    </InsightCard>
  )
}

/** The minimum height has room for the longest sentence at each width. */
const sentenceLook = 'mb-3 min-h-22 text-15 sm:min-h-11 lg:min-h-5.5'

const rowRem = 2.25

/** The least width of the scale in dollars, so that a bar of a few cents is short even without others. */
const spanMin = 10

function Bars({ contributions }: { contributions: readonly Contribution[] }) {
  const pathOf = useStockPath()
  const amounts = contributions.map(({ amount }) => amount)
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const percentOf = (dollars: number): number => (dollars / Math.max(high - low, spanMin)) * 100
  return (
    <ul>
      {contributions.map(({ ticker, amount }) => (
        <li key={ticker} className="flex h-9 items-center gap-3">
          <Link to={pathOf(ticker)} className="w-14 shrink-0 font-medium hover:underline">
            {ticker}
          </Link>
          <span aria-hidden="true" className="relative h-full flex-1">
            <span
              className={`absolute inset-y-2 ${barOf(amount)}`}
              style={{
                left: `${percentOf(Math.min(amount, 0) - low)}%`,
                width: `${percentOf(Math.abs(amount))}%`,
              }}
            />
            <span
              className="absolute inset-y-0 border-l border-control"
              style={{ left: `${percentOf(-low)}%` }}
            />
          </span>
          <span className={`w-24 shrink-0 text-right font-medium tabular-nums ${toneOf(amount)}`}>
            {formatGain(fromDollars(amount))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function barOf(amount: number): string {
  if (amount === 0) return ''
  return `min-w-0.5 ${amount < 0 ? 'rounded-l-sm bg-loss' : 'rounded-r-sm bg-gain'}`
}

function toneOf(amount: number): string {
  if (amount === 0) return 'text-muted'
  return amount < 0 ? 'text-loss' : 'text-gain'
}

/** With what stands for each stock in a sentence. */
const withWords = (earned: Contributions, wordOf: OfStock): Contributions => ({
  ...earned,
  contributions: earned.contributions.map((one) => ({ ...one, ticker: wordOf(one.ticker) })),
})

function sentenceOf(earned: Contributions, period: string): string {
  const [first, ...others] = earned.contributions.toSorted((one, next) => next.amount - one.amount)
  const last = others.at(-1)
  if (!first) return ''
  if (!last) return `${first.ticker} ${deedOf(first)} ${period}, which is your whole return.`
  return `${extremes(first, last)} Your total is ${formatGain(fromDollars(earned.total))} ${period}.`
}

/** The best and the worst stock: among gains only, the worst earned the least; among losses only, the best cost the least. */
function extremes(best: Contribution, worst: Contribution): string {
  const most = `${best.ticker} earned you the most, ${amountOf(best)}`
  const cost = `${worst.ticker} cost you the most, ${amountOf(worst)}`
  if (best.amount > 0 && worst.amount < 0) return `${most}. ${cost}.`
  if (best.amount > 0) return `${most}, and ${worst.ticker} the least, ${amountOf(worst)}.`
  if (best.amount < 0) return `${cost}, and ${best.ticker} the least, ${amountOf(best)}.`
  return worst.amount < 0 ? `${cost}. None earned anything.` : 'No stock earned or cost anything.'
}

function deedOf(one: Contribution): string {
  if (one.amount === 0) return 'neither earned nor cost you anything'
  return `${one.amount < 0 ? 'cost' : 'earned'} you ${amountOf(one)}`
}

/** The amount without a sign, because the verb before it says whether it is a gain or a loss. */
const amountOf = ({ amount }: Contribution): string => formatMoney(fromDollars(Math.abs(amount)))

/**
 * Uses `from` of the response, because a range may begin before the portfolio. A closed chapter also has a last day.
 */
function periodOf({ from, to }: Contributions, range: Range, isClosed: boolean): string {
  if (range === 'all') return 'since the start'
  const [first, last] = [from, to].map((at) => day.format(Date.parse(at)))
  return isClosed ? `from ${first} to ${last}` : `since ${first}`
}

const columns = [
  { of: 'amount', name: 'Amount', words: formatGain },
  { of: 'realized', name: 'Realized', words: formatGain },
  { of: 'unrealized', name: 'Unrealized', words: formatGain },
  { of: 'start_value', name: 'Start value', words: formatMoney },
  { of: 'bought', name: 'Bought', words: formatMoney },
  { of: 'sold', name: 'Sold', words: formatMoney },
  { of: 'split_cash', name: 'Cash from splits', words: formatMoney },
  { of: 'end_value', name: 'End value', words: formatMoney },
] as const

/** The column of split cash shows only where a stock was split. */
function tableOf({ contributions }: Contributions): FigureTableData {
  const hasSplits = contributions.some(({ split_cash }) => split_cash !== 0)
  const shown = columns.filter(({ of }) => hasSplits || of !== 'split_cash')
  const sumOf = (of: (typeof columns)[number]['of']): Cents =>
    contributions.reduce((sum, one) => cents(sum + fromDollars(one[of])), cents(0))
  return {
    columns: ['Stock', ...shown.map(({ name }) => name)],
    rows: contributions.map((one) => [
      one.ticker,
      ...shown.map(({ of, words }) => words(fromDollars(one[of]))),
    ]),
    sum: ['Total', ...shown.map(({ of, words }) => words(sumOf(of)))],
  }
}
