// A ranking never combines old shares with new prices: splits are applied first, and a split during a ranking is left
// for the next one.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { asDay, startOfDay, type Day } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { rankingOf, type Contestant } from '@tengrand/core/testing/ranking.ts'
import {
  anyPrice,
  anyRatio,
  anyTrades,
  rareTrades,
  someTickers,
} from '@tengrand/core/testing/random-account.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { recordSplit, readQuotes, storeQuotes } from '../market/store.ts'
import { freshDatabase } from '../testing/databases.ts'
import { isLong } from '../testing/effort.ts'
import { plantTrades, trade } from '../testing/planted-ledger.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { oldestFirst, uncheckedColumns, type UncheckedRow } from '../ledger/entries.ts'
import { createFold } from '../ledger/fold.ts'
import { applySplitsEverywhere } from '../ledger/split-job.ts'
import { rankWhenDue } from './rank.ts'

const now = Date.parse('2026-05-15T18:00:00Z')
const silent = { error: () => undefined }

/** Stored prices, as on a provider's market, which each split converts to new shares. */
const stored: Pick<Market, 'quotesIn'> = {
  quotesIn: async (tx) => new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote])),
}

async function emptyDatabase(): Promise<{ db: Db; other: Db }> {
  const connection = await freshDatabase()
  const [db, other] = [openDb(connection), openDb(connection)]
  onTestFinished(async () => {
    await db.close()
    await other.close()
  })
  return { db, other }
}

async function makeAccount(db: Db): Promise<number> {
  const [planted] = await plantPortfolios(db, { at: new Date('2026-01-01') })
  return planted?.portfolioId ?? 0
}

const learn = (db: Db, ticker: Ticker, day: Day, numerator: number, denominator: number) =>
  db.transaction((tx) => recordSplit(tx, { ticker, day, numerator, denominator }))

const quoteAt = (db: Db, ticker: Ticker, price: Cents, at: number) =>
  storeQuotes(db, [{ ticker, cents: price, at }], at)

const valuesIn = (db: Db) =>
  db.query<{ id: number; rank: number; value: number; cash: number }>(
    `select portfolio_id as id, rank, cash_cents as cash, value_cents as value
     from ranking_place order by rank`,
  )

const friday = '2026-05-08T16:00:00Z'
const monday = asDay('2026-05-11')

/** A portfolio with ten shares bought at $100.00. */
async function withTenShares() {
  const { db, other } = await emptyDatabase()
  const id = await makeAccount(db)
  await plantTrades(db, id, [trade('BUY', 10, 'AAPL', 100_00, friday)])
  await quoteAt(db, 'AAPL', cents(100_00), Date.parse(friday))
  return { db, other, id }
}

test('shares that have split are counted anew before they are ranked', async () => {
  const { db, id } = await withTenShares()
  await learn(db, 'AAPL', monday, 2, 1)
  expect(await readQuotes(db)).toMatchObject([{ ticker: 'AAPL', price: 50_00 }])
  await rankWhenDue({ contestId: 1, db, market: stored, now: () => now, log: silent })
  expect(await valuesIn(db)).toEqual([{ id, rank: 1, cash: 9_000_00, value: 10_000_00 }])
})

test('a split that is learned in the middle of a ranking is in none of its parts', async () => {
  const { db, other, id } = await withTenShares()
  const market: typeof stored = {
    quotesIn: async (tx, asked) => {
      await learn(other, 'AAPL', monday, 2, 1)
      return stored.quotesIn(tx, asked)
    },
  }
  await rankWhenDue({ contestId: 1, db, market, now: () => now, log: silent })
  expect(await valuesIn(db)).toEqual([{ id, rank: 1, cash: 9_000_00, value: 10_000_00 }])
})

test('an account that no split can be applied to is left out, and the others are ranked', async () => {
  const { db, id } = await withTenShares()
  const spoilt = await makeAccount(db)
  await plantTrades(db, spoilt, [trade('BUY', 10, 'AAPL', 100_00, friday)])
  // Too large for a safe integer.
  await db.query('update portfolio set cash_cents = 9100000000000000000 where id = $1', [spoilt])
  await learn(db, 'AAPL', monday, 2, 1)
  await rankWhenDue({ contestId: 1, db, market: stored, now: () => now, log: silent })
  expect(await valuesIn(db)).toEqual([{ id, rank: 1, cash: 9_000_00, value: 10_000_00 }])
})

