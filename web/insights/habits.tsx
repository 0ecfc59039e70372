// The card of habits: figures of how the learner invests, with those of the market; no score and no advice.
import { formatPercent, formatQuantity, roundTo } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { useStockWord, type OfStock } from '../portfolio/stock-names.ts'
import { day } from '../ui/line-chart-scale.ts'
import { GuideLink, InsightCard } from './insight-card.tsx'
import type { Habits as Figures, InsightProps } from './insights.ts'

export function Habits({ insights }: InsightProps) {
  return (
    <InsightCard
      title="Habits"
      query={insights.habits}
      what="your habits"
      sentenceLook="sr-only"
      blocks={[]}
      whileLoading={<List />}
    >
      {(figures) => <List figures={figures} />}
    </InsightCard>
  )
}

/** The second figure is that of the market, where the answer has one. */
type Figure = readonly [yours: string, market?: string | undefined]

interface Habit {
  readonly name: string
  readonly figure: (habits: Figures, wordOf: OfStock) => Figure
  readonly why: ReactNode
}

const habits: readonly Habit[] = [
  {
    name: 'Biggest drop',
    figure: ({ worst_fall: fall }) =>
      fall
        ? [
            `${fallWords(fall.percent)}, ${daysWords(fall.from, fall.to)}`,
            whereKnown(fall.market_percent, worstOfMarket),
          ]
        : ['None so far'],
    why: (
      <>
        A stock that halves must double to recover, so{' '}
        <GuideLink section="limits">losses weigh more than gains</GuideLink>.
      </>
    ),
  },
  {
    name: 'Largest stock',
    figure: ({ largest }, wordOf) =>
      largest
        ? [
            `${shareOf(largest.percent)} in ${wordOf(largest.ticker)}`,
            whereKnown(largest.market_percent, shareOf),
          ]
        : ['Nothing held'],
    why: (
      <>
        Out of everything you have. The larger it is, the more{' '}
        <GuideLink section="spreading">its swings decide</GuideLink> your result.
      </>
    ),
  },
  {
    name: 'Diversification',
    figure: ({ effective_stocks: yours, market_effective_stocks: market }) => [
      whereKnown(yours, equalParts) ?? 'Nothing held',
      whereKnown(market, tenths),
    ],
    why: (
      <>
        Cash doesn't count. Ten stocks swing like one if almost all your money is in one.{' '}
        <GuideLink section="spreading">The first few equal parts help most</GuideLink>.
      </>
    ),
  },
  {
    name: 'In cash, on average',
    figure: ({ cash_percent }) => [shareOf(cash_percent)],
    why: (
      <>
        Cash doesn't fall or rise, so <GuideLink section="spreading">half cash</GuideLink> means
        half the swings and half the gains.
      </>
    ),
  },
  {
    name: 'Trades per month',
    figure: ({ trades_per_month }) => [tenths(trades_per_month)],
    why: (
      <>
        Every trade costs the spread, so <GuideLink section="costs">trading often</GuideLink> means
        more to win back. Less than a month counts as one.
      </>
    ),
  },
  {
    name: 'Sales',
    figure: ({ sales, sales_at_cost }) => [salesWords(sales, sales_at_cost)],
    why: (
      <>
        Many people <GuideLink section="mistakes">sell winners and keep losers</GuideLink>. Do you?
      </>
    ),
  },
]

const whereKnown = (value: number | null, words: (value: number) => string) =>
  value === null ? undefined : words(value)
const shareOf = (percent: number): string => formatPercent(percent, 1).replace('+', '')
const equalParts = (count: number): string =>
  `Like ${tenths(count)} ${tenths(count) === '1' ? 'stock' : 'equal stocks'}`
/** False for a fall that rounds to 0.00%. */
const isFall = (percent: number): boolean => percent <= -0.005
const fallWords = (percent: number): string =>
  isFall(percent) ? formatPercent(percent) : 'Less than 0.01%'
/** The biggest drop of the market, which may have been on other days. */
const worstOfMarket = (percent: number): string =>
  isFall(percent) ? `${formatPercent(percent)} at its worst` : 'no drop'
const tenths = (value: number): string => String(roundTo(value, 1))

/** Takes a date or an instant, whose day is that of New York. */
const dayWords = (date: string): string =>
  day.format(Date.parse(date.includes('T') ? date : `${date}T12:00-05:00`))

const daysWords = (from: string, to: string): string =>
  [...new Set([dayWords(from), dayWords(to)])].join(' to ')

function salesWords({ gains, losses }: Figures['sales'], atCost: number): string {
  if (gains + losses + atCost === 0) return 'None'
  const even = atCost === 0 ? '' : `, ${formatQuantity(atCost)} at cost`
  return `${formatQuantity(gains)} at a gain, ${formatQuantity(losses)} at a loss${even}`
}

/** Shows dashes while there are no figures, in the same height. */
function List({ figures }: { figures?: Figures }) {
  const wordOf = useStockWord()
  return (
    <dl className="grid gap-4">
      {habits.map(({ name, figure, why }) => {
        const [yours, market]: Figure = figures ? figure(figures, wordOf) : ['—']
        return (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="flex flex-wrap items-baseline justify-between gap-x-3 text-15 tabular-nums">
              <span className="font-semibold">{yours}</span>
              {market !== undefined && <span className="text-muted">Market: {market}</span>}
            </dd>
            <dd className="text-muted">{why}</dd>
          </div>
        )
      })}
    </dl>
  )
}
