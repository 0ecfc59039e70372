// The portfolio at the prices of this moment: every figure that depends on a price moves with the live quotes.
import { cents, fromDollars, times, toDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { use, useCallback, useMemo, useSyncExternalStore } from 'react'

import { usePortfolio, type Holding, type Portfolio } from './learner-queries.ts'
import { QuotesContext } from './quotes/use-quote.ts'

/** What `viewOf` takes, with the answer of `usePortfolio` at live prices. */
export function useLivePortfolio() {
  const { data, error, refetch } = usePortfolio()
  const priceOf = useLivePrices(data?.holdings)
  const live = useMemo(() => data && atPrices(data, priceOf), [data, priceOf])
  return { data: live, error, refetch }
}

type PriceOf = (ticker: string) => Cents | null

/** Where there is no live price, the one stays with which the server counted. */
export function atPrices(portfolio: Portfolio, priceOf: PriceOf): Portfolio {
  const holdings = portfolio.holdings.map((holding) =>
    atPrice(holding, priceOf(holding.ticker) ?? fromDollars(holding.current_price)),
  )
  const total = holdings.reduce(
    (sum, { market_value }) => cents(sum + fromDollars(market_value)),
    fromDollars(portfolio.cash_balance),
  )
  return { ...portfolio, total_value: toDollars(total), holdings }
}

function atPrice(holding: Holding, price: Cents): Holding {
  const cost = cents(fromDollars(holding.market_value) - fromDollars(holding.gain_loss))
  const value = times(price, holding.quantity)
  const gain = returnSince(cost, value)
  return {
    ...holding,
    current_price: toDollars(price),
    market_value: toDollars(value),
    gain_loss: toDollars(gain.amount),
    gain_loss_percent: gain.percent,
  }
}

/** Another function when a price of these has changed, and only then. */
function useLivePrices(holdings: readonly Holding[] = none): PriceOf {
  const quotes = use(QuotesContext)
  const held = useMemo(() => holdings.map(({ ticker }) => ticker).filter(isTicker), [holdings])
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = held.map((ticker) => quotes.watch(ticker, listener))
      return () => ends.forEach((end) => end())
    },
    [quotes, held],
  )
  const read = (ticker: Ticker): Cents | null => quotes.get(ticker)?.price ?? null
  // Text, because it is compared with what was read before.
  const prices = useSyncExternalStore(subscribe, () => held.map(read).join())
  // oxlint-disable-next-line react/exhaustive-deps -- The prices stand for what the function answers.
  return useCallback((ticker) => (isTicker(ticker) ? read(ticker) : null), [prices])
}

const none: readonly Holding[] = []
