// The bar over a lesson that is played: its name, the market's date, the time that is left, and what to wait for.
import { ticksOf } from '@tengrand/core/lesson.ts'
import { formatCount } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Change } from '../leagues/league-view.tsx'
import type { Lesson, LessonMarket } from '../leagues/lesson-words.ts'
import { day } from '../ui/line-chart-scale.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { minutesAndSeconds, useSecondsUntil } from './clock.ts'
import type { LessonState, LiveLesson } from './live.ts'

interface PlayBarProps {
  readonly lesson: Lesson
  readonly live: LiveLesson
  readonly state: LessonState
}

export function PlayBar({ lesson: { id, name, market }, live, state }: PlayBarProps) {
  const tick = live.tick ?? market.tick
  const now = live.now ?? Date.parse(market.now)
  const width = `${(100 * tick) / ticksOf(market)}%`
  return (
    <div className="sticky top-0 z-10 -mx-4 -mt-5 border-b border-line bg-surface md:-mx-6 md:-mt-6">
      <div className="flex min-h-12 items-center justify-between gap-3 px-4 md:px-6">
        <PageHeading
          title={name}
          className="min-w-0 text-15 leading-tight font-semibold wrap-anywhere"
        />
        <time
          dateTime={new Date(now).toISOString()}
          className="whitespace-nowrap text-muted tabular-nums"
        >
          {day.format(now)}
        </time>
        <span className="w-24 text-right font-semibold whitespace-nowrap tabular-nums">
          {timeWords(state, market, tick)}
        </span>
      </div>
      <div aria-hidden="true" className="h-1.5 bg-sunken">
        <div className="h-full bg-accent" style={{ width }} />
      </div>
      <p
        className={`flex min-h-10 flex-wrap items-center gap-x-4 px-4 md:px-6 ${looks[state] ?? 'text-muted'}`}
      >
        {state === 'countdown' ? <Countdown to={market.starts_at} /> : whatNow[state]}
        {state === 'over' && (
          <Link
            to={paths.league(id)}
            className="inline-flex min-h-10 items-center font-medium underline"
          >
            See the final board
          </Link>
        )}
      </p>
      <Change state={state} words={changes[state]} />
    </div>
  )
}

function timeWords(state: LessonState, market: LessonMarket, tick: number): string {
  if (state === 'lobby' || state === 'countdown') return formatCount(market.minutes, 'minute')
  if (state === 'over') return 'Over'
  // A tick is a second. The last league that was fetched may be some ticks old.
  return `${minutesAndSeconds(Math.max(0, market.ticks_left + market.tick - tick))} left`
}

const looks: Readonly<Partial<Record<LessonState, string>>> = {
  paused: 'bg-pro-soft font-medium text-pro',
  over: 'bg-accent-soft text-accent',
}

const whatNow = {
  lobby: 'Waiting for the start.',
  running: 'Orders fill at the next price, one second later.',
  paused: 'The lesson is paused. Prices stand still.',
  over: 'The lesson is over.',
}

function Countdown({ to }: { to: string | null }) {
  const seconds = useSecondsUntil(to) ?? 0
  // The clock of this device may be wrong.
  return seconds < 1 || seconds > 10 ? 'Starts in a moment.' : `Starts in ${seconds} s.`
}

const changes: Readonly<Record<LessonState, string>> = {
  lobby: '',
  countdown: 'The lesson starts in ten seconds.',
  running: 'The lesson is running.',
  paused: 'The lesson is paused.',
  over: 'The lesson is over.',
}
