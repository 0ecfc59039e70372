// How the learner invests, in a few figures, with those of the market beside them; no score and no advice.
import { formatPercent, formatQuantity, roundTo } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { Card } from '../ui/card.tsx'
import { day } from '../ui/line-chart-scale.ts'
import type { Habits as Figures, PartProps } from './insights.ts'
import { GuideLink, PartView } from './insight-card.tsx'

export function Habits({ insights }: PartProps) {
  return (
    <Card title="Habits">
      <PartView
        query={insights.habits}
        what="your habits"
        renderMeanwhile={(words) => (
          <>
            <p role="status" className="sr-only">
              {words}
            </p>
            <List />
          </>
        )}
      >
        {(habits) => <List habits={habits} />}
      </PartView>
    </Card>
  )
}

interface Figure {
  readonly yours: string
  /** Of the market, where there is one. */
  readonly market?: string | undefined
}

interface Habit {
  readonly name: string
  readonly figure: (habits: Figures) => Figure
  readonly why: ReactNode
}

const habits: readonly Habit[] = [
  {
    name: 'Worst fall from a peak',
    figure: ({ worst_fall: fall }) =>
      fall
        ? {
            yours: `${fallWords(fall.percent)}, ${daysWords(fall.from, fall.to)}`,
            market: fall.market_percent === null ? undefined : worstOfMarket(fall.market_percent),
          }
        : { yours: 'None so far' },
    why: (
      <>
        What has halved must double to come back, so{' '}
        <GuideLink section="limits">losses weigh more than gains</GuideLink> of the same size.
      </>
    ),
  },
  {
    name: 'Largest stock',
    figure: ({ largest }) =>
      largest
        ? {
            yours: `${shareOf(largest.percent)} in ${largest.ticker}`,
            market: largest.market_percent === null ? undefined : shareOf(largest.market_percent),
          }
        : { yours: 'Nothing held' },
    why: (
      <>
        Of everything, cash too. The larger one part is, the more{' '}
        <GuideLink section="spreading">its swings decide</GuideLink> what happens to the whole.
      </>
    ),
  },
  {
    name: 'Spread as widely as',
    figure: ({ effective_stocks: yours, market_effective_stocks: market }) => ({
      yours: yours === null ? 'Nothing held' : equalParts(tenths(yours)),
      market: market === null ? undefined : tenths(market),
    }),
    why: (
      <>
        Cash aside. Ten stocks of which one is nearly everything swing like one:{' '}
        <GuideLink section="spreading">the first few equal parts help most</GuideLink>.
      </>
    ),
  },
  {
    name: 'In cash, on average',
    figure: ({ cash_percent }) => ({ yours: shareOf(cash_percent) }),
    why: (
      <>
        At the close of each day, and now. Cash does not fall, and does not rise:{' '}
        <GuideLink section="spreading">half cash</GuideLink> means half the swings and half the
        gains.
      </>
    ),
  },
  {
    name: 'Trades a month',
    figure: ({ trades_per_month }) => ({ yours: tenths(trades_per_month) }),
    why: (
      <>
        Less than a month counts as one. Every trade costs the spread, and{' '}
        <GuideLink section="costs">trading often</GuideLink> must earn its costs first.
      </>
    ),
  },
  {
    name: 'Sales',
    figure: ({ sales, sales_at_cost }) => ({ yours: salesWords(sales, sales_at_cost) }),
    why: (
      <>
        Many people <GuideLink section="mistakes">sell winners and keep losers</GuideLink>; this
        shows what you did.
      </>
    ),
  },
]

const shareOf = (percent: number): string => formatPercent(percent, 1).replace('+', '')
const equalParts = (count: string): string => (count === '1' ? 'One stock' : `${count} equal parts`)
/** One that rounds to nothing is no fall to speak of. */
const isFall = (percent: number): boolean => percent <= -0.005
const fallWords = (percent: number): string =>
  isFall(percent) ? formatPercent(percent) : 'Less than 0.01%'
/** On days of its own. */
const worstOfMarket = (percent: number): string =>
  isFall(percent) ? `${formatPercent(percent)} at its worst` : 'did not fall'
const tenths = (value: number): string => String(roundTo(value, 1))

/** A day stands for itself, an instant for its day in New York. */
const dayWords = (date: string): string =>
  day.format(Date.parse(date.length > dayLength ? date : `${date}T12:00-05:00`))

function daysWords(from: string, to: string): string {
  const days = new Set([dayWords(from), dayWords(to)])
  return [...days].join(' to ')
}

function salesWords({ gains, losses }: Figures['sales'], atCost: number): string {
  if (gains + losses + atCost === 0) return 'None'
  const even = atCost === 0 ? '' : `, ${formatQuantity(atCost)} at cost`
  return `${formatQuantity(gains)} at a gain, ${formatQuantity(losses)} at a loss${even}`
}

const dayLength = 'YYYY-MM-DD'.length

/** As high without its figures as with them. */
function List({ habits: known }: { habits?: Figures }) {
  return (
    <dl className="grid gap-4">
      {habits.map(({ name, figure, why }) => (
        <Row key={name} name={name} why={why} figure={known ? figure(known) : { yours: '—' }} />
      ))}
    </dl>
  )
}

interface RowProps extends Pick<Habit, 'name' | 'why'> {
  readonly figure: Figure
}

function Row({ name, figure: { yours, market }, why }: RowProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline justify-between gap-x-3 text-15 tabular-nums">
        <span className="font-semibold">{yours}</span>
        {market !== undefined && <span className="text-muted">the market {market}</span>}
      </dd>
      <dd className="text-12 text-muted">{why}</dd>
    </div>
  )
}
