// A batch of orders on a real database: the order of account locks, and repeated keys.
import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { oneMarket } from '../market/markets.ts'
import { freshDatabase } from '../testing/databases.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { startOver } from '../portfolio/start-over.ts'
import { executeBatch, type BatchDeps } from './batch.ts'
import type { MarketOrderRequest } from './queued-order.ts'
import { applySplits } from '../ledger/splits.ts'
import { marketOrder } from './testing/market-order.ts'

const now = Date.parse('2026-03-09T15:00:00Z')

async function createAccounts(count: number) {
  const connection = await freshDatabase()
  const open = (): Db => {
    const db = openDb(connection)
    onTestFinished(() => db.close())
    return db
  }
  const db = open()
  const rows = await plantPortfolios(db, { count, at: new Date(now) })
  const deps: BatchDeps = {
    db,
    market: createScriptedMarket({ now: () => now, priceCents: 100_00 }),
    clock: { now: () => now, shownUntil: () => 0, decidedAt: () => now },
    log: { error: () => undefined },
  }
  return { deps, open, ids: rows.map(({ portfolioId }) => portfolioId).toSorted((a, b) => a - b) }
}

const startDeps = ({ market, ...deps }: BatchDeps) => ({
  ...deps,
  marketOf: oneMarket({ market, now: () => now, clock: deps.clock }),
})

/** An order of an account whose id equals that of its portfolio. */
const order = (portfolioId: number, changes: Partial<MarketOrderRequest> = {}) =>
  marketOrder(portfolioId, { quantity: 3, arrivedAt: now, ...changes })

const bought = (quantity: number, cash: unknown = expect.any(Number)) => ({
  trade: { type: 'BUY', ticker: 'AAPL', quantity, price: 100_00, at: now, cost: 0 },
  cash,
})

const chapterIsClosed = { refusal: { code: 'portfolio_closed' } }

type Lock = (deps: BatchDeps, ids: readonly number[]) => Promise<unknown>

const orderEach: Lock = (deps, ids) => {
  const orders = ids.map((id) => order(id))
  return executeBatch(deps, orders)
}

test.each<[string, Lock]>([
  ['a batch', orderEach],
  ['a split', ({ db, log }, ids) => db.transaction((tx) => applySplits(tx, ids, log))],
])('%s locks its portfolios in the order of their ids', async (_who, lock) => {
  const { deps, open, ids } = await createAccounts(2)
  const [low = 0, high = 0] = ids
  // Moves the row behind the other one; in a table this small, PostgreSQL scans the rows without an index.
  await deps.db.query('update portfolio set cash_cents = cash_cents where id = $1', [low])
  await deps.db.query('analyze portfolio')
  const other = open()
  const release = await holdTransaction(other, (tx) =>
    tx.query('select from portfolio where id = $1 for update', [low]),
  )
  const locked = lock(deps, [high, low])
  await expect.poll(() => countLockWaits(other), { timeout: 20_000, interval: 5 }).toBe(1)
  const free = await other.query('select id from portfolio for update skip locked')
  await Promise.all([release(), locked])
  expect(free).toEqual([{ id: high }])
})

describe('an order that names no portfolio', () => {
  /** An account that has traded once and may start over. */
  async function createTrader() {
    const { deps, open, ids } = await createAccounts(1)
    const [accountId = 0] = ids
    const first = order(accountId)
    expect(await executeBatch(deps, [first])).toEqual([bought(3, 9_700_00)])
    const beginChapter = (db: Db) =>
      startOver({ ...startDeps(deps), db }, { accountId, key: randomUUID() })
    return { deps, open, accountId, first, beginChapter }
  }

  test('is for the chapter that was open when it arrived', async () => {
    const { deps, accountId, first, beginChapter } = await createTrader()
    expect(await beginChapter(deps.db)).toMatchObject({ chapter: 2 })
    const outcomes = await executeBatch(deps, [
      order(accountId, { arrivedAt: now - 1 }),
      { ...first, arrivedAt: now - 1 },
      order(accountId, { quantity: 4 }),
    ])
    expect(outcomes).toMatchObject([chapterIsClosed, bought(3), bought(4)])
  })

  test.each([
    ['behind', -40],
    ['ahead', 40],
  ])(
    'is for that chapter also at a node whose clock is a little %s',
    async (_words, differenceMs) => {
      const { deps, accountId, beginChapter } = await createTrader()
      await beginChapter(deps.db)
      const clock = { ...deps.clock, now: () => now + differenceMs }
      const outcomes = await executeBatch({ ...deps, clock }, [
        order(accountId, { arrivedAt: now + differenceMs - 1 }),
        order(accountId, { arrivedAt: now + differenceMs }),
      ])
      expect(outcomes).toMatchObject([chapterIsClosed, bought(3)])
    },
  )

  test('is refused where its chapter is closed while it waits, unless it was executed before', async () => {
    const { deps, open, accountId, first, beginChapter } = await createTrader()
    const other = open()
    let answer: ReturnType<typeof executeBatch> | undefined
    const holding: Db = {
      ...other,
      transaction: (work, options) =>
        other.transaction(async (tx) => {
          const done = await work(tx)
          answer = executeBatch(deps, [order(accountId), first])
          await expect.poll(() => countLockWaits(other), { timeout: 20_000, interval: 5 }).toBe(1)
          return done
        }, options),
    }
    expect(await beginChapter(holding)).toMatchObject({ chapter: 2 })
    // The second outcome has the cash of the current chapter.
    expect(await answer).toMatchObject([chapterIsClosed, bought(3, 9_700_00)])
  })
})

