// What stands in it hears of live quotes at most every two seconds, all at once: large numbers that never rest are hard to read.
import { use, useMemo, type ReactNode } from 'react'

import { calmQuotes } from './calm-quotes.ts'
import { QuotesContext } from './use-quote.ts'

const restMs = 2000

export function Calm({ children }: { children: ReactNode }) {
  const quotes = use(QuotesContext)
  const calm = useMemo(() => calmQuotes(quotes, restMs), [quotes])
  return <QuotesContext value={calm}>{children}</QuotesContext>
}
