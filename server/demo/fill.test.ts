import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import { rankDaysMax } from '@tengrand/core/ranking.ts'
import { portfolioOf } from '@tengrand/core/testing/fold.ts'
import { rankingOf } from '@tengrand/core/testing/ranking.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDb, type Connection, type Db } from '../db/handle.ts'
import { claimMarket } from '../market/installation.ts'
import type { Market } from '../market/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { freshDatabase } from '../testing/databases.ts'
import { signUp } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'
import { auditPortfolios } from '../ledger/audit.ts'
import { entryColumns, entryOf, oldestFirst, type EntryRow } from '../ledger/entries.ts'
import { fillDemoWorld } from './fill.ts'
import { storeDemoSecret } from './market.ts'
import { demoLearner } from './people.ts'
import { simulateKeepingPrices } from './testing/keep-prices.ts'
import { signInAsLearner } from './testing/sign-in.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const dayMs = 86_400_000
const hourMs = 3_600_000
const today = dayOf(noon)
/** Each test creates two worlds, maybe on a busy machine. */
const long = { timeout: 120_000 }

/** Opens the market like `npm run demo`; worlds of the same seed and day share cached prices. */
async function openDemoMarket(db: Db, now: () => number): Promise<Market> {
  await storeDemoSecret(db)
  const seed = await claimMarket(db, { source: 'simulated', hours: 'always', secret: null })
  return openSimulatedMarket({ ...seed, hours: 'always', now, simulate: simulateKeepingPrices })
}

