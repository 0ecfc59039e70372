// Splits on a real database: applied once to each account, early or late, without a jump in the net worth.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import type { Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { DatabaseUnreachable } from '../db/failures.ts'
import { openDb, type Db, type Tx } from '../db/handle.ts'
import { recordSplit, storeBars, storeQuotes } from '../market/store.ts'
import { freshDatabase } from '../testing/databases.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket, type ScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { startSplitJob, applySplitsEverywhere } from './split-job.ts'
import { applySplits } from './splits.ts'
import { expectCleanAudit } from './testing/clean-audit.ts'
import {
  learn,
  monday,
  stateOf,
  storeCloses,
  type Closes,
  type SplitFact,
} from './testing/split-ledger.ts'

const now = Date.parse('2026-03-13T18:00:00Z')
const silent = { error: () => undefined }

async function worldWith(trades: Parameters<typeof plantTrades>[2], options = {}) {
  const world = await createWorld({ now: () => now, ...options })
  const learner = await signUp(world.app)
  const portfolioId = await portfolioIdOf(world.db, learner)
  await plantTrades(world.db, portfolioId, trades)
  return { world, learner, portfolioId }
}

const closeOf = (day: string): number => sessionOf(asDay(day))?.close ?? 0

const friday = '2026-03-06T16:00:00Z'
const tuesday = '2026-03-10T16:00:00Z'
const thursday = asDay('2026-03-12')
const tenShares = [trade('BUY', 10, 'AAPL', 100_00, friday)]
const fridayClose = closeOf('2026-03-06')

/** A row of the test tables. The defaults are 10 shares at $100.00 and a split of 2 for 1 on Monday. */
interface SplitCase {
  readonly name: string
  readonly bought?: readonly [quantity: number, cents: number]
  readonly trades?: readonly Trade[]
  readonly closes?: Closes
  readonly splits?: readonly SplitFact[]
  readonly cash: number
  readonly held: readonly [quantity: number, cost: number] | null
  /** The shares and the cash of each line, alternating. */
  readonly lines?: readonly number[]
}

const twoForOne: SplitFact = { ratio: [2, 1] }
const oneForEight: SplitFact = { ratio: [1, 8] }
const saleOf = (quantity: number, price: number, at: number | string = tuesday) =>
  trade('SELL', quantity, 'AAPL', price, at)

async function expectSplit(row: SplitCase): Promise<void> {
  const { bought: [count, price] = [10, 100_00], splits = [twoForOne], lines = [10, 0] } = row
  const { world, portfolioId, learner } = await worldWith([
    trade('BUY', count, 'AAPL', price, friday),
    ...(row.trades ?? []),
  ])
  if (row.closes !== undefined) await storeCloses(world.db, row.closes)
  for (const split of splits) await learn(world.db, split)
  await learner.get('/api/portfolio')
  const [quantity, cost] = row.held ?? []
  expect(await stateOf(world.db, portfolioId)).toEqual({
    cash: row.cash,
    positions: row.held === null ? [] : [{ ticker: 1, quantity, cost }],
    lines: splits.map(({ day = monday }, index) => ({
      at: new Date(startOfDay(day)),
      shares: lines[2 * index],
      cash: lines[2 * index + 1],
    })),
  })
  await expectCleanAudit(world.db)
}

type Reading = (world: World, learner: Learner, portfolioId: number) => Promise<unknown>

const ways: readonly [string, Reading][] = [
  ['the portfolio is read', (_world, learner) => learner.get('/api/portfolio')],
  ['the value is read', (_world, learner) => learner.get('/api/current-portfolio-value')],
  ['the chart is read', (_world, learner) => learner.get('/api/net_worth_history/1m')],
  ['the transactions are read', (_world, learner) => learner.get('/api/transactions')],
  ['the file is read', (_world, learner) => learner.get('/api/transactions.csv')],
  [
    'an order comes',
    (_world, learner) => learner.post('/api/buy', { ticker: 'TSLA', quantity: 1, price: 0.01 }),
  ],
  ['splits are applied to all accounts', ({ db }) => applySplitsEverywhere(db, silent)],
]

