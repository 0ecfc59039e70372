// How the stocks of a lesson are called. Only the price function knows which companies are behind them.
import { symbolOf, tickerOfSymbol } from '@tengrand/core/lesson.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Listing } from '../market/markets.ts'

export const lessonListing: Listing = { symbolOf, tickerOf: tickerOfSymbol }

export const lessonNameOf = (ticker: Ticker): string => `Stock ${symbolOf(ticker)}`
