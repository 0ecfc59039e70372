import { asDay } from '@tengrand/core/day.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { beforeEach, expect, test } from 'vitest'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { StartProblem } from '../errors.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { openFreshDb } from '../testing/databases.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import type { MarketConfig } from './config.ts'
import { claimMarket, firstAnnouncedDay } from './installation.ts'
import { openMarket } from './open.ts'
import { simulatedMarket } from './simulated/market.ts'
import { tickerIdOf } from './ticker-id.ts'

const simulated = (secret: string | null, hours: 'always' | 'nyse' = 'always'): MarketConfig => ({
  source: 'simulated',
  hours,
  secret,
})
const yahoo: MarketConfig = { source: 'yahoo', baseUrl: 'http://localhost', userAgent: 'x' }

let db: Db

beforeEach(async () => {
  db = await openFreshDb()
})

const trade = () =>
  plantPortfolios(db).then(() =>
    db.query(`
      insert into trade
        (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
      select id, now(), 'BUY', 1, 1, -100, 100, 0, gen_random_uuid() from portfolio`),
  )

test('the secret is made once and kept, also when two nodes start together', async () => {
  const [one, two] = await Promise.all([
    claimMarket(db, simulated(null)),
    claimMarket(db, simulated(null)),
  ])
  expect(one.secret).toHaveLength(32)
  expect(two).toEqual(one)
  expect(await claimMarket(db, simulated(null))).toEqual(one)
})

test('a new installation has the newest price function, an older one keeps the first', async () => {
  expect(await claimMarket(db, simulated(null))).toMatchObject({ version: 'market-sim/v2' })
  const { db: older } = await databaseBefore('0027-markets.sql')
  await older.query(`update installation set market_secret = 'a secret of an older version'`)
  await migrate(older)
  const seed = await claimMarket(older, simulated(null))
  expect(seed.version).toBe('market-sim/v1')
  const now = () => Date.parse('2026-11-19T12:00:00Z')
  const market = await openMarket({
    config: { source: 'simulated', hours: 'always', secret: null },
    db: older,
    clock: { now, shownAt: now } as Clock,
    random: Math.random,
    log: { warn: () => undefined, error: () => undefined },
  })
  const first = simulatedMarket({ ...seed, hours: 'always' })
  expect(market.quote('AAPL')?.price).toBe(first.priceAt('AAPL', now()))
  await market.close()
})

test('another installation has another secret', async () => {
  const other = await openFreshDb()
  expect(await claimMarket(other, simulated(null))).not.toEqual(
    await claimMarket(db, simulated(null)),
  )
})

test('a configured secret takes the place of the kept one', async () => {
  expect(await claimMarket(db, simulated('configured'))).toMatchObject({
    secret: Buffer.from('configured'),
  })
})

test('without trades the market may be changed', async () => {
  await claimMarket(db, simulated(null))
  await claimMarket(db, yahoo)
  expect(await claimMarket(db, simulated('changed', 'nyse'))).toMatchObject({
    secret: Buffer.from('changed'),
  })
})

test.each([
  ['another source', simulated(null), yahoo],
  ['a configured secret', simulated(null), simulated('configured')],
  ['another secret', simulated('configured'), simulated('changed')],
  ['other hours', simulated(null), simulated(null, 'nyse')],
  ['the simulated market', yahoo, simulated(null)],
])('with trades %s refuses to start, and the old one still does', async (_case, before, after) => {
  await claimMarket(db, before)
  await trade()
  const attempt = claimMarket(db, after)
  await expect(attempt).rejects.toThrow(StartProblem)
  await expect(attempt).rejects.toThrow(/^This database holds trades made on another market/)
  await claimMarket(db, before)
})

test('the first announced day is two weeks after the first start, and stays', async () => {
  expect(await firstAnnouncedDay(db, asDay('2026-11-18'))).toBe('2026-12-02')
  expect(await firstAnnouncedDay(db, asDay('2027-03-01'))).toBe('2026-12-02')
})

test('the keys of the tickers are those of the table', async () => {
  const rows = await db.query<{ id: number; symbol: string }>(
    'select id, symbol from ticker order by id',
  )
  expect(rows.map(({ symbol }) => symbol)).toEqual(tickers)
  expect(tickers.map(tickerIdOf)).toEqual(rows.map(({ id }) => id))
})
