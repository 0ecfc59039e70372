// Orders of an account with portfolios in two contests: each is decided, answered and found again only in its own
// contest.
import { randomUUID } from 'node:crypto'

import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'

import type { Db } from '../db/handle.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { isLong } from '../testing/effort.ts'
import { holdTransaction } from '../testing/held-transaction.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const market = createScriptedMarket({ now: Date.now, priceCents: 100_00 })

/** An account with $10,000 in the open contest and $5,000 in another one. */
async function createCompetitor() {
  const world = await createWorld({ market })
  const learner = await signUp(world.app)
  const { portfolio: main } = (await learner.get('/api/portfolio')).json()
  const [row] = await world.db.query<{ accountId: number; id: number }>(
    'select account_id as "accountId", id from portfolio',
  )
  if (row === undefined) throw new Error('The learner has no portfolio.')
  const stake = await plantStake(world.db, row.accountId, { at: new Date() })
  return { world, learner, main, mainId: row.id, ...stake }
}

interface OrderWanted {
  readonly portfolio?: string
  readonly key?: string
  readonly quantity?: number
}

const buy = (learner: Learner, { portfolio, key = randomUUID(), quantity = 1 }: OrderWanted = {}) =>
  learner.post(
    '/api/buy',
    { ticker: 'AAPL', quantity, price: 100, ...(portfolio && { portfolio }) },
    { 'idempotency-key': key },
  )

const placeLimit = (
  learner: Learner,
  { portfolio, key = randomUUID(), quantity = 1 }: OrderWanted = {},
) =>
  learner.post(
    '/api/orders',
    {
      ticker: 'AAPL',
      type: 'BUY',
      kind: 'limit',
      quantity,
      price: 50,
      lasts: 'gtc',
      ...(portfolio && { portfolio }),
    },
    { 'idempotency-key': key },
  )

const startOver = (learner: Learner) =>
  learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })

const answerOf = (answer: LightMyRequestResponse) => {
  const { code, cash_balance, trade } = answer.json()
  return code ?? [trade.quantity, cash_balance]
}

const tradesOf = (db: Db) =>
  db.query<{ portfolioId: number; key: string }>(
    'select portfolio_id as "portfolioId", key from trade order by id',
  )

describe('an order', () => {
  test('changes the portfolio that it names, or the main one, and not the other', async () => {
    const { world, learner, portfolio } = await createCompetitor()
    expect(answerOf(await buy(learner, { portfolio, quantity: 3 }))).toEqual([3, 4_700])
    expect(answerOf(await buy(learner, { quantity: 2 }))).toEqual([2, 9_800])
    const read = async (what: string) => (await learner.get(what)).json()
    const named = `?portfolio=${portfolio}`
    expect(await read('/api/portfolio')).toMatchObject({
      cash_balance: 9_800,
      starting_cash: 10_000,
      holdings: [{ quantity: 2 }],
    })
    expect(await read(`/api/portfolio${named}`)).toMatchObject({
      portfolio,
      chapter: 1,
      closed_at: null,
      cash_balance: 4_700,
      starting_cash: 5_000,
      holdings: [{ quantity: 3 }],
    })
    expect((await read('/api/transactions')).transactions).toMatchObject([{ quantity: 2 }])
    expect((await read(`/api/transactions${named}`)).transactions).toMatchObject([{ quantity: 3 }])
    expect((await read('/api/portfolio/chapters')).chapters).toHaveLength(1)
    expect(await expectCleanAudit(world.db)).toMatchObject({ portfolios: 2 })
  })

  test('may be for as much as its own portfolio has', async () => {
    const { learner, portfolio } = await createCompetitor()
    expect(answerOf(await buy(learner, { portfolio, quantity: 51 }))).toBe('insufficient_cash')
    expect(answerOf(await buy(learner, { quantity: 51 }))).toEqual([51, 4_900])
    await learner.post('/api/sell', { ticker: 'AAPL', quantity: 1, price: 100, portfolio })
    const sale = { ticker: 'AAPL', quantity: 1, price: 100, portfolio }
    expect((await learner.post('/api/sell', sale)).json().code).toBe('insufficient_shares')
  })

  test.each(['named', 'main'] as const)(
    'for the %s portfolio does not wait for a lock on the other one',
    async (which) => {
      const { world, learner, portfolio, portfolioId, mainId } = await createCompetitor()
      const lockedId = which === 'named' ? mainId : portfolioId
      const release = await holdTransaction(world.db, (tx) =>
        tx.query('select from portfolio where id = $1 for update', [lockedId]),
      )
      const wish = which === 'named' ? { portfolio } : {}
      expect((await buy(learner, wish)).statusCode).toBe(200)
      expect((await placeLimit(learner, wish)).statusCode).toBe(201)
      await release()
    },
  )
})

