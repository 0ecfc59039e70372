// Luck with incomplete closes: a missing close is never counted as a price, and the answer waits for a late one.
import { addDays, asDay, startOfDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import type { Market, PricePoint } from '../market/market.ts'
import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const dayMs = 86_400_000
const firstTrade = noon - 40 * dayMs

/** The New York midnights at which the days before now ended, with rising prices. */
const closes = Array.from({ length: 60 }, (_, place) => ({
  at: startOfDay(addDays(asDay('2026-11-13'), place - 59)),
  price: cents(60_00 + place),
}))

/** A learner with twelve purchases on six days, on a market that returns only some of its closes. */
async function createLearner(tells: (ticker: string, point: PricePoint) => boolean) {
  const now = () => noon
  const market: Market = {
    ...createScriptedMarket({ now }),
    daily: async (ticker) => ({ points: closes.filter((point) => tells(ticker, point)) }),
  }
  const world = await createWorld({ now, market })
  const learner = await signUp(world.app)
  const bought = Array.from({ length: 12 }, (_, place) =>
    trade('BUY', 1, tickers[place] ?? 'AAPL', 60_00, firstTrade + Math.floor(place / 2) * dayMs),
  )
  await plantTrades(world.db, await portfolioIdOf(world.db, learner), bought)
  return async () => (await learner.get('/api/insights/luck')).json()
}

test('luck is not told where one stock has no close on the day of the first purchase', async () => {
  // Midnight in New York at the end of that day.
  const firstClose = Date.parse('2026-10-05T04:00Z')
  let isMissing = true
  const ask = await createLearner(
    (ticker, { at }) => !isMissing || ticker !== 'SPOT' || at > firstClose,
  )
  expect(await ask()).toMatchObject({ code: 'history_unavailable' })
  isMissing = false
  expect(await ask()).toMatchObject({ ready: true })
})

test('luck is not kept while the last close is still to come', async () => {
  const lastClose = Date.parse('2026-11-13T05:00Z')
  let hasCome = false
  const ask = await createLearner((_, { at }) => hasCome || at < lastClose)
  expect(await ask()).toMatchObject({ ready: true, until: '2026-11-12T05:00:00.000Z' })
  hasCome = true
  expect(await ask()).toMatchObject({ ready: true, until: '2026-11-13T05:00:00.000Z' })
})
