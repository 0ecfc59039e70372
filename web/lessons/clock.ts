// The clocks of lessons: the present by the browser, and how long something still lasts, in words that are read from afar.
import { useEffect, useState } from 'react'

import { instantNow } from '../ui/instant.ts'

export function useNow(): number {
  const [now, setNow] = useState(instantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(instantNow()), 250)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** '7:22'. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
