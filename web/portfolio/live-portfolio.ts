// The portfolio at live prices: every figure that depends on a price is computed again from the quotes.
import { cents, fromDollars, times, toDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker, tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'

import { useQuotes } from '../market/quotes/use-quote.ts'
import { usePortfolio, type Holding, type Portfolio } from './queries.ts'

/** The query of `usePortfolio` at live prices, as `viewOf` takes it. */
export function useLivePortfolio(random: () => number = Math.random) {
  const { data, dataUpdatedAt, error, refetch } = usePortfolio()
  const holdings = data?.holdings
  const held = useMemo(
    () => (holdings ?? []).map(({ ticker }) => ticker).filter(isTicker),
    [holdings],
  )
  const priceOf = useLivePrices(held)
  useNewCloses(held, {
    updatedAt: dataUpdatedAt,
    delayMs: () => random() * delayMsMax,
    refetch: () => void refetch({ cancelRefetch: false }),
  })
  const live = useMemo(() => data && atPrices(data, priceOf), [data, priceOf])
  return { data: live, error, refetch }
}

type PriceOf = (ticker: string) => Cents | null

/** A stock without a live price keeps the price of the server. */
export function atPrices(portfolio: Portfolio, priceOf: PriceOf): Portfolio {
  const holdings = portfolio.holdings.map((holding) =>
    atPrice(holding, priceOf(holding.ticker) ?? fromDollars(holding.current_price)),
  )
  // Adds the change in the value of the holdings, so that both gains add up to the return to the cent.
  const unrealized = cents(
    fromDollars(portfolio.unrealized_gain) + valueOf(holdings) - valueOf(portfolio.holdings),
  )
  return {
    ...portfolio,
    total_value: toDollars(cents(fromDollars(portfolio.cash_balance) + valueOf(holdings))),
    unrealized_gain: toDollars(unrealized),
    holdings,
  }
}

const valueOf = (holdings: readonly Holding[]): number =>
  holdings.reduce((sum, { market_value }) => sum + fromDollars(market_value), 0)

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

/** Returns a new function only when the price of a held stock has changed. */
function useLivePrices(held: readonly Ticker[]): PriceOf {
  const quotes = useQuotes()
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = held.map((ticker) => quotes.watch(ticker, listener))
      return () => ends.forEach((end) => end())
    },
    [quotes, held],
  )
  const read = (ticker: Ticker): Cents | null => quotes.get(ticker)?.price ?? null
  // The snapshot is a text, because React compares snapshots by identity.
  const prices = useSyncExternalStore(subscribe, () => held.map(read).join())
  // oxlint-disable-next-line react/exhaustive-deps -- The prices stand for what the function returns.
  return useCallback((ticker) => (isTicker(ticker) ? read(ticker) : null), [prices])
}

/** Every open page gets the new close in the same second, so refetches are spread over this time. */
const delayMsMax = 30_000

interface Refetch {
  /** The time of the cached response. */
  readonly updatedAt: number
  readonly delayMs: () => number
  readonly refetch: () => void
}

/** Refetches when a new close begins a new day, whose changes have a new base. Without holdings any stock shows it. */
function useNewCloses(held: readonly Ticker[], options: Refetch): void {
  const quotes = useQuotes()
  const current = useEffectEvent(() => options)
  useEffect(() => {
    const closes = new Map<Ticker, Cents>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchLater = (): void => {
      const { updatedAt, delayMs } = current()
      // Several components use this hook, and one refetch is enough for all.
      const refetchIfOld = (): void => {
        timer = undefined
        if (current().updatedAt === updatedAt) current().refetch()
      }
      timer ??= setTimeout(refetchIfOld, delayMs())
    }
    const compare = (ticker: Ticker): void => {
      const close = quotes.get(ticker)?.previousClose ?? null
      if (close === null) return
      const isNew = closes.has(ticker) && closes.get(ticker) !== close
      closes.set(ticker, close)
      if (isNew) refetchLater()
    }
    const watched = held.length > 0 ? held : tickers.slice(0, 1)
    watched.forEach(compare)
    const ends = watched.map((ticker) => quotes.watch(ticker, () => compare(ticker)))
    return () => {
      clearTimeout(timer)
      ends.forEach((end) => end())
    }
  }, [quotes, held])
}
