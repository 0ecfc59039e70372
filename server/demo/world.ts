// The demo world as a value: who lives in it, what they have traded, and the prices of each day's ranking.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { pastOf, type PastMarket } from './past.ts'
import { inhabitantsOf, type Inhabitant } from './people.ts'

export interface World {
  /** In the order in which they joined. */
  readonly inhabitants: readonly Inhabitant[]
  /** Of the beginning of each of the days that ranks are kept for, oldest first; the last one is today. */
  readonly rankings: readonly Snapshot[]
}

interface Snapshot {
  readonly at: number
  readonly prices: ReadonlyMap<Ticker, Cents>
}

export interface Wanted {
  readonly market: PastMarket
  readonly now: number
  readonly seed: string
}

/** The same for the same market, seed and New York day: nothing in it depends on what has happened today. */
export async function worldOf({ market, now, seed }: Wanted): Promise<World> {
  const past = await pastOf(market, now)
  const today = dayOf(now)
  const rankings: Snapshot[] = []
  for (let ago = rankDaysMax - 1; ago >= 0; ago -= 1) {
    const at = startOfDay(addDays(today, -ago))
    rankings.push({ at, prices: await market.pricesAt(tickers, at) })
  }
  return { inhabitants: await inhabitantsOf(past, seed), rankings }
}
