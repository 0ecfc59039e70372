// The first sentence about a result, for the insights page.
import { usePortfolio } from '../portfolio/queries.ts'
import { useStart } from '../portfolio/returns.tsx'
import { useStockWord } from '../portfolio/stock-names.ts'
import { useInsightsOf, useLuck } from './insights.ts'
import { verdictWords } from './verdict-words.ts'

/** Null while the sentence is not known. */
export function useVerdict(): string | null {
  // Read from the cache: the page around it asks for the portfolio.
  const { data: portfolio } = usePortfolio({ enabled: false })
  const start = useStart(portfolio)
  const wordOf = useStockWord()
  const { data: insights } = useInsightsOf('all')
  const { data: luck, isPending } = useLuck({ enabled: insights !== undefined })
  if (!portfolio || !insights) return null
  // The sentence waits for luck, so that it does not grow; where luck fails, it goes without.
  return isPending ? null : verdictWords(insights, luck, start, wordOf)
}
