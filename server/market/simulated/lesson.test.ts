// The prices of a lesson: they begin as drawn, stay the same in every order, and let nobody live off what is known.
import { addDays, dayMs, hourMs, startOfDay } from '@tengrand/core/day.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { isLong } from '../../testing/effort.ts'
import { lessonMarket, type LessonSeed } from './lesson.ts'
import { tickerParameters } from './parameters.ts'
import { firstDay, lessonSeedOf } from './testing/lesson-seed.ts'
import { pool } from './testing/rules.ts'

const opensAt = startOfDay(firstDay)

const companyOf = ({ order }: LessonSeed, ticker: Ticker): Ticker => {
  const company = tickers[order[tickers.indexOf(ticker)] ?? -1]
  if (company === undefined) throw new RangeError(ticker)
  return company
}

describe('the prices', () => {
  const market = lessonMarket(lessonSeedOf('prices'))

  test('begin as drawn', () => {
    expect(tickers.map((ticker) => market.priceAt(ticker, opensAt))).toEqual(
      lessonSeedOf('prices').startingPrices,
    )
  })

  test('have a spread of a thousandth on each side, and a cent at least', () => {
    for (let hour = 0; hour < 9_000; hour += 97) {
      for (const ticker of tickers) {
        const { price, bid, ask } = market.pricesAt(ticker, opensAt + hour * hourMs)
        expect(price - bid).toBe(Math.max(1, Math.ceil(price / 1_000)))
        expect(ask - price).toBe(price - bid)
      }
    }
  })

  test('do not depend on what was asked before', () => {
    const instants = [0, 365, 91, 182.5, 365].map((days) => opensAt + days * dayMs)
    for (const at of instants) {
      for (const ticker of tickers.toReversed())
        expect(lessonMarket(lessonSeedOf('prices')).pricesAt(ticker, at)).toEqual(
          market.pricesAt(ticker, at),
        )
    }
  }, 20_000)

  test('of a day close with the last instant of the day, also when clocks change', () => {
    const from = addDays(firstDay, 90)
    const closes = market.closes('AAPL', from, addDays(from, 60))
    expect(closes).toHaveLength(61)
    for (const { day, cents: close } of closes) {
      expect(close).toBe(market.priceAt('AAPL', startOfDay(addDays(day, 1))))
    }
  })

  test('are others in another order, for another secret and from another start', () => {
    const at = opensAt + 100 * dayMs
    const other = lessonMarket({
      ...lessonSeedOf('prices'),
      order: lessonSeedOf('prices').order.toReversed(),
    })
    expect(other.priceAt('AAPL', at)).not.toBe(market.priceAt('AAPL', at))
    expect(lessonMarket(lessonSeedOf('others')).priceAt('AAPL', at)).not.toBe(
      market.priceAt('AAPL', at),
    )
    const earlier = lessonMarket({ ...lessonSeedOf('prices'), opensAt: opensAt - dayMs })
    expect(earlier.priceAt('AAPL', at)).not.toBe(market.priceAt('AAPL', at))
  })
})

/** Log returns of each stock over a span, from the day that is so many days after the start. */
function gainOf(market: ReturnType<typeof lessonMarket>, from: number, days: number) {
  const [start, end] = [opensAt + from * dayMs, opensAt + (from + days) * dayMs]
  return (ticker: Ticker): number =>
    Math.log(market.pricesAt(ticker, end).bid / market.pricesAt(ticker, start).ask)
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length

const secrets = Array.from({ length: isLong ? 300 : 24 }, (_, n) => `lesson ${n}`)
const errorsMax = 4

describe('nobody gains', () => {
  test('by buying the four stocks that have fallen most, renewed every 180 days', () => {
    const extras = secrets.map((words) => {
      const market = lessonMarket(lessonSeedOf(words))
      const periods = Array.from({ length: 8 }, (_, index) => {
        const day = 365 + 180 * index
        const before = gainOf(market, day - 360, 360)
        const worst = tickers.toSorted((a, b) => before(a) - before(b)).slice(0, 4)
        const after = gainOf(market, day, 180)
        return meanOf(worst.map(after)) - meanOf(tickers.map(after))
      })
      return meanOf(periods)
    })
    const { mean, standardError } = pool(extras)
    expect(mean / standardError).toBeLessThan(errorsMax)
  }, 120_000)

  test('by knowing all anchor prices and which company each stock is', () => {
    const extras = secrets.map((words) => {
      const seed = lessonSeedOf(words)
      const market = lessonMarket(seed)
      const below = (ticker: Ticker): number =>
        market.priceAt(ticker, opensAt) / 100 / tickerParameters[companyOf(seed, ticker)][0]
      const lowest = tickers.toSorted((a, b) => below(a) - below(b)).slice(0, 4)
      const after = gainOf(market, 0, 365)
      return meanOf(lowest.map(after)) - meanOf(tickers.map(after))
    })
    const { mean, standardError } = pool(extras)
    expect(mean / standardError).toBeLessThan(errorsMax)
  }, 120_000)
})
