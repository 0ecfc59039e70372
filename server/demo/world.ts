// Builds the demo world as a value: its people with their trades, the prices of each day's ranking, and its leagues.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { leaguesOf, type DemoLeague } from './leagues.ts'
import { pastOf, type PastMarket } from './past.ts'
import { inhabitantsOf, type Inhabitant } from './people.ts'

export interface World {
  /** In the order of joining. */
  readonly inhabitants: readonly Inhabitant[]
  /** One at the start of each day for which ranks are stored, oldest first; the last one is at the start of today. */
  readonly rankings: readonly {
    readonly at: number
    readonly prices: ReadonlyMap<Ticker, Cents>
  }[]
  readonly leagues: readonly DemoLeague[]
}

/** Depends only on the market, the seed and the New York day, not on the time of day. */
export async function worldOf(
  market: PastMarket,
  { now, seed }: { readonly now: number; readonly seed: string },
): Promise<World> {
  const past = await pastOf(market, now)
  const today = dayOf(now)
  const rankings: World['rankings'][number][] = []
  for (let ago = rankDaysMax - 1; ago >= 0; ago -= 1) {
    const at = startOfDay(addDays(today, -ago))
    rankings.push({ at, prices: await market.pricesAt(tickers, at) })
  }
  const inhabitants = await inhabitantsOf(past, seed)
  return { inhabitants, rankings, leagues: await leaguesOf(past, { inhabitants, seed, today }) }
}
