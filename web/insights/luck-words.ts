// The text of the luck card: the verdict, the replayed value, the tables, and what is missing before a verdict.
import { formatMoney, formatQuantity, fromDollars, roundTo } from '@tengrand/core/money.ts'

import { day } from '../ui/line-chart-scale.ts'
import type { FigureTableData } from './figure-table.tsx'
import type { Luck } from './insights.ts'

export type ReadyLuck = Extract<Luck, { ready: true }>
export type EarlyLuck = Extract<Luck, { ready: false }>

export const dollarsOf = (dollars: number): string => formatMoney(fromDollars(dollars))

/** The amount in whole dollars, for labels with little room. */
export const wholeDollarsOf = (dollars: number): string =>
  dollarsOf(roundTo(dollars, 0)).replace('.00', '')

/** The percentile as a count of 100, except where rounding would give none or all of them. */
function beatenOf({ percentile }: ReadyLuck): string {
  if (percentile > 0 && percentile < 1) return 'fewer than 1'
  if (percentile > 99 && percentile < 100) return 'more than 99'
  return String(roundTo(percentile, 0))
}

/** Whether every choice of stocks would have had the same result. */
const areAllTheSame = ({ p5, p95, value }: ReadyLuck): boolean => p5 === p95 && p5 === value

/** The percentile that counts for the verdict on the whole result. */
export const percentileOf = (luck: Luck | undefined): number | null =>
  luck?.ready && !areAllTheSame(luck) ? luck.percentile : null

export function verdictOf(luck: ReadyLuck): string {
  if (areAllTheSame(luck)) return allTheSame
  const beat = `You beat ${beatenOf(luck)} of 100 random stock pickers.`
  const between = `9 in 10 landed between ${wholeDollarsOf(luck.p5)} and ${wholeDollarsOf(luck.p95)}`
  const isInside = luck.percentile >= 5 && luck.percentile <= 95
  return isInside
    ? `${beat} Luck alone could explain it: ${between}.`
    : `${beat} ${between}, and luck alone gets outside that only 1 time in 10.`
}

/** Occurs where every stock was sold on the day of its purchase: at closing prices such trades gain nothing. */
const allTheSame =
  'Any other stocks would have given you the same result, so this says nothing about your picks.'

/** A close at midnight belongs to the day before. */
const lastDay = ({ until }: ReadyLuck): string => day.format(Date.parse(until) - 1)

/** How the replayed value, which is compared with the random traders, differs from the real one. */
export function replayOf(luck: ReadyLuck): string {
  const { value, real_value } = luck
  const replayed = `Your trades up to the close of ${lastDay(luck)}, at closing prices like theirs, come to ${dollarsOf(value)}.`
  return real_value === null
    ? replayed
    : `${replayed} You really had ${dollarsOf(real_value)} then. You didn't trade at closing prices, so they differ.`
}

export function figuresOf(luck: ReadyLuck): FigureTableData {
  return {
    columns: ['Figure', 'Value'],
    rows: [
      ['Beaten, of 100', beatenOf(luck)],
      ['Random stock pickers', formatQuantity(luck.traders)],
      ['Up to the close of', lastDay(luck)],
      ['Your picks', dollarsOf(luck.value)],
      ...(luck.real_value === null ? [] : [['You really had then', dollarsOf(luck.real_value)]]),
      ['5th of 100 (5 had this or less)', dollarsOf(luck.p5)],
      ['Median (half had this or less)', dollarsOf(luck.median)],
      ['95th of 100 (5 had more)', dollarsOf(luck.p95)],
    ],
  }
}

export const bucketsOf = ({ buckets }: ReadyLuck): FigureTableData => ({
  columns: ['From', 'To', 'Random stock pickers'],
  rows: buckets.map(({ from, to, traders }) => [
    dollarsOf(from),
    dollarsOf(to),
    formatQuantity(traders),
  ]),
})

/** The requirements that are not met yet. */
export const missingOf = (luck: EarlyLuck) =>
  [
    { name: 'buys', has: luck.purchases, needs: luck.purchases_needed },
    { name: 'days with a buy', has: luck.days, needs: luck.days_needed },
    { name: 'days since your first buy', has: luck.span, needs: luck.span_needed },
  ].filter(({ has, needs }) => has < needs)
