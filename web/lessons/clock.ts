// The clocks of lessons: how long something still lasts, in seconds and in words that are read from afar.
import { useEffect, useState } from 'react'

import { instantNow } from '../ui/instant.ts'

/** By the clock of this device, which may be wrong. Null without an instant. */
export function useSecondsUntil(instant: string | number | null = null): number | null {
  const [now, setNow] = useState(instantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(instantNow()), 250)
    return () => clearInterval(timer)
  }, [])
  return instant === null ? null : Math.ceil((new Date(instant).getTime() - now) / 1_000)
}

/** '7:22'. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
