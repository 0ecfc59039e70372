// What stands in it hears of live quotes at most every two seconds, all at once: large numbers that never rest are hard to read.
import { useMemo, type ReactNode } from 'react'

import { calmQuotes, type Pace } from './calm-quotes.ts'
import { QuotesContext, useQuotes } from './use-quote.ts'

const atRest: Pace = { restMs: 2000, delayMs: 0 }
/** The same prices a moment later: all of a page at once would keep a slow device busy for too long. */
export const behind: Pace = { restMs: 0, delayMs: 150 }

interface CalmProps {
  readonly pace?: Pace
  readonly children: ReactNode
}

export function Calm({ pace = atRest, children }: CalmProps) {
  const quotes = useQuotes()
  const calm = useMemo(() => calmQuotes(quotes, pace), [quotes, pace])
  return <QuotesContext value={calm}>{children}</QuotesContext>
}
