// The portfolio at the prices of this moment: every figure that depends on a price moves with the live quotes.
import { cents, fromDollars, times, toDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker, tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'

import { usePortfolio, type Holding, type Portfolio } from './queries.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'

/** What `viewOf` takes, with the answer of `usePortfolio` at live prices. */
export function useLivePortfolio(random: () => number = Math.random) {
  const { data, dataUpdatedAt, error, refetch } = usePortfolio()
  const held = useHeld(data?.holdings)
  const priceOf = useLivePrices(held)
  useNewCloses(held, {
    updatedAt: dataUpdatedAt,
    waitMs: () => random() * askWithinMs,
    ask: () => void refetch({ cancelRefetch: false }),
  })
  const live = useMemo(() => data && atPrices(data, priceOf), [data, priceOf])
  return { data: live, error, refetch }
}

type PriceOf = (ticker: string) => Cents | null

/** Where there is no live price, the one stays with which the server counted. */
export function atPrices(portfolio: Portfolio, priceOf: PriceOf): Portfolio {
  const holdings = portfolio.holdings.map((holding) =>
    atPrice(holding, priceOf(holding.ticker) ?? fromDollars(holding.current_price)),
  )
  // By as much as what is held has changed, so that both gains together stay the return to the cent.
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

const useHeld = (holdings: readonly Holding[] = none): readonly Ticker[] =>
  useMemo(() => holdings.map(({ ticker }) => ticker).filter(isTicker), [holdings])

const none: readonly Holding[] = []

/** Another function when a price of these has changed, and only then. */
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
  // Text, because it is compared with what was read before.
  const prices = useSyncExternalStore(subscribe, () => held.map(read).join())
  // oxlint-disable-next-line react/exhaustive-deps -- The prices stand for what the function answers.
  return useCallback((ticker) => (isTicker(ticker) ? read(ticker) : null), [prices])
}

/** Every open page hears of a new day in the same second, and asks within these. */
const askWithinMs = 30_000

interface Question {
  /** When it was last answered. */
  readonly updatedAt: number
  readonly waitMs: () => number
  readonly ask: () => void
}

/** A new day begins: what its changes are counted from is another value. Where nothing is held, any stock tells that. */
function useNewCloses(held: readonly Ticker[], question: Question): void {
  const quotes = useQuotes()
  const current = useEffectEvent(() => question)
  useEffect(() => {
    const known = new Map<Ticker, Cents>()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const askLater = (): void => {
      const { updatedAt, waitMs } = current()
      // Several parts of a page look at the portfolio, and one answer is enough for all.
      const askUnlessAnswered = (): void => {
        waiting = undefined
        if (current().updatedAt === updatedAt) current().ask()
      }
      waiting ??= setTimeout(askUnlessAnswered, waitMs())
    }
    const look = (ticker: Ticker): void => {
      const close = quotes.get(ticker)?.previousClose ?? null
      if (close === null) return
      const isNew = known.has(ticker) && known.get(ticker) !== close
      known.set(ticker, close)
      if (isNew) askLater()
    }
    const watched = held.length > 0 ? held : tickers.slice(0, 1)
    watched.forEach(look)
    const ends = watched.map((ticker) => quotes.watch(ticker, () => look(ticker)))
    return () => {
      clearTimeout(waiting)
      ends.forEach((end) => end())
    }
  }, [quotes, held])
}
