// The patient trading styles: they choose companies, invest and wait.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { buy, gainOf, sell, worthOf, type MakeStyle, type Morning, type Intent } from './style.ts'

/** Buys once and rarely trades again. */
export const holder: MakeStyle = (chance) => {
  const favorites = chance.someOf(tickers, 3 + chance.pick(5))
  const invested = chance.between(0.85, 0.98)
  return ({ daysIn, cash, positions }) => {
    if (daysIn === 0) {
      return favorites.map((ticker) => buy(ticker, (cash * invested) / favorites.length))
    }
    if (positions.size === 0 || !chance.happens(changesOfMind)) return []
    return [
      sell(chance.oneOf([...positions.keys()]), 1, 0.3),
      buy(chance.oneOf(tickers), openStartingCash / 4, 0.6),
    ]
  }
}

const changesOfMind = 1 / 120

/** Invests the same amount every month; a rest below the price of a share is added to the next purchase. */
export const saver: MakeStyle = (chance) => {
  const favorites = chance.someOf(tickers, 3 + chance.pick(3))
  const every = 26 + chance.pick(9)
  const amount = openStartingCash / chance.between(11, 14)
  return ({ daysIn, cash }) => {
    if (daysIn % every !== 0) return []
    const saved = amount * (1 + daysIn / every) - (openStartingCash - cash)
    return chance.someOf(favorites, 2).map((ticker) => buy(ticker, saved / 2))
  }
}

/** Invests everything in one or two companies and stays with them. */
export const believer: MakeStyle = (chance) => {
  const chosen = chance.someOf(tickers, 1 + chance.pick(2))
  const every = 14 + chance.pick(14)
  return ({ daysIn, cash }) => {
    if (daysIn % every !== 0) return []
    const amount = daysIn === 0 ? cash * 0.6 : cash * 0.5
    return chosen.map((ticker) => buy(ticker, amount / chosen.length))
  }
}

/** Holds all stocks in equal parts and rebalances every few months. */
export const balancer: MakeStyle = (chance) => {
  const every = 45 + chance.pick(40)
  const invested = chance.between(0.9, 0.98)
  return (morning) => {
    if (morning.daysIn % every !== 0) return []
    const target = (worthOf(morning) * invested) / tickers.length
    return tickers.flatMap((ticker): Intent[] => {
      const held = morning.positions.get(ticker)?.quantity ?? 0
      const over = held * morning.close(ticker, 1) - target
      // Sales first, so that there is cash for the purchases.
      if (over > target / 4) return [sell(ticker, over / (over + target), chance.between(0, 0.4))]
      return over < -target / 4 ? [buy(ticker, -over, chance.between(0.5, 1))] : []
    })
  }
}

/** Trades as the guides advise: diversifies, buys in small steps, takes some gains, ends a mistake. */
export const learner: MakeStyle = (chance) => {
  const favorites = chance.someOf(tickers, 5)
  const every = 4 + chance.pick(3)
  return (morning) => {
    const { daysIn, cash, positions } = morning
    if (daysIn === 0) return favorites.map((ticker) => buy(ticker, cash * 0.1))
    if (daysIn % every !== 0) return []
    const mistake = [...positions.keys()].find((ticker) => gainOf(morning, ticker) < -0.16)
    if (mistake !== undefined) return [sell(mistake, 1)]
    const heaviest = heaviestOf(morning)
    const worth = worthOf(morning)
    if (heaviest !== null && cash < worth * 0.1) return [sell(heaviest, 0.4)]
    if (heaviest !== null && gainOf(morning, heaviest) > 0.2 && chance.happens(0.3)) {
      return [sell(heaviest, 0.25)]
    }
    const next = chance.oneOf(chance.happens(0.2) ? tickers : favorites)
    return [buy(next, Math.max(worth * 0.06, cash * chance.between(0.15, 0.3)))]
  }
}

function heaviestOf({ positions, close }: Morning): Ticker | null {
  const weights = [...positions].map(
    ([ticker, { quantity }]) => [ticker, quantity * close(ticker, 1)] as const,
  )
  return weights.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
