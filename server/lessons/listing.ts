// How the stocks of a lesson are called. Only the price function knows which companies are behind them.
import { symbolOf, tickerOfSymbol } from '@tengrand/core/lesson.ts'

import type { Listing } from '../market/markets.ts'

export const lessonListing: Listing = {
  symbolOf,
  tickerOf: tickerOfSymbol,
  nameOf: (ticker) => `Stock ${symbolOf(ticker)}`,
}
