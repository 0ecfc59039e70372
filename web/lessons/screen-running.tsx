// The projector's page while a lesson runs or is paused: the clock, the market's line or a question, and the ten best with their
// moves since half a minute ago.
import { ticksOf } from '@tengrand/core/lesson.ts'
import { formatCount, fromDollars } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { withMarket } from '../leagues/board.tsx'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import type { BoardRow } from '../leagues/queries.ts'
import { Card } from '../ui/card.tsx'
import { Triangle } from '../ui/icons.tsx'
import { day } from '../ui/line-chart-scale.ts'
import { GainPercent } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { minutesAndSeconds } from './clock.ts'
import { LessonLine } from './lesson-line.tsx'
import { marketLine, usePriceLines } from './lines.ts'
import type { LiveLesson } from './live.ts'
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
          <Best live={live} tick={tick} />
        </Card>
      </div>
    </div>
  )
}

function Clock({ league: { id, name, members, market }, live }: RunningProps) {
  const ticks = ticksOf(market)
  const tick = live.tick ?? market.tick
  return (
    <>
      <div className="flex items-center justify-between gap-4 max-sm:flex-wrap">
        <div className="min-w-0">
          <Link to={paths.league(id)}>
            <PageHeading title={name} className="truncate text-30 font-semibold tracking-tight" />
          </Link>
          <p className="mt-1 text-20 text-muted">
            {formatCount(live.members ?? members, 'member')} · {planWords(market)}
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

type Board = readonly BoardRow[]

const noRows: Board = []

function Best({ live, tick }: { live: LiveLesson; tick: number }) {
  const { marketRoi } = live
  const board = live.board ?? noRows
  const moveOf = useMoves(board, tick)
  const best = board.filter(({ rank }) => rank !== null).slice(0, 10)
  if (best.length === 0)
    return <p className="m-auto text-24 text-muted">You get a rank with your first trade.</p>
  return (
    <ol aria-label="Board" className="grid flex-1 grid-rows-[repeat(11,minmax(0,1fr))] *:min-w-0">
      {withMarket(best, marketRoi).map((row, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- By their places, so that names change and nothing moves.
          key={place}
          className={`flex items-center gap-3 border-t text-20 first:border-t-0 ${row.rank === null ? 'border-dashed border-accent text-accent' : 'border-line'}`}
        >
          <span className="w-8 text-right font-semibold tabular-nums">{row.rank}</span>
          <Move places={moveOf(row)} />
          <span className="min-w-0 flex-1 truncate">{row.display_name}</span>
          <GainPercent value={row.roi_percentage} digits={1} plain />
        </li>
      ))}
    </ol>
  )
}

function Move({ places }: { places: number }) {
  const isUp = places > 0
  const words = `${isUp ? 'up' : 'down'} ${Math.abs(places)}`
  return (
    <span className={`w-12 tabular-nums ${isUp ? 'text-gain' : 'text-loss'}`}>
      {places !== 0 && (
        <span role="img" aria-label={words} className="inline-flex items-center gap-1.5">
          <Triangle up={isUp} />
          {Math.abs(places)}
        </span>
      )}
    </span>
  )
}

const ticksCompared = 30

/** The places that a member has won or lost within half a minute. A tick is a second. */
function useMoves(board: Board, tick: number): (row: BoardRow) => number {
  const [seen, setSeen] = useState([{ board, tick }])
  if (board !== seen.at(-1)?.board) {
    const others = seen.filter((one) => one.tick < tick)
    // The last one that is old enough stays, as what the others are compared with.
    const from = others.findLastIndex((one) => one.tick <= tick - ticksCompared)
    setSeen([...others.slice(Math.max(0, from)), { board, tick }])
  }
  const ranks = new Map(seen[0]?.board.map(({ user_id, rank }) => [user_id, rank]))
  return ({ user_id, rank }) => {
    const before = user_id && ranks.get(user_id)
    return before && rank ? before - rank : 0
  }
}
