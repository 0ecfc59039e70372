// Compares the ranking that the database computes with the reference implementation in core/testing/ranking.ts.
import { dayOf } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { rankingOf, type Contestant } from '@tengrand/core/testing/ranking.ts'
import { anyPrice } from '@tengrand/core/testing/random-account.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { freshDatabase } from '../testing/databases.ts'
import { isLong } from '../testing/effort.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { rankWhenDue } from './rank.ts'
import { plantContestants } from './testing/contestants.ts'
import { writeRanking } from './write-ranking.ts'

const now = Date.parse('2026-11-13T15:30:00Z')
const silent = { error: () => undefined }

async function emptyDatabase(): Promise<Db> {
  const db = openDb(await freshDatabase())
  onTestFinished(() => db.close())
  return db
}

const readPlaces = (db: Db, rankingId: number) =>
  db.query<{ id: number; rank: number; cash: number; value: number }>(
    `select portfolio_id as id, rank, cash_cents as cash, value_cents as value
     from ranking_place where ranking_id = $1 order by rank`,
    [rankingId],
  )

/** Account ids up to 100,000, some of them neighbors. */
const anyId = fc.oneof(
  fc.constantFrom(1, 25_000, 25_001, 50_001, 50_002, 75_002, 75_003, 100_000),
  fc.integer({ min: 1, max: 100_000 }),
)

const anyPosition = fc.record({
  // Quantity 0 is a stock that was sold completely.
  quantity: fc.oneof(fc.constant(0), fc.nat(50), fc.nat(10_000_000)),
  cost: fc.constant(cents(0)),
})

const anyContestant: fc.Arbitrary<Contestant> = fc.record({
  id: anyId,
  // The constants make some accounts equal in cash.
  cash: fc.oneof(fc.constantFrom(0, 1, 10_000_00), fc.nat(10_000_000_00)).map(cents),
  firstTradeAt: fc.oneof(
    fc.constant(null),
    fc.constantFrom(now - 1, now - 2, now - 3, now - 86_400_000),
  ),
  positions: fc.oneof(
    fc.constant(new Map()),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...tickers), anyPosition), {
        maxLength: 16,
        selector: ([ticker]) => ticker,
      })
      .map((held) => new Map(held)),
  ),
})

const hasTraded = ({ firstTradeAt }: Contestant): boolean => firstTradeAt !== null

/** A portfolio of the reference implementation has no positions with quantity 0. */
const withoutSold = (one: Contestant): Contestant => ({
  ...one,
  positions: new Map([...one.positions].filter(([, { quantity }]) => quantity > 0)),
})

interface RandomWorld {
  readonly contestants: readonly Contestant[]
  /** In the order of `tickers`. */
  readonly prices: readonly Cents[]
}

const anyWorld: fc.Arbitrary<RandomWorld> = fc.record({
  contestants: fc.uniqueArray(anyContestant, { maxLength: 30, selector: ({ id }) => id }),
  prices: fc.tuple(...tickers.map(() => anyPrice)),
})

