// Caches computed prices of the past, which never change.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { PricePoint } from './market.ts'

interface PriceComputer {
  /** The prices of a range of steps, both ends included; a step may have no price. */
  readonly compute: (ticker: Ticker, first: number, last: number) => readonly PricePoint[]
  /** The most steps that are computed without yielding to the event loop. */
  readonly stepsAtOnce: number
  /** A longer range replaces the cached one instead of extending it. */
  readonly stepsMax: number
}

interface PriceCache {
  first: number
  last: number
  points: PricePoint[]
  /** Serializes the calls for a stock, so that none computes the same prices as another. */
  turn: Promise<void>
}

/** Steps are numbered days or hours; the result has at least the requested ones. */
export function createPriceCache({ compute, stepsAtOnce, stepsMax }: PriceComputer) {
  const caches = new Map<Ticker, PriceCache>()

  async function extend(
    ticker: Ticker,
    cache: PriceCache,
    first: number,
    last: number,
  ): Promise<void> {
    const steps = Math.max(cache.last, last) - Math.min(cache.first, first)
    if (cache.points.length === 0 || steps > stepsMax) {
      Object.assign(cache, { first, last: first - 1, points: [] })
    }
    while (cache.first > first) {
      const from = Math.max(first, cache.first - stepsAtOnce)
      cache.points = [...compute(ticker, from, cache.first - 1), ...cache.points]
      cache.first = from
      await yieldToEventLoop()
    }
    while (cache.last < last) {
      const to = Math.min(last, cache.last + stepsAtOnce)
      cache.points = [...cache.points, ...compute(ticker, cache.last + 1, to)]
      cache.last = to
      await yieldToEventLoop()
    }
  }

  return async (ticker: Ticker, first: number, last: number): Promise<readonly PricePoint[]> => {
    const cache = caches.get(ticker) ?? { first, last, points: [], turn: Promise.resolve() }
    caches.set(ticker, cache)
    const turn = cache.turn.then(() => extend(ticker, cache, first, last))
    cache.turn = turn.catch(() => undefined)
    await turn
    return cache.points
  }
}
