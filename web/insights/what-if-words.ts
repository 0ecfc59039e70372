// The twins of a learner in words: what each of them did instead, what it has, and how much that is more or less.
import { formatGain, formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { LineLook } from '../ui/line-chart-lines.tsx'
import type { FigureTableProps } from './figure-table.tsx'
import type { Twin, Twins } from './insights.ts'

export type Kind = Twin['kind']

export const names: Readonly<Record<Kind, string>> = {
  kept: 'Never sold',
  first_day: 'First day only',
  market: 'The market',
  cash: 'Only cash',
}

/** That of the market is the same as on the other charts. */
export const looks: Readonly<Record<Kind, LineLook>> = {
  kept: 'dots',
  first_day: 'mixed',
  market: 'dashes',
  cash: 'short',
}

export function sentenceOf(twin: Twin, isClosed: boolean): string {
  const value = formatMoney(fromDollars(twin.value))
  const has = isClosed ? 'would have had' : 'would have'
  const difference = differenceOf(twin, isClosed ? 'you had' : 'you have')
  return `Had you ${deedOf(twin)}, you ${has} ${value}: ${difference}.${caveatOf(twin)}`
}

function deedOf({ kind, skipped }: Twin): string {
  switch (kind) {
    case 'kept':
      return `never sold${skippedWords(skipped)}`
    case 'first_day':
      return 'stopped after your first day of trading'
    case 'market':
      return `bought equal parts of all ${tickers.length} stocks at the start`
    case 'cash':
      return 'kept the cash'
  }
}

function skippedWords(skipped: number): string {
  if (skipped === 0) return ''
  return ` (and skipped ${skipped} later ${skipped === 1 ? 'purchase' : 'purchases'} for want of cash)`
}

/** Who sells can buy again, so that without sales other things change too. */
const caveatOf = ({ kind, skipped }: Twin): string =>
  kind === 'kept' && skipped > 0
    ? ' Your sales paid for what it skipped, so this is not about the sales alone.'
    : ''

/** The answer says what the learner has more. */
function differenceOf({ difference }: Twin, when: string): string {
  if (difference === 0) return `the same as ${when}`
  const amount = formatMoney(fromDollars(Math.abs(difference)))
  return `${amount} ${difference < 0 ? 'more' : 'less'} than ${when}`
}

export function tableOf({ value, twins }: Twins): Omit<FigureTableProps, 'label'> {
  const yours = fromDollars(value)
  return {
    columns: ['Twin', 'Value', 'You are ahead by', 'Purchases skipped'],
    rows: [
      ['You', formatMoney(yours), '', ''],
      ...twins.map((twin) => [
        names[twin.kind],
        formatMoney(fromDollars(twin.value)),
        formatGain(fromDollars(twin.difference)),
        String(twin.skipped),
      ]),
    ],
  }
}