/** Two orders with the same key in two chapters of a contest: the lock of the open chapter serializes them. */
test('a key is traded under once, also where a chapter is begun just before its second order has the lock', async () => {
  const { deps, open, ids } = await createAccounts(1)
  const [accountId = 0] = ids
  const sent = order(accountId)
  const other = open()
  /** Trades and closes the chapter on another connection as soon as a statement requests the lock. */
  const overtaken: Db = {
    ...other,
    transaction: (work, options) =>
      other.transaction(
        (tx) =>
          work({
            query: async (statement, values) => {
              const text = typeof statement === 'string' ? statement : statement.text
              if (text.endsWith('for update')) {
                await executeBatch(deps, [sent])
                await startOver(startDeps(deps), { accountId, key: randomUUID() })
              }
              return tx.query(statement, values)
            },
          }),
        options,
      ),
  }
  const outcomes = await executeBatch({ ...deps, db: overtaken }, [sent])
  expect(outcomes).toMatchObject([bought(3, 9_700_00)])
  const [next] = await deps.db.query<{ publicId: string }>(
    'select public_id as "publicId" from portfolio where closed_at is null',
  )
  const named = { ...sent, publicId: next?.publicId ?? null }
  expect(await executeBatch(deps, [named])).toEqual([{ refusal: { code: 'key_reused' } }])
  expect(await deps.db.query('select key from trade')).toEqual([{ key: sent.key }])
})

describe('a key that comes twice in one batch', () => {
  const tradesIn = ({ db }: BatchDeps) => db.query('select shares, cash_cents as cash from trade')

  test('trades once, and both orders have the same answer', async () => {
    const { deps, ids } = await createAccounts(1)
    const twice = order(ids[0] ?? 0)
    expect(await executeBatch(deps, [twice, twice])).toMatchObject([bought(3), bought(3)])
    expect(await tradesIn(deps)).toEqual([{ shares: 3, cash: -300_00 }])
    expect(await executeBatch(deps, [twice, twice])).toMatchObject([bought(3), bought(3)])
    expect(await tradesIn(deps)).toHaveLength(1)
  })

  test('with another quantity is refused the second time, and the others of the batch go on', async () => {
    const { deps, ids } = await createAccounts(2)
    const [mine = 0, another = 0] = ids
    const first = order(mine)
    const outcomes = await executeBatch(deps, [
      first,
      { ...first, quantity: 4 },
      order(mine, { quantity: 5 }),
      // A key belongs to an account, so another account may use the same one.
      { ...first, accountId: another, quantity: 6 },
    ])
    expect(outcomes).toEqual([
      bought(3, 9_700_00),
      { refusal: { code: 'key_reused' } },
      bought(5, 9_200_00),
      bought(6, 9_400_00),
    ])
    expect(await tradesIn(deps)).toHaveLength(3)
  })

  test('trades when only its first order is refused', async () => {
    const { deps, ids } = await createAccounts(1)
    const affordable = order(ids[0] ?? 0)
    const outcomes = await executeBatch(deps, [{ ...affordable, quantity: 101 }, affordable])
    expect(outcomes).toEqual([
      { refusal: { code: 'insufficient_cash', need: 10_100_00, have: 10_000_00, free: 10_000_00 } },
      bought(3),
    ])
  })
})