describe('an Idempotency-Key', () => {
  test('is one of an account in one contest: in another it is a key of its own', async () => {
    const { world, learner, portfolio, portfolioId, mainId } = await createCompetitor()
    const key = randomUUID()
    expect(answerOf(await buy(learner, { portfolio, key, quantity: 3 }))).toEqual([3, 4_700])
    expect(answerOf(await buy(learner, { key, quantity: 3 }))).toEqual([3, 9_700])
    await buy(learner)
    await buy(learner, { portfolio })
    // A retry gets the trade of its own contest and the cash of its own portfolio.
    expect(answerOf(await buy(learner, { portfolio, key, quantity: 3 }))).toEqual([3, 4_600])
    expect(answerOf(await buy(learner, { key, quantity: 3 }))).toEqual([3, 9_600])
    expect(answerOf(await buy(learner, { key, quantity: 4 }))).toBe('key_reused')
    expect(answerOf(await buy(learner, { portfolio, key, quantity: 4 }))).toBe('key_reused')
    const withKey = (await tradesOf(world.db)).filter((trade) => trade.key === key)
    expect(withKey.map((trade) => trade.portfolioId)).toEqual([portfolioId, mainId])
  })

  test('of an order that waits is so, too', async () => {
    const { learner, portfolio } = await createCompetitor()
    const key = randomUUID()
    const inOther = (await placeLimit(learner, { portfolio, key })).json()
    const inMain = (await placeLimit(learner, { key })).json()
    expect(inMain.state).toBe('open')
    expect(inMain.id).not.toBe(inOther.id)
    expect((await placeLimit(learner, { portfolio, key })).json().id).toBe(inOther.id)
    expect((await placeLimit(learner, { key })).json().id).toBe(inMain.id)
    expect((await placeLimit(learner, { key, quantity: 2 })).json().code).toBe('key_reused')
    const listed = async (query: string) =>
      (await learner.get(`/api/orders${query}`)).json().orders.map(({ id }: { id: string }) => id)
    expect(await listed('')).toEqual([inMain.id])
    expect(await listed(`?portfolio=${portfolio}`)).toEqual([inOther.id])
  })

  test('two orders at once with one key, one for each contest, are two trades', async () => {
    const { world, learner, portfolio, portfolioId, mainId } = await createCompetitor()
    const key = randomUUID()
    const sent = [{ key }, { key, portfolio }, { key }, { key, portfolio }]
    const answers = await Promise.all(sent.map((wish) => buy(learner, wish)))
    expect(answers.map(answerOf)).toEqual([
      [1, 9_900],
      [1, 4_900],
      [1, 9_900],
      [1, 4_900],
    ])
    const trades = await tradesOf(world.db)
    expect(new Set(trades.map((trade) => trade.portfolioId))).toEqual(
      new Set([mainId, portfolioId]),
    )
    expect(trades).toHaveLength(2)
  })

  test('finds its trade after the chapter was closed, with the cash of that chapter', async () => {
    const { learner, main } = await createCompetitor()
    const key = randomUUID()
    expect(answerOf(await buy(learner, { key, quantity: 3 }))).toEqual([3, 9_700])
    expect((await startOver(learner)).json()).toMatchObject({ chapter: 2, cash_balance: 10_000 })
    expect(answerOf(await buy(learner, { key, quantity: 3 }))).toEqual([3, 9_700])
    expect(answerOf(await buy(learner, { key, quantity: 3, portfolio: main }))).toEqual([3, 9_700])
    // Naming the new chapter makes it a different order than the first one with this key.
    const { portfolio } = (await learner.get('/api/portfolio')).json()
    expect(answerOf(await buy(learner, { key, quantity: 3, portfolio }))).toBe('key_reused')
    expect((await learner.get('/api/transactions')).json().transactions).toEqual([])
  })

  const rounds = isLong ? 45 : 12

  test(`is traded under once in a contest, in ${rounds} rounds of retries on two nodes beside a start-over`, async () => {
    const { world, learner, portfolio, portfolioId } = await createCompetitor()
    const other = await createWorld({ market, connection: world.connection })
    const nodes = [learner, learner.at(other.app)] as const
    for (let round = 1; round <= rounds; round += 1) {
      await buy(learner)
      // Moves the opening into the past, because it would otherwise be too soon to start over.
      await world.db.query("update portfolio set opened_at = opened_at - interval '31 days'")
      const { portfolio: main } = (await learner.get('/api/portfolio')).json()
      const key = randomUUID()
      const retries = [0, 1, 2, 3].flatMap((n) => {
        const node = nodes[n % 2 ? 1 : 0]
        return [{ key }, { key, portfolio: main }, { key, portfolio }].map((wish) =>
          untilDecided(() => buy(node, wish)),
        )
      })
      const [begun] = await Promise.all([untilDecided(() => startOver(nodes[1])), ...retries])
      expect(begun.statusCode).toBe(200)
      const { portfolio: next } = begun.json()
      await Promise.all(
        nodes.flatMap((node) => [buy(node, { key }), buy(node, { key, portfolio: next })]),
      )
      const trades = (await tradesOf(world.db)).filter((trade) => trade.key === key)
      const inOther = trades.filter((trade) => trade.portfolioId === portfolioId)
      expect([inOther.length, trades.length - inOther.length]).toEqual([1, 1])
    }
    await expectCleanAudit(world.db)
  })
})

/** The queue of one account is limited; an order that is refused as busy is sent again with the same key. */
async function untilDecided(
  send: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (answer.statusCode !== 503 || tries === 200) return answer
  }
}