describe('a filled database', () => {
  const now = () => noon
  let connection: Connection
  let db: Db
  let market: Market

  beforeAll(async () => {
    connection = await freshDatabase()
    db = openDb(connection)
    market = await openDemoMarket(db, now)
    await fillDemoWorld({ db, market, now })
  })

  afterAll(async () => {
    await market.close()
    await db.close()
  })

  test('agrees with its trades', async () => {
    const differences: unknown[] = []
    const audited = await auditPortfolios({
      db,
      onProgress: () => undefined,
      onDifference: (difference) => differences.push(difference),
    })
    expect(differences).toEqual([])
    // Sixty traders and the learner, some of them in their second chapter.
    expect(audited.portfolios).toBeGreaterThan(64)
    expect(audited.trades).toBeGreaterThan(3_000)
  })

  test('has a ranking for each of thirty days, as core would have ranked that day', async () => {
    const rankings = await db.query<{ id: number; at: Date; day: string; accounts: number }>(
      'select id, at, day, accounts from ranking order by id',
    )
    const days = Array.from({ length: rankDaysMax }, (_, ago) => addDays(today, -ago)).toReversed()
    expect(rankings.map(({ day }) => day)).toEqual(days)
    const entries = await db.query<EntryRow>(
      `select ${entryColumns} from trade order by portfolio_id, ${oldestFirst}`,
    )
    const openRows = await db.query<{ id: number }>(
      'select id from portfolio where contest_id = 1 and closed_at is null',
    )
    const open = new Set(openRows.map((row) => row.id))
    expect(open.size).toBe(61)
    for (const { id, at, day, accounts } of rankings) {
      expect(at.getTime()).toBe(startOfDay(dayOf(Date.parse(`${day}T12:00Z`))))
      const prices = await market.pricesAt(tickers, at.getTime())
      const contestants = [...Map.groupBy(entries, ({ portfolioId }) => portfolioId)]
        .filter(([portfolioId]) => open.has(portfolioId))
        .map(([portfolioId, rows]) => {
          const then = rows.filter((row) => row.at < at)
          const firstTradeAt = then[0]?.at.getTime() ?? null
          const { cash, positions } = portfolioOf(then.map(entryOf))
          return { id: portfolioId, firstTradeAt, cash, positions }
        })
      const ranked = rankingOf(contestants, (ticker) => prices.get(ticker) ?? null)
      const places = await db.query(
        `select portfolio_id as id, rank, cash_cents as cash, value_cents as value
         from ranking_place where ranking_id = $1 order by rank`,
        [id],
      )
      expect(places).toEqual(ranked)
      expect(accounts).toBe(places.length)
    }
  })

  test('is full wherever the learner looks', async () => {
    const { app } = await createWorld({ connection, now })
    const get = await signInAsLearner(app)

    expect(await get('/api/account')).toMatchObject({
      email: demoLearner.email,
      display_name: demoLearner.name,
    })
    const board = await get('/api/leaderboard')
    expect(board.leaderboard).toHaveLength(10)
    expect(board.you.display_name).toBe(demoLearner.name)
    expect(board.updated_at).toBe(new Date(startOfDay(today)).toISOString())
    expect(Date.parse(board.next_update_at)).toBeGreaterThan(noon)
    const { ranks } = await get('/api/leaderboard/me')
    expect(ranks).toHaveLength(rankDaysMax)
    expect(ranks.at(-1)).toMatchObject({ date: today, rank: board.you.rank, traders: 61 })

    const portfolio = await get('/api/portfolio')
    expect(portfolio.holdings.length).toBeGreaterThan(3)
    expect(portfolio.total_value).toBeGreaterThan(10_500)
    const { data } = await get('/api/net_worth_history/1y')
    expect(data.length).toBeGreaterThan(365)
    expect(data.at(-1).value).toBe(portfolio.total_value)
    const { entries } = await get('/api/journal')
    expect(entries.length).toBeGreaterThan(10)
    const { scored, levels, brier } = await get('/api/insights/calibration')
    expect(scored).toBeGreaterThan(10)
    expect(levels).toHaveLength(5)
    expect(brier).toBeGreaterThan(0)
    const { transactions } = await get('/api/transactions?limit=100')
    expect(new Set(transactions.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['BUY', 'SELL']),
    )
    expect(Date.parse(transactions[0].timestamp)).toBeGreaterThan(noon - 14 * dayMs)
  })

  test('has orders of the learner that wait, and others that were filled, cancelled or expired', async () => {
    const { app } = await createWorld({ connection, now })
    const get = await signInAsLearner(app)
    const { orders } = await get('/api/orders?state=all')
    const sorts = Object.groupBy(orders as readonly ShownOrder[], ({ state }) => state)
    expect(Object.keys(sorts).toSorted()).toEqual(['cancelled', 'expired', 'filled', 'open'])
    const { open = [], filled = [] } = sorts
    expect(open.map(({ type, kind }) => `${type} ${kind}`)).toEqual(
      expect.arrayContaining(['BUY limit', 'SELL stop']),
    )
    const placed = orders.map(({ placed_at }: ShownOrder) => placed_at)
    expect(placed).toEqual(placed.toSorted().toReversed())

    const { cash_balance, free_cash, holdings } = await get('/api/portfolio')
    const bids = open.filter(({ type }) => type === 'BUY')
    const held = bids.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    expect(cash_balance - free_cash).toBeCloseTo(held, 2)
    for (const { ticker, quantity } of open.filter(({ type }) => type === 'SELL')) {
      const holding = holdings.find((one: { ticker: string }) => one.ticker === ticker)
      expect(holding.quantity - holding.free_quantity).toBe(quantity)
    }
    const { transactions } = await get('/api/transactions?limit=100')
    for (const { type, ticker, quantity, filled: fill } of filled) {
      const trade = { type, ticker, quantity, price: fill?.price, timestamp: fill?.at }
      expect(transactions).toContainEqual(expect.objectContaining(trade))
    }
  })

  test(
    'has what every database of its seed and day has; the next day has another',
    long,
    async () => {
      let clock = noon + 3 * hourMs
      const fresh = await freshDatabase()
      const before = openDb(fresh)
      const own = await openDemoMarket(before, () => clock)
      await before.close()
      const product = await createWorld({ connection: fresh, now: () => clock, market: own })
      const deps = { db: product.db, market: own, now: () => clock }
      // The server runs already and has made its first ranking, which is empty.
      await product.app.ready()
      await expect.poll(() => deps.db.query('select from ranking')).toHaveLength(1)

      const { made } = await fillDemoWorld(deps)
      expect(made).toMatchObject({ traders: 61 })
      expect(await tradesIn(deps.db)).toEqual(await tradesIn(db))
      expect(await ordersIn(deps.db)).toEqual(await ordersIn(db))
      const guest = await signUp(product.app, 'guest@school.example')
      expect((await guest.get('/api/leaderboard')).json().leaderboard).toHaveLength(10)

      clock += hourMs
      expect(await fillDemoWorld(deps)).toEqual({ made: null })
      expect(await accountsIn(deps.db)).toBe(62)

      clock += dayMs
      expect((await fillDemoWorld(deps)).made).not.toBeNull()
      expect(await accountsIn(deps.db)).toBe(61)
      const days = await deps.db.query<{ day: string }>('select day from ranking order by id')
      expect(days).toHaveLength(rankDaysMax)
      expect(days.at(-1)?.day).toBe(dayOf(clock))
    },
  )
})

test('the accounts of real people are never touched', async () => {
  const { app, db, market } = await createWorld({ now: () => noon })
  const learner = await signUp(app)
  await learner.get('/api/account')
  await expect(fillDemoWorld({ db, market, now: () => noon })).rejects.toThrow(
    'This database holds accounts that are not of a demo. Set DATA_DIR to a folder for the demo alone.',
  )
  expect((await learner.get('/api/account')).statusCode).toBe(200)
  expect(await accountsIn(db)).toBe(1)
})

const tradesIn = (db: Db) => db.query('select * from trade order by id')

const ordersIn = (db: Db) => db.query('select * from stock_order order by id')

interface ShownOrder {
  readonly type: string
  readonly kind: string
  readonly ticker: string
  readonly quantity: number
  readonly price: number
  readonly state: string
  readonly placed_at: string
  readonly filled: { readonly price: number; readonly at: string } | null
}

async function accountsIn(db: Db): Promise<number> {
  return (await db.query('select from account')).length
}
