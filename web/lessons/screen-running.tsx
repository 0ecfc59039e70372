// The projector's page while a lesson runs or is paused: the clock, the market's line or a question, and the ten best.
import { ticksOf } from '@tengrand/core/lesson.ts'
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import { Card } from '../ui/card.tsx'
import { day } from '../ui/line-chart-scale.ts'
import { GainPercent } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { minutesAndSeconds } from './clock.ts'
import { LessonLine } from './lesson-line.tsx'
import { marketLine, usePriceLines } from './lines.ts'
import type { LiveLesson } from './live.ts'
import { ScreenBoard } from './screen-board.tsx'
import { Controls, ScreenDoor } from './screen-controls.tsx'

interface RunningProps {
  readonly league: Lesson
  readonly live: LiveLesson
}

export function Running({ league, live }: RunningProps) {
  const { id, market } = league
  const isPaused = (live.state ?? market.state) === 'paused'
  const tick = live.tick ?? market.tick
  const { marketRoi } = live
  return (
    <div className="flex min-h-dvh flex-col gap-4 p-6 lg:h-dvh">
      <Clock league={league} live={live} />
      <div className="grid min-h-0 flex-1 gap-5 *:min-h-0 *:min-w-0 lg:grid-cols-2">
        <Card
          title={<span className="text-20">{isPaused ? 'Paused' : 'The market'}</span>}
          aside={
            <span className="text-20">
              {marketRoi !== null && !isPaused && (
                <GainPercent value={marketRoi} digits={1} plain />
              )}
            </span>
          }
          className="flex flex-col"
        >
          {isPaused ? (
            <Question tick={tick} ticks={ticksOf(market)} />
          ) : (
            <MarketLine league={league} />
          )}
          <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
            <Controls league={id} isPaused={isPaused} />
            <ScreenDoor league={league} />
          </div>
        </Card>
        <Card className="flex flex-col lg:py-2">
          <ScreenBoard board={live.board ?? noRows} tick={tick} marketRoi={marketRoi} />
        </Card>
      </div>
    </div>
  )
}

function Clock({ league: { id, name, members, market }, live }: RunningProps) {
  const ticks = ticksOf(market)
  const tick = live.tick ?? market.tick
  const count = live.members ?? members
  return (
    <>
      <div className="flex items-center justify-between gap-4 max-sm:flex-wrap">
        <div className="min-w-0">
          <Link to={paths.league(id)}>
            <PageHeading title={name} className="truncate text-30 font-semibold tracking-tight" />
          </Link>
          <p className="mt-1 text-20 text-muted">
            {formatQuantity(count)} {count === 1 ? 'member' : 'members'} ·{' '}
            {planWords(market).toLowerCase()}
          </p>
        </div>
        <div className="whitespace-nowrap tabular-nums sm:text-right">
          <p className="text-44 font-semibold tracking-tight">
            {minutesAndSeconds(Math.max(0, ticks - tick))} <span className="text-24">left</span>
          </p>
          <p className="text-20 text-muted">{day.format(live.now ?? Date.parse(market.now))}</p>
        </div>
      </div>
      <div aria-hidden="true" className="h-2 rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${(100 * tick) / ticks}%` }}
        />
      </div>
    </>
  )
}

function MarketLine({ league }: Pick<RunningProps, 'league'>) {
  const points = marketLine(usePriceLines(league, linesMs), fromDollars(league.starting_cash))
  return <LessonLine points={points} className="flex-1 max-lg:min-h-60" />
}

const linesMs = 5_000
const noRows: NonNullable<LiveLesson['board']> = []

/** The organiser can go on to the next one. */
function Question({ tick, ticks }: { tick: number; ticks: number }) {
  const [further, setFurther] = useState(0)
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-2">
      <p className="text-30 leading-tight font-semibold text-balance">
        {questionAt(tick, ticks, further)}
      </p>
      <TextButton onClick={() => setFurther(further + 1)}>Another question</TextButton>
    </div>
  )
}

/** Early ones are about choices, late ones about results. */
export const questions: readonly string[] = [
  'Which stock would you buy now? What makes you think so?',
  'How many different stocks do you hold? What happens to you if the largest one falls by half?',
  'You know no company names here. Would a name help you to choose, or lead you astray?',
  'How much cash do you keep? What do you gain by waiting, and what do you miss?',
  'A stock has just gone up a lot. Does it go on rising? What have you seen so far?',
  'When do you sell: after a gain or after a loss? What is your reason?',
  'Each trade costs a little, because you buy above the price and sell below it. What have your trades cost you?',
  'You could have bought all 16 stocks at the start and waited. Are you ahead of the market?',
  'Is the member in first place skilled or lucky? How could you find out?',
  'What would you do differently in a second year? Would you do the same with real money?',
]

/** One for each part of the lesson, so that a page that is loaded again asks the same; and the next ones on demand. */
function questionAt(tick: number, ticks: number, further: number): string {
  const part = Math.floor((questions.length * tick) / (ticks + 1))
  return questions[(part + further) % questions.length] ?? ''
}
