// Those who answer to what prices do: they follow, hunt, dart in and out, or lose their nerve.
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
  type Wish,
} from './style.ts'

/** Follows the momentum: holds what has risen most and drops what no longer does. */
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

/** Buys what has fallen, waits for it to come back, and is content with a small gain. */
export const dipBuyer: MakeStyle = (chance) => {
  const fall = chance.between(0.07, 0.13)
  const gain = chance.between(0.05, 0.14)
  const part = chance.between(0.12, 0.3)
  return (morning) => {
    const worth = worthOf(morning)
    // Who has just arrived does not wait for a dip.
    const lowest = morning.daysIn === 0 ? byRise(morning, 20).at(-1) : null
    return tickers.flatMap((ticker): Wish[] => {
      if (morning.positions.has(ticker)) {
        return gainOf(morning, ticker) > gain ? [sell(ticker, 1)] : []
      }
      const isDip = riseOf(morning, ticker, 1) > 0 && fallOf(morning, ticker, 20) > fall
      return isDip || ticker === lowest ? [buy(ticker, worth * part)] : []
    })
  }
}

/** In during the morning and out before the evening. */
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
      // Now and then the evening comes too soon, and the night is a long one.
      ...(chance.happens(0.06) ? [] : [sell(ticker, 1, chance.between(0.5, 1))]),
    ]
  }
}

/** Buys what everybody speaks of, sells at the first scare, and is glad of every small gain. */
export const beginner: MakeStyle = (chance) => {
  const fear = chance.between(-0.07, -0.03)
  const joy = chance.between(0.03, 0.09)
  const courage = chance.between(0.08, 0.2)
  return (morning) => {
    const held = [...morning.positions.keys()]
    const scared = held.filter((ticker) => gainOf(morning, ticker) < fear)
    if (scared.length > 0) return scared.map((ticker) => sell(ticker, 1))
    const glad = held.filter((ticker) => gainOf(morning, ticker) > joy)
    const wishes: Wish[] = glad.map((ticker) => sell(ticker, 1))
    if (morning.daysIn > 0 && !chance.happens(courage)) return wishes
    const spokenOf: Ticker[] = byRise(morning, 5).slice(0, 3)
    return [...wishes, buy(chance.oneOf(spokenOf), morning.cash * chance.between(0.1, 0.35))]
  }
}
