// The restless trading styles: they react to price changes.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import {
  buy,
  byRise,
  fallOf,
  gainOf,
  riseOf,
  sell,
  worthOf,
  type MakeStyle,
  type Intent,
} from './style.ts'

/** Follows momentum: holds the stocks that have risen most and sells the others. */
export const follower: MakeStyle = (chance) => {
  const every = 5 + chance.pick(8)
  const days = 20 + chance.pick(30)
  const count = 2 + chance.pick(3)
  return (morning) => {
    if (morning.daysIn % every !== 0) return []
    const best = byRise(morning, days)
    const held = [...morning.positions.keys()]
    const left = held.filter((ticker) => best.indexOf(ticker) >= 2 * count)
    const places = count - (held.length - left.length)
    const wanted = best.slice(0, count).filter((ticker) => !held.includes(ticker))
    const amount = (worthOf(morning) * 0.95) / count
    return [
      ...left.map((ticker) => sell(ticker, 1, chance.between(0, 0.4))),
      ...wanted
        .slice(0, Math.max(0, places))
        .map((ticker) => buy(ticker, amount, chance.between(0.5, 1))),
    ]
  }
}

/** Buys stocks that have fallen and sells them at a small gain. */
export const dipBuyer: MakeStyle = (chance) => {
  const fall = chance.between(0.07, 0.13)
  const gain = chance.between(0.05, 0.14)
  const part = chance.between(0.12, 0.3)
  return (morning) => {
    const worth = worthOf(morning)
    // The first day does not wait for a dip.
    const lowest = morning.daysIn === 0 ? byRise(morning, 20).at(-1) : null
    return tickers.flatMap((ticker): Intent[] => {
      if (morning.positions.has(ticker)) {
        return gainOf(morning, ticker) > gain ? [sell(ticker, 1)] : []
      }
      const isDip = riseOf(morning, ticker, 1) > 0 && fallOf(morning, ticker, 20) > fall
      return isDip || ticker === lowest ? [buy(ticker, worth * part)] : []
    })
  }
}

/** Buys in the morning and sells before the evening. */
export const dayTrader: MakeStyle = (chance) => {
  const favorites = chance.someOf(tickers, 4)
  const eagerness = chance.between(0.3, 0.6)
  const boldness = chance.between(0.2, 0.6)
  return ({ cash, positions }) => {
    const leftOver = [...positions.keys()].map((ticker) => sell(ticker, 1, 0))
    if (!chance.happens(eagerness)) return leftOver
    const ticker = chance.oneOf(favorites)
    return [
      ...leftOver,
      buy(ticker, cash * boldness, chance.between(0.05, 0.4)),
      // Sometimes the position stays open overnight.
      ...(chance.happens(0.06) ? [] : [sell(ticker, 1, chance.between(0.5, 1))]),
    ]
  }
}

/** Buys popular stocks, and sells at the first loss or a small gain. */
export const beginner: MakeStyle = (chance) => {
  const fear = chance.between(-0.07, -0.03)
  const joy = chance.between(0.03, 0.09)
  const courage = chance.between(0.08, 0.2)
  return (morning) => {
    const held = [...morning.positions.keys()]
    const scared = held.filter((ticker) => gainOf(morning, ticker) < fear)
    if (scared.length > 0) return scared.map((ticker) => sell(ticker, 1))
    const glad = held.filter((ticker) => gainOf(morning, ticker) > joy)
    const intents: Intent[] = glad.map((ticker) => sell(ticker, 1))
    if (morning.daysIn > 0 && !chance.happens(courage)) return intents
    const spokenOf: Ticker[] = byRise(morning, 5).slice(0, 3)
    return [...intents, buy(chance.oneOf(spokenOf), morning.cash * chance.between(0.1, 0.35))]
  }
}
