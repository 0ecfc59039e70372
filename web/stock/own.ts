// What the learner has of a stock, and the means to trade it, at the price that the page shows.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { usePortfolio, type Holding } from '../learner-queries.ts'
import { atPrices } from '../live-portfolio.ts'
import { viewOf } from '../queries.ts'
import type { View } from '../ui/query-view.tsx'

export interface Means {
  readonly cash: Cents
  readonly shares: number
}

interface Own {
  /** Null until it is known. */
  readonly means: Means | null
  readonly position: View<Holding>
  /** By sales and splits of it; null where there was none, or it is not known. */
  readonly realized: Cents | null
}

export function useOwn(ticker: Ticker, price: Cents): Own {
  const { data, error, refetch } = usePortfolio()
  const now = data && atPrices(data, (held) => (held === ticker ? price : null))
  const held = now?.holdings.find((holding) => holding.ticker === ticker)
  const view = viewOf(
    { data: now, error, refetch },
    { error: ({ message }) => `Failed to load portfolio: ${message}` },
  )
  const realized = now?.realized.find((one) => one.ticker === ticker)
  return {
    realized: realized ? fromDollars(realized.realized_gain) : null,
    means: now ? { cash: fromDollars(now.cash_balance), shares: held?.quantity ?? 0 } : null,
    position: view.state === 'data' ? positionView(held) : view,
  }
}

const positionView = (held: Holding | undefined): View<Holding> =>
  held ? { state: 'data', data: held } : { state: 'empty' }