describe('a split comes into an account', () => {
  test.each(ways)('when %s, once', async (_when, read) => {
    const { world, learner, portfolioId } = await worldWith(tenShares)
    await learn(world.db, { ratio: [2, 1] })
    for (let times = 0; times < 3; times += 1) await read(world, learner, portfolioId)
    expect(await stateOf(world.db, portfolioId)).toEqual({
      cash: 9_000_00,
      positions: [{ ticker: 1, quantity: 20, cost: 1_000_00 }],
      lines: [{ at: new Date(startOfDay(monday)), shares: 10, cash: 0 }],
    })
    expect(await learn(world.db, { ratio: [2, 1] })).toBe('known')
    await expectCleanAudit(world.db)
  })

  test('of people who are away soon after it was learned or the product was started', async () => {
    const { world, portfolioId } = await worldWith(tenShares)
    await learn(world.db, { ratio: [2, 1] })
    const other = await createWorld({ now: () => now, connection: world.connection })
    await other.app.ready()
    const quantity = async () => (await stateOf(world.db, portfolioId)).positions[0]?.quantity
    await expect.poll(quantity, { timeout: 20_000 }).toBe(20)
  })

  test('of every page when all accounts get theirs, passing those who never held the stock', async () => {
    const { world } = await worldWith([trade('BUY', 1, 'AAPL', 100_00, friday)])
    const planted = await plantPortfolios(world.db, { count: 450, at: new Date('2026-01-02') })
    const last = planted.at(-1)?.portfolioId ?? 0
    await plantTrades(world.db, last, tenShares)
    await learn(world.db, { ratio: [2, 1] })
    expect(await applySplitsEverywhere(world.db, silent)).toEqual({ applied: 451, failed: 0 })
    expect((await stateOf(world.db, last)).positions[0]?.quantity).toBe(20)
    expect(await applySplitsEverywhere(world.db, silent)).toEqual({ applied: 0, failed: 0 })
    expect(await world.db.query("select from trade where type = 'SPLIT'")).toHaveLength(2)
  })

  test.each<SplitCase>([
    { name: 'on time', cash: 9_000_00, held: [20, 1_000_00] },
    // By hand: selling 5 of 10 shares removed 500.00 of the cost, which does not change.
    { name: 'after a sale', trades: [saleOf(5, 52_00)], cash: 9_260_00, held: [15, 500_00] },
    {
      name: 'after a buy',
      trades: [trade('BUY', 4, 'AAPL', 50_00, tuesday)],
      cash: 8_800_00,
      held: [24, 1_200_00],
    },
    {
      name: 'after a sale in its first millisecond',
      trades: [saleOf(5, 52_00, startOfDay(monday))],
      cash: 9_260_00,
      held: [15, 500_00],
    },
    // 15.17 × 8 is 121.36; half a share of that is 60.68, with 4/20 of the cost.
    {
      name: 'that takes shares, with what is left of one paid at the last close before',
      bought: [20, 15_21],
      closes: [[fridayClose, 15_17]],
      splits: [oneForEight],
      cash: 9_695_80 + 60_68,
      held: [2, 243_36],
      lines: [-18, 60_68],
    },
    {
      name: 'that was learned after most of its shares were sold takes what is left and pays nothing',
      bought: [80, 10_00],
      trades: [saleOf(75, 80_00)],
      splits: [oneForEight],
      cash: 15_200_00,
      held: null,
      lines: [-5, 0],
    },
    // 25 shares, then 37.5; a new share is 90.00 × 2/5 × 2/3 = 24.00, with 1/75 of the cost.
    {
      name: 'and another of the same stock, learned together, in the order of their days',
      bought: [10, 90_00],
      splits: [{ ratio: [5, 2] }, { day: thursday, ratio: [3, 2] }],
      cash: 9_112_00,
      held: [37, 888_00],
      lines: [15, 0, 12, 12_00],
    },
  ])('$name', expectSplit)
})

