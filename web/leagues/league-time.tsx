// How long a league still runs in words that keep up with the clock, until when, and whether it ends early.
import { useEffect, useState } from 'react'

import { instantNow } from '../ui/instant.ts'
import { Notice } from '../ui/notice.tsx'
import type { League } from './queries.ts'
import { countdown, exactTime, isTimed } from './times.ts'

export function LeagueTime({ league }: { league: League }) {
  if (!isTimed(league))
    return (
      <p className="mt-1 text-muted">
        <Countdown league={league} />
      </p>
    )
  const { state, starts_at, ends_at, planned_ends_at } = league
  const at = state === 'before' ? starts_at : ends_at
  return (
    <>
      <p className="mt-1 text-muted">
        <Countdown league={league} /> · {whenWords[state]}
        <time dateTime={at}>{exactTime(at)}</time>
      </p>
      {state !== 'over' && ends_at !== planned_ends_at && (
        <Notice tone="warning" className="mt-2 w-full">
          This league ends early. It was planned until {exactTime(planned_ends_at)}.
        </Notice>
      )}
    </>
  )
}

const whenWords = { before: '', open: 'ends ', over: 'ended ' } as const

/** Not a live region: screen readers would repeat it. */
export function Countdown({ league }: { league: League }) {
  const [, setNow] = useState(instantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(instantNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return countdown(league)
}

const tickMs = 20_000
