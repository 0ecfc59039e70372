// What the projector shows of a lesson: the lobby, the countdown, the running lesson and its end.
import { useLayoutEffect } from 'react'

import type { Lesson } from '../leagues/lesson-words.ts'
import { useRefetchOnChange } from '../leagues/queries.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { useSecondsUntil } from './clock.ts'
import { useLiveLesson } from './live.ts'
import { Lobby } from './lobby.tsx'
import { Over } from './screen-over.tsx'
import { Running } from './screen-running.tsx'

export default function Screen({ league }: { league: Lesson }) {
  useLargeType()
  const live = useLiveLesson(league.id)
  const { market } = league
  const state = live.state ?? market.state
  // The end unmasks the stocks.
  useRefetchOnChange(live.state ?? undefined, ['leagues', league.id])
  switch (state) {
    case 'lobby':
      return <Lobby league={league} />
    case 'countdown':
      return <Countdown startsAt={market.starts_at} />
    case 'over':
      return <Over league={league} />
    case 'running':
    case 'paused':
      return <Running league={league} live={live} />
  }
}

/** Everything is as large as the window allows, for the last row. */
function useLargeType(): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.fontSize = 'max(100%, min(1.5625vw, 2.7777vh))'
    return () => {
      style.fontSize = ''
    }
  }, [])
}

/** In the ten seconds after Start. The clock of the browser may be wrong, so that it is never more than ten. */
function Countdown({ startsAt }: { startsAt: string | null }) {
  const seconds = useSecondsUntil(startsAt) ?? 10
  const shown = Math.min(10, Math.max(1, seconds))
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center p-6 text-center">
      <PageHeading title="The lesson starts in" className="text-44 font-semibold tracking-tight" />
      <p
        role="timer"
        className="w-full leading-none font-semibold tabular-nums"
        style={{ fontSize: '60vmin' }}
      >
        {/* A new one each second, so that nothing moves. */}
        <span key={shown}>{shown}</span>
      </p>
    </div>
  )
}
