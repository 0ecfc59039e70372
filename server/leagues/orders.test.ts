// Orders in a league: before the start, at the exact end, of a kind that is not allowed, and beside the main portfolio.
import { randomUUID } from 'node:crypto'

import { hourMs } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { createFillingNode } from '../orders/testing/filling-node.ts'
import {
  buy,
  codeOf,
  createLeague,
  createSchool,
  join,
  morning,
  startsIn,
} from './testing/league.ts'

const limitBuy = {
  type: 'BUY',
  kind: 'limit',
  lasts: 'gtc',
  ticker: 'AAPL',
  quantity: 5,
  price: 90,
}

describe('the times of a league', () => {
  test('an order before the start is refused, at the start it is executed', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starts_at: startsIn(1) })
    school.clock.at = morning + hourMs - 1
    for (const path of ['/api/buy', '/api/sell']) {
      const order = { ticker: 'AAPL', quantity: 1, price: 100, portfolio: league.portfolio }
      const early = await teacher.post(path, order)
      expect([early.statusCode, codeOf(early)]).toEqual([409, 'contest_not_begun'])
    }
    const waiting = await teacher.post('/api/orders', { ...limitBuy, portfolio: league.portfolio })
    expect([waiting.statusCode, codeOf(waiting)]).toEqual([409, 'contest_not_begun'])
    school.pass(1)
    expect((await buy(teacher, league)).statusCode).toBe(200)
  })

  test('an order at the end is refused, a millisecond before it is executed; a retry finds its trade', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    school.clock.at = morning + hourMs - 1
    const key = randomUUID()
    const last = await buy(teacher, league, { key })
    expect(last.statusCode).toBe(200)
    school.pass(1)
    const late = await buy(teacher, league)
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'contest_over'])
    const waiting = await teacher.post('/api/orders', { ...limitBuy, portfolio: league.portfolio })
    expect([waiting.statusCode, codeOf(waiting)]).toEqual([409, 'contest_over'])
    expect((await buy(teacher, league, { key })).statusCode).toBe(200)
    // The portfolio is closed by the first read, and the answers stay the same.
    await teacher.get(`/api/portfolio?portfolio=${league.portfolio}`)
    expect(codeOf(await buy(teacher, league))).toBe('contest_over')
    expect((await buy(teacher, league, { key })).statusCode).toBe(200)
  })

  test('an order that was sent before the end and decided after it is refused', async () => {
    const { teacher, db, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    school.clock.at = morning + hourMs - 1
    let answered: ReturnType<typeof buy> | undefined
    await db.transaction(async (tx) => {
      await tx.query('select from portfolio where public_id = $1 for update', [league.portfolio])
      answered = buy(teacher, league)
      // The batch waits for the lock of the portfolio.
      for (;;) {
        const [waiting] = await db.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        if (waiting !== undefined) break
      }
      school.pass(1)
    })
    const late = await answered
    expect(late && codeOf(late)).toBe('contest_over')
  })
})

describe('an order that waits', () => {
  test('is not filled at the end or later, ends with it, and its cash is free again', async () => {
    const { teacher, db, market, scripted, clock, pass } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    const place = (price: number) =>
      teacher.post('/api/orders', { ...limitBuy, price, portfolio: league.portfolio })
    const [high, low] = [await place(95), await place(90)]
    clock.at = morning + hourMs - 1
    scripted.set('AAPL', 95_00)
    const node = createFillingNode(db, market, () => clock.at)
    await node.look()
    scripted.set('AAPL', 80_00)
    pass(1)
    await node.look()
    const { orders } = (
      await teacher.get(`/api/orders?state=all&portfolio=${league.portfolio}`)
    ).json()
    expect(orders).toMatchObject([
      { id: low.json().id, state: 'cancelled', reason: 'contest_over', closed_at: league.ends_at },
      { id: high.json().id, state: 'filled' },
    ])
    const late = await teacher.delete(`/api/orders/${low.json().id}`)
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'order_closed'])
    const portfolio = (await teacher.get(`/api/portfolio?portfolio=${league.portfolio}`)).json()
    expect(portfolio).toMatchObject({
      closed_at: league.ends_at,
      cash_balance: 9_525,
      free_cash: 9_525,
    })
    await expectCleanAudit(db)
  })

  test('is refused where only market orders are allowed', async () => {
    const { teacher } = await createSchool()
    const league = await createLeague(teacher, { orders: 'now' })
    const answer = await teacher.post('/api/orders', { ...limitBuy, portfolio: league.portfolio })
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'order_kind_not_allowed'])
    expect((await buy(teacher, league)).statusCode).toBe(200)
    const main = await teacher.post('/api/orders', limitBuy)
    expect(main.statusCode).toBe(201)
  })

  test('cannot be cancelled after the end, also when nothing was read before', async () => {
    const { teacher, pass } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    const placed = await teacher.post('/api/orders', { ...limitBuy, portfolio: league.portfolio })
    pass(hourMs)
    expect(codeOf(await teacher.delete(`/api/orders/${placed.json().id}`))).toBe('order_closed')
  })
})

describe('a league and the main portfolio', () => {
  test('do not touch each other, whichever the path or the key', async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher, { starting_cash: 50_000 })
    const pupil = await school.signUp()
    const own = await join(pupil, league)
    const key = randomUUID()
    await buy(pupil, own, { key, quantity: 400 })
    // The key of a league is another one in the main portfolio: the order is decided there, and is too large.
    const main = await pupil.post(
      '/api/buy',
      { ticker: 'AAPL', quantity: 400, price: 100 },
      { 'idempotency-key': key },
    )
    expect(codeOf(main)).toBe('insufficient_cash')
    const sold = await pupil.post('/api/sell', { ticker: 'AAPL', quantity: 1, price: 100 })
    expect(codeOf(sold)).toBe('insufficient_shares')
    const read = async (query: string) => (await pupil.get(`/api/portfolio${query}`)).json()
    expect(await read('')).toMatchObject({ cash_balance: 10_000, holdings: [] })
    expect(await read(`?portfolio=${own.portfolio}`)).toMatchObject({ cash_balance: 10_000 })
    expect((await pupil.get('/api/transactions')).json().transactions).toEqual([])
    // Starting over concerns the main portfolio alone.
    await pupil.post('/api/buy', { ticker: 'MSFT', quantity: 1, price: 100 })
    await pupil.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
    expect(await read(`?portfolio=${own.portfolio}`)).toMatchObject({ closed_at: null })
    const { chapters } = (await pupil.get('/api/portfolio/chapters')).json()
    expect(chapters.map(({ portfolio }: { portfolio: string }) => portfolio)).not.toContain(
      own.portfolio,
    )
  })

  test("somebody else's portfolio in the same league cannot be traded in or read", async () => {
    const { teacher, ...school } = await createSchool()
    const league = await createLeague(teacher)
    const pupil = await school.signUp()
    await join(pupil, league)
    const answer = await buy(pupil, league)
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'unknown_portfolio'])
    expect(codeOf(await pupil.get(`/api/portfolio?portfolio=${league.portfolio}`))).toBe(
      'unknown_portfolio',
    )
  })
})