test('where nobody but such an account has traded there is one empty ranking, until somebody else has', async () => {
  const { db, id } = await withTenShares()
  // Too large for a safe integer.
  await db.query('update portfolio set cash_cents = 9100000000000000000')
  await learn(db, 'AAPL', monday, 2, 1)
  let at = now
  const rank = () => rankWhenDue({ contestId: 1, db, market: stored, now: () => at, log: silent })
  expect(await rank()).toMatchObject({ is: 'ranked', accounts: 0 })
  for (let looks = 0; looks < 3; looks += 1) {
    at += 30_000
    expect(await rank()).toEqual({ is: 'not due' })
  }
  await db.query('update portfolio set cash_cents = 900000')
  await applySplitsEverywhere(db, silent)
  expect(await rank()).toMatchObject({ is: 'ranked', accounts: 1 })
  expect(await valuesIn(db)).toMatchObject([{ id }])
})

const anyDay = fc
  .integer({ min: 6, max: 120 })
  .map((days) => asDay(new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10)))

const anyLedger = fc.record({
  accounts: fc.array(anyTrades, { minLength: 1, maxLength: 4 }),
  splits: fc.array(
    fc.record({
      ticker: fc.constantFrom(...someTickers),
      day: anyDay,
      ratio: anyRatio,
      /** Whether the split is applied to the accounts before the ranking. */
      isApplied: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  prices: fc.tuple(anyPrice, anyPrice, anyPrice),
})

const splitOf = (day: string, numerator: number, denominator: number, isApplied: boolean) => ({
  ticker: 'AAPL' as const,
  day: asDay(day),
  ratio: { numerator, denominator },
  isApplied,
})

test('in random worlds all are ranked as the fold of their entries says, also who had a split to come', async () => {
  const { db } = await emptyDatabase()
  await fc.assert(
    fc.asyncProperty(anyLedger, async ({ accounts, splits, prices }) => {
      await db.query(
        `truncate membership, portfolio, trade, stock_order, split, quote, ranking; delete from account;
         drop table if exists ranking_place_1`,
      )
      for (const steps of accounts) {
        const id = await makeAccount(db)
        const trades = steps.flatMap(({ entry }) => (entry.type === 'SPLIT' ? [] : [entry]))
        if (trades.length > 0) await plantTrades(db, id, trades)
      }
      for (const [index, ticker] of someTickers.entries()) {
        await quoteAt(db, ticker, prices[index] ?? cents(1), startOfDay(asDay('2026-03-01')))
      }
      for (const { ticker, day, ratio, isApplied } of splits) {
        await learn(db, ticker, day, ratio.numerator, ratio.denominator)
        if (isApplied) await applySplitsEverywhere(db, silent)
      }
      await rankWhenDue({ contestId: 1, db, market: stored, now: () => now, log: silent })
      await applySplitsEverywhere(db, silent)
      const quotes = new Map((await readQuotes(db)).map(({ ticker, price }) => [ticker, price]))
      const folded = await contestantsFromEntries(db)
      expect(await valuesIn(db)).toEqual(rankingOf(folded, (ticker) => quotes.get(ticker) ?? null))
    }),
    {
      numRuns: isLong ? 300 : 15,
      // 15 shares: one split that is applied before the ranking, and two that are not, one of them late.
      examples: [
        [
          {
            accounts: [rareTrades, [], rareTrades],
            splits: [
              splitOf('2026-02-09', 3, 2, true),
              splitOf('2026-03-09', 1, 8, false),
              splitOf('2026-03-02', 2, 1, false),
            ],
            prices: [cents(81_27), cents(1), cents(1)],
          },
        ],
      ],
    },
  )
})

/** Computed from the trades alone, not from the totals in the portfolio row. */
async function contestantsFromEntries(db: Db): Promise<Contestant[]> {
  const rows = await db.query<UncheckedRow>(
    `select ${uncheckedColumns} from trade order by portfolio_id, ${oldestFirst}`,
  )
  return [...Map.groupBy(rows, ({ portfolioId }) => portfolioId)].map(([id, entries]) => {
    const fold = createFold(openStartingCash)
    for (const entry of entries) fold.add(entry)
    const folded = fold.result()
    if ('broken' in folded) throw new Error(folded.broken)
    return {
      id,
      cash: folded.cash,
      firstTradeAt: folded.firstTradeAt?.getTime() ?? null,
      positions: new Map([...folded.positions].filter(([, { quantity }]) => quantity > 0)),
    }
  })
}