describe('what is left of a share is paid at the last close before the split', () => {
  /** 22.5 shares at 80.00 with 1/45 of the cost, and then 44. */
  const fifteen = { bought: [15, 100_00], cash: 8_540_00 } as const

  test.each<SplitCase>([
    {
      ...fifteen,
      name: 'in the shares of its own day, also when a later split is learned with it',
      closes: [[fridayClose, 120_00]],
      splits: [{ ratio: [3, 2] }, { day: thursday, ratio: [2, 1] }],
      held: [44, 1_466_67],
      lines: [7, 40_00, 22, 0],
    },
    {
      ...fifteen,
      name: 'and not at one that stands in its own first instant',
      closes: [
        [fridayClose, 120_00],
        [startOfDay(monday), 90_00],
      ],
      splits: [{ ratio: [3, 2] }],
      held: [22, 1_466_67],
      lines: [7, 40_00],
    },
  ])('$name', expectSplit)

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'also when a later split is stored before statement %i of those that apply it',
    async (index) => {
      const { world, portfolioId, learner } = await worldWith([
        trade('BUY', 15, 'AAPL', 100_00, friday),
      ])
      await storeCloses(world.db, [[fridayClose, 120_00]])
      await learn(world.db, { ratio: [3, 2] })
      let count = 0
      await world.db.transaction(async (tx) => {
        const disturbed: Tx = {
          query: async (...statement) => {
            if (count === index) await learn(world.db, { day: thursday, ratio: [2, 1] })
            count += 1
            return tx.query(...statement)
          },
        }
        await applySplits(disturbed, [portfolioId], silent)
      })
      expect(count).toBeGreaterThan(index)
      await learner.get('/api/portfolio')
      expect((await stateOf(world.db, portfolioId)).lines).toMatchObject([
        { shares: 7, cash: 40_00 },
        { shares: 22, cash: 0 },
      ])
      await expectCleanAudit(world.db)
    },
  )
})

describe('a split that an order finds', () => {
  /** They become 22 shares, and half a share at $66.67 is $33.34. */
  const fifteen = [trade('BUY', 15, 'AAPL', 100_00, friday)]

  test.each([
    {
      name: 'first leaves the cash for its fraction in the account',
      order: ['buy', { ticker: 'TSLA', quantity: 1, price: 100 }],
      change: -100_00,
      positions: [{ quantity: 22 }, { quantity: 1 }],
    },
    {
      name: 'first leaves its new shares to be sold',
      order: ['sell', { ticker: 'AAPL', quantity: 22, price: 100 }],
      change: 2_200_00,
      positions: [],
    },
  ] as const)('$name', async ({ order: [way, order], change, positions }) => {
    const market = createScriptedMarket({ now: () => now, priceCents: 100_00 })
    const { world, portfolioId, learner } = await worldWith(fifteen, { market })
    await learn(world.db, { ratio: [3, 2] })
    expect((await learner.post(`/api/${way}`, order)).statusCode).toBe(200)
    const cash = 8_500_00 + 33_34 + change
    expect(await stateOf(world.db, portfolioId)).toMatchObject({ cash, positions })
    await expectCleanAudit(world.db)
  })

  const others: readonly [string, (world: World, learner: Learner) => Promise<unknown>][] = [
    ['somebody looks', (_world, learner) => learner.get('/api/portfolio')],
    ['splits are applied to all accounts', ({ db }) => applySplitsEverywhere(db, silent)],
  ]

  test.each(others)('waits while another node decides an order, when %s', async (_when, apply) => {
    const market = createScriptedMarket({ now: () => now, priceCents: 100_00 })
    const deciding = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const slow: ScriptedMarket = {
      ...market,
      quotesIn: async (tx, asked) => {
        // Rankings read the quotes of all stocks; the test waits for the order.
        if (asked.length > 1) return market.quotesIn(tx, asked)
        deciding.resolve()
        await go.promise
        return market.quotesIn(tx, asked)
      },
    }
    const { world, learner, portfolioId } = await worldWith(fifteen, { market: slow })
    const other = await createWorld({ now: () => now, market, connection: world.connection })
    const there = learner.at(other.app)
    // By now that node has looked for splits and found none.
    await there.get('/api/portfolio')
    const order = learner.post('/api/buy', { ticker: 'AAPL', quantity: 2, price: 100 })
    await deciding.promise
    await learn(world.db, { ratio: [3, 2] })
    const applied = apply(other, there)
    // The job of a node that started late may be waiting as well.
    await expect.poll(() => countLockWaits(world.db), { timeout: 20_000 }).toBeGreaterThan(0)
    go.resolve()
    expect((await order).statusCode).toBe(200)
    await applied
    expect(await stateOf(world.db, portfolioId)).toEqual({
      cash: 8_500_00 + 33_34 - 200_00,
      positions: [{ ticker: 1, quantity: 24, cost: expect.any(Number) }],
      lines: [{ at: new Date(startOfDay(monday)), shares: 7, cash: 33_34 }],
    })
    await expectCleanAudit(world.db)
    expect(world.logLines.filter((line) => line.includes(' failed"'))).toEqual([])
  })
})

