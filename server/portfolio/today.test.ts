// The base of the day's change: the value of the holdings at the previous close.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { toDollars } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { portfolioOf } from '@tengrand/core/testing/fold.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'
import { describe, expect, test } from 'vitest'

import { recordSplit } from '../market/store.ts'
import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const closeOf = (day: string): number => sessionOf(asDay(day))?.close ?? Number.NaN

/** Bought on Monday and a minute before Thursday's close, and sold and bought on Friday. */
const trades = [
  trade('BUY', 9, 'AAPL', 20_00, Date.parse('2026-11-09T16:00Z')),
  trade('BUY', 4, 'NVDA', 30_00, Date.parse('2026-11-12T20:59Z')),
  trade('SELL', 5, 'AAPL', 21_00, Date.parse('2026-11-13T14:45Z')),
  trade('BUY', 2, 'TSLA', 40_00, Date.parse('2026-11-13T15:00Z')),
]

describe('the previous value of a portfolio', () => {
  test.each([
    ['during a session', 'nyse', '2026-11-13T16:00Z', closeOf('2026-11-12')],
    ['before the bell', 'nyse', '2026-11-13T14:29:59Z', closeOf('2026-11-11')],
    ['on a weekend', 'nyse', '2026-11-15T16:00Z', closeOf('2026-11-12')],
    ['after a weekend', 'nyse', '2026-11-16T16:00Z', closeOf('2026-11-13')],
    [
      'of a market that never closes',
      'always',
      '2026-11-13T16:00Z',
      startOfDay(asDay('2026-11-13')),
    ],
    ['just after midnight', 'always', '2026-11-13T05:00:01Z', startOfDay(asDay('2026-11-13'))],
  ] as const)('%s is that of the close before', async (_when, hours, now, close) => {
    const at = Date.parse(now)
    const world = await createWorld({ now: () => at, env: { MARKET_HOURS: hours } })
    const learner = await signUp(world.app)
    const made = trades.filter((one) => one.at <= at)
    await plantTrades(world.db, await portfolioIdOf(world.db, learner), made)
    const prices = await world.market.pricesAt(tickers, close)
    const then = valuationOf(
      portfolioOf(made.filter((one) => one.at <= close)),
      (ticker) => prices.get(ticker) ?? null,
    )
    expect((await learner.get('/api/portfolio')).json().previous_value).toBe(
      'total' in then ? toDollars(then.total) : 'a price is missing',
    )
  })

  test('is the starting cash where the chapter was opened since', async () => {
    const now = Date.parse('2026-11-13T16:00Z')
    const world = await createWorld({ now: () => now })
    const learner = await signUp(world.app)
    await learner.post('/api/buy', await orderOf(learner))
    expect((await learner.get('/api/portfolio')).json().previous_value).toBe(10_000)
  })

  test('counts the shares of before a split of today', async () => {
    const now = Date.parse('2026-11-13T16:00Z')
    const market = createScriptedMarket({ now: () => now, hours: 'nyse' })
    const world = await createWorld({ now: () => now, market })
    const learner = await signUp(world.app)
    const bought = trade('BUY', 5, 'NVDA', 90_00, Date.parse('2026-11-09T16:00Z'))
    await plantTrades(world.db, await portfolioIdOf(world.db, learner), [bought])
    const previous = async () => (await learner.get('/api/portfolio')).json().previous_value
    // Null while a close is unknown, instead of a guess.
    expect(await previous()).toBeNull()
    market.setClose('NVDA', 60_00)
    expect(await previous()).toBe(10_000 - 450 + 5 * 60)
    await world.db.transaction((tx) =>
      recordSplit(tx, { ticker: 'NVDA', day: asDay('2026-11-13'), numerator: 3, denominator: 2 }),
    )
    // The close is in shares of today: 5 old shares are 7.5 new ones, of which half a share has been paid out since.
    market.setClose('NVDA', 40_00)
    expect(await previous()).toBe(10_000 - 450 + 7.5 * 40)
  })

  test('counts what was held before the trades of today', async () => {
    const now = Date.parse('2026-11-13T16:00Z')
    const market = createScriptedMarket({ now: () => now, hours: 'nyse' })
    const world = await createWorld({ now: () => now, market })
    const learner = await signUp(world.app)
    const bought = trade('BUY', 2, 'AAPL', 90_00, Date.parse('2026-11-09T16:00Z'))
    const ofToday = [
      trade('BUY', 1, 'AAPL', 1_00, now - 3),
      trade('BUY', 1, 'TSLA', 1_00, now - 2),
      trade('SELL', 2, 'AAPL', 1_00, now - 1),
    ]
    const portfolioId = await portfolioIdOf(world.db, learner)
    await plantTrades(world.db, portfolioId, [bought, ...ofToday])
    market.setClose('AAPL', 95_00)
    market.setClose('TSLA', 7_00)
    expect((await learner.get('/api/portfolio')).json().previous_value).toBe(10_000 + 10)
  })

  test('stays the same however much is traded afterwards', async () => {
    const now = Date.parse('2026-11-13T16:00Z')
    const market = createScriptedMarket({ now: () => now, hours: 'nyse' })
    const world = await createWorld({ now: () => now, market })
    const learner = await signUp(world.app)
    const bought = trade('BUY', 2, 'AAPL', 90_00, Date.parse('2026-11-09T16:00Z'))
    await plantTrades(world.db, await portfolioIdOf(world.db, learner), [bought])
    market.setClose('AAPL', 95_00)
    market.setClose('TSLA', 7_00)
    const previous = async () => (await learner.get('/api/portfolio')).json().previous_value
    for (const ticker of ['AAPL', 'TSLA', 'AAPL']) {
      expect(await previous()).toBe(10_000 + 10)
      await learner.post('/api/buy', { ticker, quantity: 1, price: 100 })
    }
    market.setClose('AAPL', 96_00)
    expect(await previous()).toBe(10_000 + 12)
  })

  test('is counted again for a minute after the close, in which orders from before it may arrive', async () => {
    const midnight = startOfDay(asDay('2026-11-13'))
    const clock = { at: midnight + 10_000 }
    const market = createScriptedMarket({ now: () => clock.at })
    const world = await createWorld({ now: () => clock.at, market })
    const learner = await signUp(world.app)
    const portfolioId = await portfolioIdOf(world.db, learner)
    const previous = async () => (await learner.get('/api/portfolio')).json().previous_value
    await plantTrades(world.db, portfolioId, [trade('BUY', 3, 'AAPL', 90_00, midnight - 3_600_000)])
    market.setClose('AAPL', 95_00)
    expect(await previous()).toBe(10_000 + 3 * 5)
    await plantTrades(world.db, portfolioId, [trade('BUY', 1, 'AAPL', 90_00, midnight - 1_000)])
    expect(await previous()).toBe(10_000 + 4 * 5)
  })

  test('goes by the clock of the prices, which is a little behind that of the server', async () => {
    const midnight = startOfDay(asDay('2026-11-13'))
    const market = createScriptedMarket({ now: () => midnight - 100, hours: 'always' })
    const world = await createWorld({ now: () => midnight, market })
    const learner = await signUp(world.app)
    const bought = trade('BUY', 3, 'AAPL', 90_00, midnight - 3_600_000)
    await plantTrades(world.db, await portfolioIdOf(world.db, learner), [bought])
    market.setClose('AAPL', 95_00)
    // The known close is that of the midnight before, when nothing was held.
    expect((await learner.get('/api/portfolio')).json().previous_value).toBe(10_000)
  })

  test('of a closed chapter is none', async () => {
    const now = Date.parse('2026-11-13T16:00Z')
    const world = await createWorld({ now: () => now })
    const learner = await signUp(world.app)
    const { portfolio } = (await learner.get('/api/portfolio')).json()
    await learner.post('/api/buy', await orderOf(learner))
    await learner.post('/api/portfolio/start-over', {})
    const closed = (await learner.get(`/api/portfolio?portfolio=${portfolio}`)).json()
    expect(closed).toMatchObject({ chapter: 1, previous_value: null })
  })
})

async function orderOf(learner: Awaited<ReturnType<typeof signUp>>) {
  const { ask } = (await learner.get('/api/current-price/AAPL')).json()
  return { ticker: 'AAPL', quantity: 1, price: ask }
}
