// What the learner has of a stock, and the means to trade it, at the price that the page shows.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { usePortfolio, type Holding, type Portfolio } from '../portfolio/queries.ts'
import { atPrices } from '../portfolio/live-portfolio.ts'
import type { View } from '../ui/query-view.tsx'
import { viewOf } from '../ui/query-view.tsx'

/** Without what open orders hold. */
export interface Means {
  readonly cash: Cents
  readonly shares: number
  /** Whether there is more, which open orders hold. */
  readonly isPart: { readonly cash: boolean; readonly shares: boolean }
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
    means: now ? meansOf(now, held) : null,
    position: view.state === 'data' ? positionView(held) : view,
  }
}

const positionView = (held: Holding | undefined): View<Holding> =>
  held ? { state: 'data', data: held } : { state: 'empty' }

const meansOf = ({ cash_balance, free_cash }: Portfolio, held: Holding | undefined): Means => {
  const { quantity = 0, free_quantity = 0 } = held ?? {}
  return {
    cash: fromDollars(free_cash),
    shares: free_quantity,
    isPart: { cash: free_cash < cash_balance, shares: free_quantity < quantity },
  }
}
