// The text of the luck card: the verdict, the replayed value, the tables, and what is missing before a verdict.
import {
  formatMoney,
  formatPercent,
  formatQuantity,
  fromDollars,
  roundTo,
} from '@tengrand/core/money.ts'

import { day } from '../ui/line-chart-scale.ts'
import type { FigureTableData } from './figure-table.tsx'
import type { Luck } from './insights.ts'

export type ReadyLuck = Extract<Luck, { ready: true }>
export type EarlyLuck = Extract<Luck, { ready: false }>

export const dollarsOf = (dollars: number): string => formatMoney(fromDollars(dollars))

/** The amount in whole dollars, for labels with little room. */
export const wholeDollarsOf = (dollars: number): string =>
  dollarsOf(roundTo(dollars, 0)).replace('.00', '')

/** The percentile in whole percent, except where rounding would give 0 or 100. */
function percentileOf({ percentile }: ReadyLuck): string {
  const isNearEnd = (percentile > 0 && percentile < 1) || (percentile > 99 && percentile < 100)
  return formatPercent(percentile, isNearEnd ? 2 : 0).slice(1)
}

export function verdictOf(luck: ReadyLuck): string {
  if (luck.p5 === luck.p95 && luck.p5 === luck.value) return allTheSame
  const isInside = luck.percentile >= 5 && luck.percentile <= 95
  return `Your choice of stocks did better than ${percentileOf(luck)} of ${formatQuantity(luck.traders)} random ones. Nine in ten ended between ${dollarsOf(luck.p5)} and ${dollarsOf(luck.p95)}. Between the 5th and the 95th, luck alone could explain a result like this. ${isInside ? 'Yours lies between them.' : 'Yours lies outside, where luck alone leads one in ten.'}`
}

/** Occurs where every stock was sold on the day of its purchase: at closing prices such trades gain nothing. */
const allTheSame =
  'With any other stocks your trades would have come to the same, so they say nothing about your choice of them.'

/** A close at midnight belongs to the day before. */
const lastDay = ({ until }: ReadyLuck): string => day.format(Date.parse(until) - 1)

/** How the replayed value, which is compared with the random traders, differs from the real one. */
export function replayOf(luck: ReadyLuck): string {
  const { value, real_value } = luck
  const replayed = `Your trades up to the close of ${lastDay(luck)}, replayed at closing prices as those of the random traders are, come to ${dollarsOf(value)}`
  return real_value === null
    ? `${replayed}.`
    : `${replayed}; what you really had then was ${dollarsOf(real_value)}. The difference is in the prices within a day, and in the spread.`
}

export function figuresOf(luck: ReadyLuck): FigureTableData {
  return {
    columns: ['Figure', 'Value'],
    rows: [
      ['Did better than', percentileOf(luck)],
      ['Random traders', formatQuantity(luck.traders)],
      ['Up to the close of', lastDay(luck)],
      ['You, replayed', dollarsOf(luck.value)],
      ...(luck.real_value === null
        ? []
        : [['What you really had then', dollarsOf(luck.real_value)]]),
      ['5th of 100: five had this or less', dollarsOf(luck.p5)],
      ['Median: half had this or less', dollarsOf(luck.median)],
      ['95th of 100: five had more', dollarsOf(luck.p95)],
    ],
  }
}

export const bucketsOf = ({ buckets }: ReadyLuck): FigureTableData => ({
  columns: ['From', 'To', 'Random traders'],
  rows: buckets.map(({ from, to, traders }) => [
    dollarsOf(from),
    dollarsOf(to),
    formatQuantity(traders),
  ]),
})

/** The requirements that are not met yet. */
export const missingOf = (luck: EarlyLuck) =>
  [
    { name: 'purchases', has: luck.purchases, needs: luck.purchases_needed },
    { name: 'days with a purchase', has: luck.days, needs: luck.days_needed },
    { name: 'days since the first one', has: luck.span, needs: luck.span_needed },
  ].filter(({ has, needs }) => has < needs)
