// Prices of the past that were computed once: they never change, so whoever asks again finds them at hand.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { othersFirst } from '../others-first.ts'
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

  async function extend(ticker: Ticker, shelf: Shelf, first: number, last: number): Promise<void> {
    const steps = Math.max(shelf.last, last) - Math.min(shelf.first, first)
    if (shelf.points.length === 0 || steps > stepsMax) {
      Object.assign(shelf, { first, last: first - 1, points: [] })
    }
    while (shelf.first > first) {
      const from = Math.max(first, shelf.first - stepsAtOnce)
      shelf.points = [...compute(ticker, from, shelf.first - 1), ...shelf.points]
      shelf.first = from
      await othersFirst()
    }
    while (shelf.last < last) {
      const to = Math.min(last, shelf.last + stepsAtOnce)
      shelf.points = [...shelf.points, ...compute(ticker, shelf.last + 1, to)]
      shelf.last = to
      await othersFirst()
    }
  }

  return async (ticker: Ticker, first: number, last: number): Promise<readonly PricePoint[]> => {
    const shelf = shelves.get(ticker) ?? { first, last, points: [], turn: Promise.resolve() }
    shelves.set(ticker, shelf)
    const turn = shelf.turn.then(() => extend(ticker, shelf, first, last))
    shelf.turn = turn.catch(() => undefined)
    await turn
    return shelf.points
  }
}
