// The learner's own value in a lesson, its gain and rank, and its line against that of the market.
import { formatPercent, fromDollars } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import type { ReactNode } from 'react'

import type { Lesson } from '../leagues/lesson-words.ts'
import { makeScale, padPrice, pathOf } from '../ui/line-chart-scale.ts'
import { LegendItem } from '../ui/line-chart-lines.tsx'
import { Plot, Stroke } from '../ui/line-chart.tsx'
import { Gain, Missing, Money } from '../ui/money.tsx'
import type { Line } from './lines.ts'
import type { LiveLesson } from './live.ts'
import type { Played } from './played.ts'

interface PlayValueProps {
  readonly lesson: Lesson
  readonly live: LiveLesson
  readonly played: Played
}

export function PlayValue({ lesson, live, played: { value, own, market } }: PlayValueProps) {
  const start = fromDollars(lesson.starting_cash)
  const gain = value === null ? null : returnSince(start, value)
  const tone = gain !== null && gain.amount < 0 ? 'text-loss' : 'text-gain'
  const end = market.at(-1)
  const you = live.board?.find((row) => row.you)
  const rank = you?.rank ?? null
  return (
    <section aria-label="Your result" className="grid gap-4 py-4 *:min-w-0 lg:grid-cols-2">
      <div className="flex justify-between gap-4">
        <Figure
          name={you ? `${you.display_name}, your value` : 'Your value'}
          className="shrink-0"
          below={gain ? <Gain {...gain} /> : <Missing />}
        >
          <Money amount={value} />
        </Figure>
        <Figure
          name="Rank"
          className="text-right"
          below={
            rank === null
              ? live.board && unrankedWords(lesson)
              : `of ${live.members ?? lesson.members}`
          }
        >
          {rank ?? <Missing />}
        </Figure>
      </div>
      <div>
        <div className={`relative h-18 ${tone}`}>
          {own.length > 1 && <Drawn own={own} market={market} />}
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 text-12 tabular-nums">
          <LegendItem tone={tone}>You</LegendItem>
          <LegendItem look="dashes">
            {`The market ${end ? formatPercent(returnSince(start, end.value).percent, 1) : ''}`}
          </LegendItem>
        </p>
      </div>
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly below: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

const Figure = ({ name, below, className = '', children }: FigureProps) => (
  <div className={`min-w-0 ${className}`}>
    <p className="text-12 text-muted">{name}</p>
    <p className="text-30 font-semibold tracking-tight tabular-nums">{children}</p>
    <p className="min-h-5.5 text-15 text-muted">{below}</p>
  </div>
)

function unrankedWords({ role, ranked, state }: Lesson): string {
  if (role === 'owner') return 'You run the lesson, so you get no rank.'
  if (!ranked) return 'You joined late, so you get no rank.'
  return state === 'over' ? 'You made no trade.' : 'Trade to get a rank.'
}

function Drawn({ own, market }: { own: Line; market: Line }) {
  const scale = makeScale([...own, ...market], padPrice)
  return (
    <Plot>
      {market.length > 1 && (
        <Stroke
          path={pathOf(market, scale)}
          strokeWidth="1.75"
          strokeDasharray="7 4"
          className="text-accent"
        />
      )}
      <Stroke path={pathOf(own, scale)} />
    </Plot>
  )
}
