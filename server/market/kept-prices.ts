// Prices of the past that were computed once: they never change, so whoever asks again finds them at hand.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { PricePoint } from './market.ts'

export interface PriceComputer {
  /** The prices of the steps, both ends included; a step may have none. */
  readonly compute: (ticker: Ticker, first: number, last: number) => readonly PricePoint[]
  /** As much as may be computed while everybody else waits. */
  readonly stepsAtOnce: number
  /** What grows longer than this is begun anew with what is asked for. */
  readonly stepsMax: number
}

interface Shelf {
  first: number
  last: number
  points: PricePoint[]
  /** One after the other, or two would compute the same. */
  turn: Promise<void>
}

/** Steps are days or hours, numbered; the answer holds at least those that were asked for. */
export function keepPrices({ compute, stepsAtOnce, stepsMax }: PriceComputer) {
  const shelves = new Map<Ticker, Shelf>()

  async function extend(
    ticker: Ticker,
    priceCache: Shelf,
    first: number,
    last: number,
  ): Promise<void> {
    const steps = Math.max(priceCache.last, last) - Math.min(priceCache.first, first)
    if (priceCache.points.length === 0 || steps > stepsMax) {
      Object.assign(priceCache, { first, last: first - 1, points: [] })
    }
    while (priceCache.first > first) {
      const from = Math.max(first, priceCache.first - stepsAtOnce)
      priceCache.points = [...compute(ticker, from, priceCache.first - 1), ...priceCache.points]
      priceCache.first = from
      await yieldToEventLoop()
    }
    while (priceCache.last < last) {
      const to = Math.min(last, priceCache.last + stepsAtOnce)
      priceCache.points = [...priceCache.points, ...compute(ticker, priceCache.last + 1, to)]
      priceCache.last = to
      await yieldToEventLoop()
    }
  }

  return async (ticker: Ticker, first: number, last: number): Promise<readonly PricePoint[]> => {
    const priceCache = shelves.get(ticker) ?? { first, last, points: [], turn: Promise.resolve() }
    shelves.set(ticker, priceCache)
    const turn = priceCache.turn.then(() => extend(ticker, priceCache, first, last))
    priceCache.turn = turn.catch(() => undefined)
    await turn
    return priceCache.points
  }
}
