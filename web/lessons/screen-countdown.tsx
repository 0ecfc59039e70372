// The projector's page in the ten seconds after Start.
import { useEffect, useState } from 'react'

import { instantNow } from '../ui/instant.ts'
import { PageHeading } from '../ui/page-heading.tsx'

/** The clock of the browser may be wrong, so that it is never more than ten. */
export function Countdown({ startsAt }: { startsAt: string | null }) {
  const [now, setNow] = useState(instantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(instantNow()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = startsAt === null ? 10 : Math.ceil((Date.parse(startsAt) - now) / 1_000)
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
