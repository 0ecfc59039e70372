// The texts and chart lines of the PNG that compares a portfolio with the market, for readers outside the app.
import { dayOf, type Range } from '@tengrand/core/day.ts'
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { marketColumns, marketReturn, sentenceOf, yourReturn } from '../portfolio/market-line.tsx'
import { valueLine } from '../portfolio/value-line.ts'
import type { NetWorthHistory } from '../portfolio/queries.ts'
import { day, type ChartPoint } from '../ui/line-chart-scale.ts'

export interface PictureFacts {
  readonly history: NetWorthHistory
  readonly range: Range
}

export interface Picture {
  readonly headline: string
  readonly isLoss: boolean
  readonly by: string
  readonly period: string
  readonly you: PictureLine
  /** Null where the history has no benchmark. */
  readonly market: PictureLine | null
  readonly from: string
  readonly to: string
  readonly notes: readonly [string, string]
}

export interface PictureLine {
  readonly name: string
  readonly points: readonly ChartPoint[]
  readonly start: string
  readonly end: string
}

interface Credits {
  /** Null for an anonymous picture. */
  readonly name: string | null
  /** The name of the price source, where it has loaded. */
  readonly prices: string | null
}

export function pictureOf({ history, range }: PictureFacts, { name, prices }: Credits): Picture {
  const { points } = valueLine(history, fromDollars(history.metrics.current_value))
  const you = yourReturn(history)
  const [market] = marketColumns(history, points, you).further
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const days = dayOf(from) === dayOf(to) ? [to] : [from, to]
  return {
    headline: sentenceOf(you, marketReturn(history), 'The portfolio'),
    isLoss: you.amount < 0,
    by: name ?? 'Anonymous',
    period: `${periods[range]}: ${days.map((at) => day.format(at)).join(' – ')}`,
    you: lineOf('The portfolio', points),
    market: market ? lineOf(market.name, market.points) : null,
    from: day.format(from),
    to: day.format(to),
    notes: [
      market
        ? `'The market' is your cash split equally across all ${tickers.length} stocks and never touched.`
        : '',
      prices === null ? 'Virtual money' : `Virtual money · ${prices}`,
    ],
  }
}

const lineOf = (name: string, points: readonly ChartPoint[]): PictureLine => ({
  name,
  points,
  start: wordsOf(points[0]),
  end: wordsOf(points.at(-1)),
})

const wordsOf = (point: ChartPoint | undefined): string => (point ? formatMoney(point.value) : '')

const periods: Readonly<Record<Range, string>> = {
  '7d': '7 days',
  '1m': '1 month',
  '6m': '6 months',
  ytd: 'This year',
  '1y': '1 year',
  all: 'Since the start',
}

/** The alternative text of the preview. */
export const altOf = ({ headline, period, by }: Picture): string => `${headline} ${period}. ${by}.`

export const fileOf = ({ range }: PictureFacts): string => `tengrand-market-${range}.png`