describe('a ranking in the database', () => {
  test('is the one of core, in random worlds', async () => {
    const db = await emptyDatabase()
    let rankingId = 0
    await fc.assert(
      fc.asyncProperty(anyWorld, async ({ contestants, prices }) => {
        await db.query('truncate membership, portfolio, trade, stock_order')
        await db.query('delete from account')
        await plantContestants(db, contestants)
        const priceOf = (ticker: Ticker): Cents => prices[tickers.indexOf(ticker)] ?? cents(0)
        const expected = rankingOf(contestants.map(withoutSold), priceOf)
        rankingId += 1
        const ranking = {
          contestId: 1,
          id: rankingId,
          at: now,
          latestSplit: 0,
          prices: new Map(tickers.map((ticker) => [ticker, priceOf(ticker)])),
        }
        const written = await db.transaction((tx) => writeRanking(tx, ranking))
        expect(await readPlaces(db, rankingId)).toEqual(expected)
        expect(written).toEqual({ accounts: contestants.filter(hasTraded).length })
      }),
      {
        numRuns: isLong ? 500 : 25,
        // A world without accounts, and one whose accounts have the same value.
        examples: [
          [{ contestants: [], prices: tickers.map(() => cents(1)) }],
          [
            {
              contestants: [1, 25_000, 25_001, 50_001, 50_002, 100_000].map((id, index) =>
                contestant(id, 10_000_00, {}, now - (index % 3)),
              ),
              prices: tickers.map(() => cents(1)),
            },
          ],
        ],
      },
    )
  })

  test('puts the account that traded first ahead of another of the same value, also where its id is higher', async () => {
    const db = await emptyDatabase()
    await plantContestants(db, [
      contestant(1, 10_000_00, {}, now - 1),
      contestant(2, 9_900_00, { AAPL: 1 }, now - 2),
      contestant(3, 10_000_00, {}, now - 3),
      // Account 5 first traded at the same moment as account 2, so the lower id comes first.
      contestant(5, 10_000_00, {}, now - 2),
      contestant(6, 10_000_01, {}, now),
    ])
    const market = createScriptedMarket({ now: () => now, priceCents: 100_00 })
    await rankWhenDue({ contestId: 1, db, market, now: () => now, log: silent })
    const ids = (await readPlaces(db, 1)).map(({ id }) => id)
    expect(ids).toEqual([6, 3, 2, 5, 1])
  })

  test('is exact where binary fractions are not', async () => {
    const db = await emptyDatabase()
    const shares = 3_000_000_001
    await plantContestants(db, [
      { id: 1, cash: cents(7), firstTradeAt: now, positions: held({ AAPL: shares, SPOT: 1 }) },
      { id: 2, cash: cents(6), firstTradeAt: now, positions: held({ AAPL: shares, SPOT: 1 }) },
    ])
    const prices = new Map<Ticker, Cents>([
      ['AAPL', cents(1_000_000_01)],
      ['SPOT', cents(3)],
    ])
    await db.transaction((tx) =>
      writeRanking(tx, { contestId: 1, id: 1, at: now, prices, latestSplit: 0 }),
    )
    // Read as text: the value is above 2^53, where a JavaScript number loses the last digit.
    const rows = await db.query<{ value: string }>(
      'select value_cents::text as value from ranking_place order by rank',
    )
    const value = BigInt(shares) * 1_000_000_01n + 3n
    expect(rows.map((row) => row.value)).toEqual([`${value + 7n}`, `${value + 6n}`])
  })

  test('says when and of how many it is', async () => {
    const db = await emptyDatabase()
    await plantContestants(db, [contestant(1, 5_00), contestant(2, 6_00), idle(3)])
    const market = createScriptedMarket({ now: () => now })
    const outcome = await rankWhenDue({ contestId: 1, db, market, now: () => now, log: silent })
    expect(outcome).toEqual({ is: 'ranked', accounts: 2, at: now })
    expect(await db.query('select * from ranking')).toEqual([
      { id: 1, at: new Date(now), day: dayOf(now), accounts: 2 },
    ])
  })

  test('is made at the prices of one instant, also while the clock moves', async () => {
    const db = await emptyDatabase()
    let at = now
    const secret = Buffer.from('a market in which time goes by')
    const market = openSimulatedMarket({ secret, hours: 'always', now: () => (at += 60_000) })
    onTestFinished(() => market.close())
    const quotes = await market.quotesIn(db, tickers)
    const [first = 0] = [...quotes.values()].map((quote) => quote.at)
    expect([...quotes.values()].map((quote) => quote.at)).toEqual(tickers.map(() => first))
    const prices = new Map([...quotes].map(([ticker, { price }]) => [ticker, price]))
    expect(prices).toEqual(await market.pricesAt(tickers, first))
  })

  test('of nobody is empty, and takes no table', async () => {
    const db = await emptyDatabase()
    await plantContestants(db, [idle(1)])
    const market = createScriptedMarket({ now: () => now })
    await rankWhenDue({ contestId: 1, db, market, now: () => now, log: silent })
    expect(await db.query('select accounts from ranking')).toEqual([{ accounts: 0 }])
    expect(await placesTables(db)).toEqual([])
  })
})

describe('without the price of a stock', () => {
  test('that somebody holds there is no ranking, and the one before stands', async () => {
    const db = await emptyDatabase()
    await plantContestants(db, [contestant(1, 5_00, { AAPL: 1 }), contestant(2, 5_00)])
    let at = now
    const market = createScriptedMarket({ now: () => at })
    const rank = () => rankWhenDue({ contestId: 1, db, market, now: () => at, log: silent })
    expect(await rank()).toMatchObject({ is: 'ranked' })
    const before = await readPlaces(db, 1)
    at += 86_400_000
    market.set('AAPL', null)
    market.set('LYFT', null)
    expect(await rank()).toEqual({ is: 'without a price', missing: ['AAPL'] })
    expect(await db.query('select id from ranking')).toEqual([{ id: 1 }])
    expect(await readPlaces(db, 1)).toEqual(before)
    market.set('AAPL', 1_00)
    expect(await rank()).toMatchObject({ is: 'ranked' })
  })

  test('that nobody holds any more there is one', async () => {
    const db = await emptyDatabase()
    await plantContestants(db, [contestant(1, 5_00, { AAPL: 0, TSLA: 2 })])
    const market = createScriptedMarket({ now: () => now })
    for (const ticker of tickers) if (ticker !== 'TSLA') market.set(ticker, null)
    await rankWhenDue({ contestId: 1, db, market, now: () => now, log: silent })
    expect(await readPlaces(db, 1)).toEqual([{ id: 1, rank: 1, cash: 5_00, value: 205_00 }])
  })
})

const held = (shares: Partial<Record<Ticker, number>>) =>
  new Map(
    tickers.flatMap((ticker) => {
      const quantity = shares[ticker]
      return quantity === undefined ? [] : [[ticker, { quantity, cost: cents(0) }] as const]
    }),
  )

function contestant(
  id: number,
  cash: number,
  shares: Parameters<typeof held>[0] = {},
  firstTradeAt = now - id,
): Contestant {
  return { id, cash: cents(cash), positions: held(shares), firstTradeAt }
}

const idle = (id: number): Contestant => ({ ...contestant(id, 10_000_00), firstTradeAt: null })

const placesTables = (db: Db) =>
  db.query(
    "select relname from pg_class where relname like 'ranking\\_place\\_%' and relkind = 'r'",
  )