describe('an account that no split can be applied to', () => {
  /** Overwrites the cash. An amount above a safe integer makes the portfolio unreadable. */
  const spoil = (db: Db, portfolioId: number, cash: string) =>
    db.query('update portfolio set cash_cents = $2 where id = $1', [portfolioId, cash])

  async function threeAccounts() {
    const { world } = await worldWith(tenShares)
    const alsoBought = async () => {
      const id = await portfolioIdOf(world.db, await signUp(world.app))
      await plantTrades(world.db, id, tenShares)
      return id
    }
    const spoilt = await alsoBought()
    await alsoBought()
    await spoil(world.db, spoilt, '9100000000000000000')
    await learn(world.db, { ratio: [2, 1] })
    const applied = async () =>
      (await world.db.query('select from portfolio where shares[1] = 20')).length
    return { app: world.app, db: world.db, spoilt, applied }
  }

  test('is told of once in a round, and does not keep it from the others', async () => {
    const { db, spoilt, applied } = await threeAccounts()
    for (const expected of [
      { applied: 2, failed: 1 },
      { applied: 0, failed: 1 },
    ]) {
      const errors: object[] = []
      const log = { error: (about: object) => void errors.push(about) }
      expect(await applySplitsEverywhere(db, log)).toEqual(expected)
      expect(errors).toMatchObject([{ portfolioId: spoilt }])
      expect(await applied()).toBe(2)
    }
  })

  test('is tried again every minute', async () => {
    const { app: world, db, spoilt, applied } = await threeAccounts()
    // The app's own job, and its ranking, apply splits too.
    await world.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const errors: object[] = []
    const app = Fastify()
    onTestFinished(() => app.close())
    let runs = 0
    const metrics = { task: () => () => void (runs += 1) }
    startSplitJob(app, { db, log: { error: (about: object) => void errors.push(about) }, metrics })
    await app.ready()
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
    expect(errors).toHaveLength(1)
    await spoil(db, spoilt, '900000')
    // Advanced between two runs, because it would also expire the timeouts of queries under way.
    vi.advanceTimersByTime(60_000)
    await expect.poll(applied, { timeout: 20_000 }).toBe(3)
  })
})

test('an account that has all splits is not written again', async () => {
  const { world, portfolioId, learner } = await worldWith(tenShares)
  await learn(world.db, { ratio: [2, 1] })
  await learner.get('/api/portfolio')
  const version = () => world.db.query('select xmin::text from portfolio')
  const before = await version()
  await world.db.transaction((tx) => applySplits(tx, [portfolioId], silent))
  expect(await version()).toEqual(before)
})

