// Two contests in one database: a ranking contains only the portfolios of its contest, and a learner's rank is the one
// in it.
import { asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { openBoard } from './routes.ts'
import { readRanks } from './store.ts'
import { rankNow } from './testing/rank-now.ts'
import { writeRanking } from './write-ranking.ts'

const now = Date.parse('2026-11-13T15:00:00Z')
const prices = new Map(tickers.map((ticker) => [ticker, cents(100_00)]))

/** Ada is in both contests, Bob in the open one. */
async function createContests() {
  const market = createScriptedMarket({ now: () => now, priceCents: 100_00 })
  const world = await createWorld({ market, now: () => now })
  const [ada, bob] = [await signUp(world.app), await signUp(world.app)]
  for (const learner of [ada, bob]) await learner.get('/api/portfolio')
  const [row] = await world.db.query<{ id: number }>('select id from account order by id limit 1')
  const accountId = row?.id ?? 0
  const stake = await plantStake(world.db, accountId, { at: new Date(now) })
  const order = { ticker: 'AAPL', quantity: 3, price: 100 }
  for (const learner of [ada, bob]) await learner.post('/api/buy', order)
  await ada.post('/api/buy', { ...order, quantity: 7, portfolio: stake.portfolio })
  return { ...world, market, ada, accountId, ...stake }
}

test('the leaderboard of the open contest has nothing of another one', async () => {
  const { db, market, ada } = await createContests()
  expect(await rankNow({ db, market, now: () => now })).toBe(2)
  const board = (await ada.get('/api/leaderboard')).json()
  expect(board.leaderboard).toMatchObject([{ cash_balance: 9_700 }, { cash_balance: 9_700 }])
  expect(board.you).toMatchObject({ cash_balance: 9_700, current_value: 10_000, roi_percentage: 0 })
  expect((await ada.get('/api/leaderboard/me')).json().ranks).toHaveLength(1)
})

test('a ranking of another contest has nobody of the open one', async () => {
  const { db, accountId, contestId } = await createContests()
  const ranking = { id: 1_000, at: now, prices, latestSplit: 0 }
  const written = await db.transaction((tx) => writeRanking(tx, { ...ranking, contestId }))
  expect(written).toEqual({ accounts: 1 })
  const { top, own } = await openBoard(db, contestId).look(accountId)
  expect(top?.places).toMatchObject([{ accountId, startingCash: 5_000_00, cash: 4_300_00 }])
  expect(own).toMatchObject({ rank: 1, startingCash: 5_000_00, value: 5_000_00 })
  const day = asDay('2026-11-13')
  expect(await readRanks(db, { accountId, contestId }, day)).toMatchObject([{ value: 5_000_00 }])
  expect(await readRanks(db, { accountId, contestId: 1 }, day)).toEqual([])
})
