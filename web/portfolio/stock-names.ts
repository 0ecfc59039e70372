// How the stocks of a portfolio are called, and where a link to one leads. In a lesson they are masked: 'Stock A' to 'Stock P'.
import { companyName, isTicker } from '@tengrand/core/tickers.ts'

import { paths, usePaths } from '../browser/paths.ts'
import { useScope } from './scope.tsx'

export type OfStock = (symbol: string) => string

/** The name beside the symbol. */
export function useStockName(): OfStock {
  const names = useScope().contest?.listing
  return (symbol) => names?.get(symbol) ?? (isTicker(symbol) ? companyName(symbol) : '')
}

/** What stands for the stock in a sentence: a letter alone would be read as a word. */
export function useStockWord(): OfStock {
  const names = useScope().contest?.listing
  return (symbol) => names?.get(symbol) ?? symbol
}

/** A stock of a lesson is on the page where the lesson is played. */
export function useStockPath(): OfStock {
  const { contest } = useScope()
  const { stock } = usePaths()
  return contest?.listing ? (symbol) => paths.play(contest.id, symbol) : stock
}

/** Whether the stocks are those of a lesson. */
export const useIsMasked = (): boolean => useScope().contest?.listing !== undefined