describe('a split that does not fit', () => {
  test('is told of in the log, and the account goes on with the others', async () => {
    const { world, portfolioId, learner } = await worldWith(tenShares)
    await learn(world.db, { ratio: [2, 1] })
    await learner.get('/api/portfolio')
    // Produces more shares than the database can store.
    await learn(world.db, { day: asDay('2026-03-11'), ratio: [9_000_000_000_000_000, 1] })
    await learn(world.db, { day: asDay('2026-03-12'), ratio: [3, 1] })
    expect((await learner.get('/api/portfolio')).json().holdings[0].quantity).toBe(60)
    const order = {
      ticker: 'TSLA',
      quantity: 1,
      price: (world.market.quote('TSLA')?.price ?? 0) / 100,
    }
    expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
    const logged = world.logLines.filter((line) =>
      line.includes('a split does not fit a portfolio'),
    )
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { portfolioId, ticker: 'AAPL', day: '2026-03-11' },
    ])
    expect((await stateOf(world.db, portfolioId)).lines).toHaveLength(2)
    await expectCleanAudit(world.db)
  })

  test('in an account whose trades do not fit is told of, and the account stays as it was', async () => {
    const { world, portfolioId, learner } = await worldWith([trade('BUY', 1, 'AAPL', 1_00, friday)])
    await world.db.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
       values ($1, $2, 'SELL', 1, -9, 9, 1, 0, gen_random_uuid())`,
      [portfolioId, new Date('2026-03-06T18:00:00Z')],
    )
    const before = await stateOf(world.db, portfolioId)
    await learn(world.db, { ratio: [2, 1] })
    expect((await learner.get('/api/portfolio')).statusCode).toBe(200)
    expect(await stateOf(world.db, portfolioId)).toEqual(before)
    const logged = world.logLines.filter((line) =>
      line.includes('a split does not fit a portfolio'),
    )
    expect(logged.map((line) => JSON.parse(line).day)).toEqual([monday])
  })

  test('because the database is gone is applied later', async () => {
    const { world, portfolioId } = await worldWith(tenShares)
    await learn(world.db, { ratio: [2, 1] })
    const lost = world.db.transaction(async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>(
        'select pg_backend_pid() as pid',
      )
      await world.db.query('select pg_terminate_backend($1)', [pid])
      await applySplits(tx, [portfolioId], silent)
    })
    await expect(lost).rejects.toThrow(DatabaseUnreachable)
    expect((await stateOf(world.db, portfolioId)).lines).toEqual([])
    await applySplitsEverywhere(world.db, silent)
    expect((await stateOf(world.db, portfolioId)).lines).toHaveLength(1)
  })
})

test('a split that is stored while another is on its way to the database is not passed over', async () => {
  const { world, portfolioId, learner } = await worldWith([
    trade('BUY', 10, 'AAPL', 100_00, friday),
    trade('BUY', 10, 'TSLA', 100_00, friday),
  ])
  const commitSlow = await holdTransaction(world.db, (tx) =>
    recordSplit(tx, { ticker: 'AAPL', day: monday, numerator: 2, denominator: 1 }),
  )
  const fast = learn(world.db, { ticker: 'TSLA', ratio: [2, 1] })
  // The second split is either stored by now, or waits for the first one.
  const isSettled = async () => {
    const waiting = await world.db.query(
      "select from pg_locks where relation = 'split'::regclass and not granted",
    )
    return waiting.length + (await world.db.query('select from split')).length
  }
  await expect.poll(isSettled, { timeout: 20_000 }).toBe(1)
  await learner.get('/api/portfolio')
  await Promise.all([commitSlow(), fast])
  await learner.get('/api/portfolio')
  expect((await stateOf(world.db, portfolioId)).positions.map(({ quantity }) => quantity)).toEqual([
    20, 20,
  ])
})

describe('the chart over the day of a split', () => {
  /** A market whose provider never answers, so that only stored prices are available. */
  async function storedWorld(
    closes: readonly (readonly [day: string, cents: number])[],
    price: number,
  ) {
    const connection = await freshDatabase()
    const db = openDb(connection)
    onTestFinished(() => db.close())
    const bars = closes.map(([day, amount]) => ({
      at: sessionOf(asDay(day))?.close ?? 0,
      cents: cents(amount),
    }))
    await db.transaction(async (tx) => {
      await storeBars(tx, { ticker: 'AAPL', step: 'day', bars, through: bars.at(-1)?.at ?? 0 })
      await storeQuotes(tx, [{ ticker: 'AAPL', cents: cents(price), at: now - 1_000 }], now)
    })
    const env = {
      MARKET: 'alpaca',
      ALPACA_KEY_ID: 'k',
      ALPACA_SECRET_KEY: 's',
      ALPACA_BASE_URL: 'http://127.0.0.1:9',
    }
    return createWorld({ connection, env, now: () => now })
  }

  const closes = [
    ['2026-03-03', 98_00],
    ['2026-03-04', 99_00],
    ['2026-03-05', 100_00],
    ['2026-03-06', 120_03],
    ['2026-03-09', 81_00],
    ['2026-03-10', 82_00],
    ['2026-03-11', 82_50],
    ['2026-03-12', 83_00],
  ] as const

  test.each([
    ['3 for 2', [3, 2], 10_000, 1],
    ['1 for 8', [1, 8], 1_003, 1],
    ['with a sale since', [3, 2], 15, 3],
  ] as const)('makes no jump: %s', async (_case, ratio, held, sold) => {
    const adjusted = closes.map(([day, amount]) => {
      const old = day < monday
      const factor = ratio[0] / ratio[1]
      // Prices since the split are those of new shares.
      return [day, old ? amount : Math.round((120_03 / factor) * (amount / 80_00))] as const
    })
    const last = adjusted.at(-1)?.[1] ?? 0
    const world = await storedWorld(adjusted, last)
    const learner = await signUp(world.app)
    const portfolioId = await portfolioIdOf(world.db, learner)
    await plantTrades(world.db, portfolioId, [
      trade('BUY', held, 'AAPL', 90, '2026-03-04T16:00:00Z'),
      trade('SELL', sold, 'AAPL', adjusted[5]?.[1] ?? 0, '2026-03-10T20:00:00Z'),
    ])
    await learn(world.db, { ratio })
    await world.db.query("select pg_notify('market', '')")
    const { data } = (await learner.get('/api/net_worth_history/1m')).json()
    const values = new Map<string, number>(
      data.map(({ date, value }: { date: string; value: number }) => [date, value]),
    )
    const cash = 10_000 - held * 0.9
    // Prices are stored in whole cents of a new share, so each share may be off by half a cent.
    expect(Math.abs((values.get('2026-03-05') ?? 0) - (cash + held * 100))).toBeLessThan(
      held * 0.01,
    )
    const eve = values.get('2026-03-06') ?? 0
    expect(Math.abs(eve - (cash + held * 120.03))).toBeLessThan(held * 0.01)
    // Only the price changes: by a factor of 81/80.
    const after = values.get('2026-03-09') ?? 0
    expect((after - cash) / (eve - cash)).toBeCloseTo(81 / 80, 3)
    const { value } = (await learner.get('/api/current-portfolio-value')).json()
    expect(data.at(-1).value).toBe(value)
    expect([...values.keys()].slice(1, -1)).toEqual(closes.slice(2).map(([day]) => day))
  })

  test('has no point for a close that is still to come, and none that is guessed', async () => {
    const world = await storedWorld(closes.slice(0, -1), 83_00)
    const learner = await signUp(world.app)
    const portfolioId = await portfolioIdOf(world.db, learner)
    await plantTrades(world.db, portfolioId, [
      trade('BUY', 10, 'AAPL', 99_00, '2026-03-04T16:00:00Z'),
    ])
    const { data } = (await learner.get('/api/net_worth_history/1m')).json()
    expect(data.slice(1, -1).map(({ date }: { date: string }) => date)).toEqual(
      closes.slice(2, -1).map(([day]) => day),
    )
    await plantTrades(world.db, portfolioId, [
      trade('BUY', 1, 'TSLA', 99_00, '2026-03-05T16:00:00Z'),
    ])
    const none = await learner.get('/api/net_worth_history/1m')
    expect(none.json()).toMatchObject({ status: 503, code: 'no_price' })
  })
})
