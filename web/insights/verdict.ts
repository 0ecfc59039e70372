// The first sentence about a result: on the insights page, and as one line with a link to that page elsewhere.
import { useEffect, useState } from 'react'

import { usePaths } from '../browser/paths.ts'
import { usePortfolio } from '../portfolio/queries.ts'
import { startOf } from '../portfolio/returns.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { useInsightsOf, useLuck } from './insights.ts'
import { verdictWords } from './verdict-words.ts'

/** The sentence; null while it is not known, and where nothing was traded. */
export function useVerdict(isWanted = true): string | null {
  // Read from the cache: the page around it asks for the portfolio.
  const { data: portfolio } = usePortfolio({ enabled: false })
  const { data: insights } = useInsightsOf('all', { enabled: isWanted })
  const { data: luck, isPending } = useLuck({ enabled: isWanted && insights !== undefined })
  if (!portfolio || !insights || insights.contributions.contributions.length === 0) return null
  // The sentence waits for luck, so that it does not grow; where luck fails, it goes without.
  return isPending ? null : verdictWords(insights, luck, startOf(portfolio))
}

/** Asks only once the page around it had time to load, and keeps the height of its line until then. */
export default function VerdictLine() {
  const words = useVerdict(useIsLater())
  const paths = usePaths()
  return (
    <p className={verdictLineLook}>
      {words} {words !== null && <MoreLink to={paths.insights}>See why</MoreLink>}
    </p>
  )
}

/** Two lines on a phone, one on wide screens. */
export const verdictLineLook = 'min-h-10 lg:min-h-5'

function useIsLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

const laterMs = 1500
