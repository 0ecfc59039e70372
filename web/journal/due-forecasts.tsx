// The line on the dashboard about forecasts that came due since the journal was last looked at.
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Link } from '../browser/link.tsx'
import { useLogError } from '../browser/log.ts'
import { usePaths } from '../browser/paths.ts'
import { useDueForecasts, useLastVisit } from './last-visit.ts'

/** Asks after everything else on the page has been answered. Its height is kept, so that nothing moves. */
export default function DueForecasts() {
  const { journal } = usePaths()
  const after = useLastVisit().lastVisit()
  const { data, error } = useDueForecasts(after, useWasQuiet())
  useLogError('The forecasts that came due could not be loaded.', error)
  return (
    <p className="min-h-10 px-5 text-muted max-lg:order-3 print:hidden">
      {data && data.forecasts > 0 && (
        <Link
          to={journal()}
          className="inline-flex min-h-10 items-center font-medium text-accent underline underline-offset-3"
        >
          {newsWords(data)}
        </Link>
      )}
    </p>
  )
}

/** Becomes true once nothing has been fetched for a moment. */
function useWasQuiet(): boolean {
  const isQuiet = useIsFetching() === 0
  const [wasQuiet, setWasQuiet] = useState(false)
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => setWasQuiet(true), 200)
    return () => clearTimeout(timer)
  }, [isQuiet])
  return wasQuiet
}

/** '3 forecasts have come due: 2 right, 1 even' */
function newsWords(due: { forecasts: number; right: number; even: number }): string {
  const { forecasts, right, even } = due
  const counted = forecasts === 1 ? '1 forecast has' : `${forecasts} forecasts have`
  return `${counted} come due: ${right} right${even > 0 ? `, ${even} even` : ''}`
}
