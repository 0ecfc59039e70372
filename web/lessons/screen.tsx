// What the projector shows of a lesson: the lobby, the countdown, the running lesson and its end.
import { useLayoutEffect } from 'react'

import type { Lesson } from '../leagues/lesson-words.ts'
import { useRefetchOnChange } from '../leagues/queries.ts'
import { useLiveLesson } from './live.ts'
import { Lobby } from './lobby.tsx'
import { Countdown } from './screen-countdown.tsx'
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
