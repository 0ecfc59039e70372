// The journal over HTTP: entries of orders, their outcomes, and who may read and change them.
import { randomUUID } from 'node:crypto'

import { addDays, asDay, dayMs, dayOf, instantAt, minuteMs } from '@tengrand/core/day.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { dumpOf, leave } from '../account/testing/leaving.ts'
import { sumUpReserved } from '../ledger/order-end.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'

const noon = Date.parse('2026-10-20T16:00Z')

async function createLearner() {
  const clock = { at: noon }
  const world = await createWorld({ now: () => clock.at, env: { IDENTITY_SESSION_DAYS: '90' } })
  const learner = renewed(await signUp(world.app))
  /** So that entries have an order. */
  const next = <T>(answer: T): T => {
    clock.at += 1
    return answer
  }
  const priceOf = async (ticker: string) =>
    (await learner.get(`/api/current-price/${ticker}`)).json().price as number
  const order = async (
    call: 'buy' | 'sell',
    ticker: string,
    more: object = {},
    key = randomUUID(),
  ) =>
    next(
      await learner.post(
        `/api/${call}`,
        { ticker, quantity: 1, price: await priceOf(ticker), ...more },
        { 'idempotency-key': key },
      ),
    )
  const limit = async (more: object = {}) =>
    next(
      await learner.post('/api/orders', {
        ticker: 'AAPL',
        type: 'BUY',
        kind: 'limit',
        quantity: 1,
        price: 1,
        lasts: 'gtc',
        ...more,
      }),
    )
  const entries = async (query = '') => (await learner.get(`/api/journal${query}`)).json().entries
  return { clock, world, learner, order, limit, entries }
}

/** A learner whose token never expires. */
const renewed = (learner: Learner): Omit<Learner, 'at' | 'token'> => ({
  email: learner.email,
  renew: learner.renew,
  get: async (...call) => (await learner.renew()).get(...call),
  post: async (...call) => (await learner.renew()).post(...call),
  put: async (...call) => (await learner.renew()).put(...call),
  patch: async (...call) => (await learner.renew()).patch(...call),
  delete: async (...call) => (await learner.renew()).delete(...call),
})

type Asking = Pick<Learner, 'get'>

/** The return in percent between the closes of two days, from the price calls alone. */
async function returnOf(learner: Asking, ticker: string, from: string, to: string) {
  const { historical_data: points } = (await learner.get(`/api/price-history/${ticker}/6m`)).json()
  const on = (day: string): number =>
    points.find(({ date }: { date: string }) => date === day)?.price ?? NaN
  return (on(to) / on(from) - 1) * 100
}

describe('an order with a reason', () => {
  test('has an entry with its reason and number, and an order without has none', async () => {
    const { order, entries } = await createLearner()
    expect((await order('buy', 'AAPL')).statusCode).toBe(200)
    const bought = await order('buy', 'MSFT', { note: '  The cloud grows.  ', confidence: 80 })
    expect(bought.statusCode).toBe(200)
    expect(await entries()).toEqual([
      {
        id: expect.any(String),
        at: new Date(noon + 1).toISOString(),
        ticker: 'MSFT',
        type: 'BUY',
        kind: null,
        quantity: 1,
        price: bought.json().trade.price,
        waiting: false,
        note: 'The cloud grows.',
        note_until: new Date(noon + 1 + 10 * minuteMs).toISOString(),
        confidence: 80,
        outcome: null,
        // The close of November 19, which is midnight in winter time.
        due_at: '2026-11-20T05:00:00.000Z',
        stock_return_percent: null,
        market_return_percent: null,
      },
    ])
  })

  test('may have only a number, or only a reason, which never comes due', async () => {
    const { order, entries } = await createLearner()
    await order('buy', 'AAPL', { confidence: 50, note: ' ' })
    await order('sell', 'AAPL', { note: 'Enough.' })
    expect(await entries()).toMatchObject([
      { type: 'SELL', note: 'Enough.', confidence: null, due_at: null },
      { type: 'BUY', note: null, confidence: 50 },
    ])
  })

  test.each([
    [{ note: 'a'.repeat(281) }, 'note must have at most 280 characters.'],
    [{ note: 7 }, 'note must be text.'],
    [{ note: 'a\0b' }, 'note must be text without NUL.'],
    [{ confidence: 55 }, 'confidence must be one of 50, 60, 70, 80, 90.'],
    [{ confidence: '80' }, 'confidence must be one of 50, 60, 70, 80, 90.'],
  ])('is not placed with %o', async (fields, error) => {
    const { order, limit, entries, learner } = await createLearner()
    for (const answer of [await order('buy', 'AAPL', fields), await limit(fields)]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', error })
    }
    expect(await entries()).toEqual([])
    expect((await learner.get('/api/portfolio')).json()).toMatchObject({ cash_balance: 10_000 })
  })

  test('keeps 280 characters, markup and formulas as they were written', async () => {
    const { order, entries, learner } = await createLearner()
    const note = `=1+1 <b>"é"</b>\n${'x'.repeat(280 - 17)}`
    await order('buy', 'AAPL', { note })
    const [entry] = await entries()
    expect(entry.note).toBe(note)
    const csv = (await learner.get('/api/journal.csv')).body
    expect(csv).toContain(`"'=1+1 <b>""é""</b>\n`)
  })

  test('has the first entry after a retry, whatever the retry says', async () => {
    const { order, limit, entries } = await createLearner()
    const key = randomUUID()
    await order('buy', 'AAPL', { note: 'First.', confidence: 60 }, key)
    expect((await order('buy', 'AAPL', { note: 'Second.', confidence: 90 }, key)).statusCode).toBe(
      200,
    )
    await limit()
    expect(await entries()).toMatchObject([{ note: 'First.', confidence: 60 }])
  })

  test('has no entry if it is refused', async () => {
    const { order, entries } = await createLearner()
    const answer = await order('buy', 'AAPL', { quantity: 100_000, note: 'All in.' })
    expect(answer.json()).toMatchObject({ code: 'insufficient_cash' })
    expect(await entries()).toEqual([])
  })
})

describe('the entry of an order that waits', () => {
  test('is gone once the order is cancelled or expires', async () => {
    const { clock, limit, entries, learner } = await createLearner()
    const { id } = (await limit({ note: 'Cheap.' })).json()
    await limit({ note: 'Today only.', lasts: 'day' })
    await limit({ note: 'Patient.', confidence: 70 })
    expect(await entries()).toMatchObject([
      { note: 'Patient.', waiting: true, due_at: null, kind: 'limit', price: 1 },
      { note: 'Today only.', waiting: true },
      { note: 'Cheap.', waiting: true },
    ])
    await learner.delete(`/api/orders/${id}`)
    clock.at += 2 * dayMs
    await expect.poll(() => entries()).toHaveLength(1)
    expect(await entries()).toMatchObject([{ note: 'Patient.' }])
  })

  test('is that of the fill, at its time and price, once it is filled', async () => {
    const { limit, entries } = await createLearner()
    const filled = (await limit({ price: 10_000, note: 'Now.', confidence: 90 })).json()
    expect(filled.state).toBe('filled')
    expect(await entries()).toMatchObject([
      { note: 'Now.', waiting: false, price: filled.filled.price, at: filled.filled.at },
    ])
  })
})

describe('the outcome of a forecast', () => {
  test('compares the stock with all sixteen over the closes, as the price calls have them', async () => {
    const { clock, learner, order, entries } = await createLearner()
    for (const ticker of ['AAPL', 'TSLA', 'NVDA', 'UBER'])
      await order('buy', ticker, { confidence: 80 })
    for (const ticker of ['AAPL', 'TSLA']) await order('sell', ticker, { confidence: 60 })
    const from = dayOf(noon)
    const to = addDays(from, 30)
    clock.at = instantAt(addDays(to, 1), 0) - 1
    expect(await entries()).toMatchObject(Array.from({ length: 6 }, () => ({ outcome: null })))
    clock.at += 60_000
    const returns = new Map<string, number>()
    for (const ticker of tickers) returns.set(ticker, await returnOf(learner, ticker, from, to))
    const market = [...returns.values()].reduce((sum, one) => sum + one, 0) / tickers.length
    const known = await entries()
    expect(known).toHaveLength(6)
    for (const { ticker, type, outcome, stock_return_percent, market_return_percent } of known) {
      const stock = returns.get(ticker) ?? NaN
      expect(stock_return_percent).toBeCloseTo(stock, 3)
      expect(market_return_percent).toBeCloseTo(market, 3)
      const ahead = type === 'BUY' ? stock - market : market - stock
      expect(outcome).toBe(Math.abs(ahead) <= 0.05 ? 'even' : ahead > 0 ? 'right' : 'wrong')
    }
  })

  test('of a run that ends early is that of the last close, or the forecast lapses', async () => {
    const { clock, learner, order } = await createLearner()
    const { portfolio } = (await learner.get('/api/portfolio')).json()
    await order('buy', 'AAPL', { confidence: 80 })
    clock.at += 4 * dayMs
    await order('buy', 'NVDA', { confidence: 80 })
    clock.at += 3 * dayMs
    await learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
    const { entries } = (await learner.get(`/api/journal?portfolio=${portfolio}`)).json()
    const [nvda, aapl] = entries
    expect(nvda).toMatchObject({ outcome: 'lapsed', due_at: new Date(clock.at).toISOString() })
    const stock = await returnOf(learner, 'AAPL', '2026-10-20', '2026-10-26')
    expect(aapl.stock_return_percent).toBeCloseTo(stock, 3)
    expect(['right', 'wrong', 'even']).toContain(aapl.outcome)
    expect((await learner.get('/api/journal')).json().entries).toEqual([])
  })

  test('is counted once it is due, for those who ask since their last visit', async () => {
    const { clock, learner, order } = await createLearner()
    for (const ticker of ['AAPL', 'TSLA', 'NVDA']) await order('buy', ticker, { confidence: 80 })
    const dueSince = async (after: string) =>
      (await learner.get(`/api/journal/due?after=${after}`)).json()
    expect(await dueSince('1970-01-01T00:00:00Z')).toEqual({ forecasts: 0, right: 0, even: 0 })
    clock.at = instantAt(asDay('2026-11-20'), 0) + 1
    const { forecasts, right, even } = await dueSince('2026-11-19T05:00:00Z')
    expect(forecasts).toBe(3)
    const outcomes = (await learner.get('/api/journal'))
      .json()
      .entries.map(({ outcome }: { outcome: string }) => outcome)
    expect(right).toBe(outcomes.filter((one: string) => one === 'right').length)
    expect(even).toBe(outcomes.filter((one: string) => one === 'even').length)
    expect(await dueSince('2026-11-20T05:00:00.000Z')).toMatchObject({ forecasts: 0 })
    expect(await dueSince('yesterday')).toMatchObject({ code: 'invalid_request' })
  })
})

describe('a reason', () => {
  test('can be changed for ten minutes, and a number never', async () => {
    const { clock, learner, order, entries } = await createLearner()
    await order('buy', 'AAPL', { note: 'Frist.', confidence: 60 })
    const [{ id }] = await entries()
    clock.at = noon + 10 * minuteMs - 1
    const changed = await learner.patch(`/api/journal/${id}`, { note: 'First.' })
    expect(changed.json()).toMatchObject({ id, note: 'First.', confidence: 60 })
    expect(
      (await learner.patch(`/api/journal/${id}`, { note: 'A', confidence: 90 })).json(),
    ).toMatchObject({
      code: 'invalid_request',
    })
    for (const note of ['', ' ', 'a'.repeat(281)]) {
      expect((await learner.patch(`/api/journal/${id}`, { note })).statusCode).toBe(400)
    }
    clock.at += 1
    const late = await learner.patch(`/api/journal/${id}`, { note: 'I knew it.' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'note_closed' })
    expect(await entries()).toMatchObject([{ note: 'First.', confidence: 60 }])
  })

  test('is read and changed by its learner alone', async () => {
    const { world, learner, order, entries } = await createLearner()
    await order('buy', 'AAPL', { note: 'Mine.' })
    const [{ id }] = await entries()
    const { portfolio } = (await learner.get('/api/portfolio')).json()
    const other = await signUp(world.app)
    expect((await other.patch(`/api/journal/${id}`, { note: 'Yours.' })).json()).toMatchObject({
      code: 'unknown_entry',
    })
    for (const path of ['journal', 'journal.csv', 'insights/calibration']) {
      expect((await other.get(`/api/${path}?portfolio=${portfolio}`)).json()).toMatchObject({
        code: 'unknown_portfolio',
      })
      expect((await world.app.inject(`/api/${path}`)).statusCode).toBe(401)
    }
    expect((await other.get('/api/journal')).json().entries).toEqual([])
    expect(await entries()).toMatchObject([{ note: 'Mine.' }])
  })
})

describe('a journal', () => {
  test('has pages, newest first, also of one stock', async () => {
    const { learner, order } = await createLearner()
    for (let n = 0; n < 53; n += 1) {
      await order('buy', n % 2 === 0 ? 'LYFT' : 'INTC', { note: `Reason ${n}` })
    }
    const first = (await learner.get('/api/journal')).json()
    expect(first.entries).toHaveLength(50)
    expect(first.entries[0]).toMatchObject({ note: 'Reason 52', ticker: 'LYFT' })
    const second = (await learner.get(`/api/journal?before=${first.next}`)).json()
    expect(second).toMatchObject({
      entries: [{ note: 'Reason 2' }, { note: 'Reason 1' }, { note: 'Reason 0' }],
      next: null,
    })
    expect((await learner.get('/api/journal?ticker=intc')).json().entries).toHaveLength(26)
    expect((await learner.get('/api/journal?ticker=ZZZZ')).json()).toMatchObject({
      code: 'unknown_ticker',
    })
    expect((await learner.get('/api/journal?before=x')).json()).toMatchObject({
      code: 'invalid_request',
    })
    const lines = (await learner.get('/api/journal.csv')).body.trim().split('\r\n')
    expect(lines).toHaveLength(54)
    expect(lines[1]).toMatch(/,BUY,LYFT,1,[\d.]+,no,Reason 52,,,,,$/)
  })

  test('goes on after the last entry of a page, also when that is gone meanwhile', async () => {
    const { learner, order, limit } = await createLearner()
    for (let n = 0; n < 5; n += 1) await order('buy', 'LYFT', { note: `Old ${n}` })
    const { id } = (await limit({ note: 'Waits.' })).json()
    for (let n = 0; n < 49; n += 1) await order('buy', 'LYFT', { note: `New ${n}` })
    const first = (await learner.get('/api/journal')).json()
    expect(first.entries.at(-1)).toMatchObject({ note: 'Waits.' })
    await learner.delete(`/api/orders/${id}`)
    const { entries } = (await learner.get(`/api/journal?before=${first.next}`)).json()
    expect(entries).toHaveLength(5)
  })

  test('begins with the order that was filled last, whenever it was placed', async () => {
    const { world, learner, order, limit, entries } = await createLearner()
    await limit({ ticker: 'LYFT', note: 'Waited.' })
    await order('buy', 'LYFT', { note: 'At once.' })
    expect(await entries()).toMatchObject([{ note: 'At once.' }, { note: 'Waited.' }])
    // As if the price had fallen.
    const [row] = await world.db.query<{ id: number }>(
      'update stock_order set price_cents = 10000 returning portfolio_id as id',
    )
    await sumUpReserved(world.db, [row?.id ?? 0])
    await expect.poll(async () => (await entries())[0].note, { timeout: 20_000 }).toBe('Waited.')
    const { orders } = (await learner.get('/api/orders?state=all')).json()
    expect((await entries())[0]).toMatchObject({ waiting: false, at: orders[0].filled.at })
  })

  test('is no formula in a spreadsheet, in any of its lines', async () => {
    const { learner, order } = await createLearner()
    await order('buy', 'AAPL', { note: 'a\n=1+1;=2' })
    expect((await learner.get('/api/journal.csv')).body).toContain(`"a\n'=1+1;'=2"`)
  })

  test('is deleted with the account, and part of its data before', async () => {
    const { world, learner, order, limit } = await createLearner()
    await order('buy', 'AAPL', { note: 'For my data.', confidence: 70 })
    await limit({ note: 'Waiting.' })
    const { chapters } = (await learner.get('/api/account/data')).json()
    expect(chapters[0].journal).toMatchObject([
      { note: 'Waiting.', confidence: null },
      { ticker: 'AAPL', note: 'For my data.', confidence: 70 },
    ])
    const gone = await leave(world.app, (await learner.renew()).token)
    expect(gone.statusCode).toBe(200)
    expect(await dumpOf(world.db)).not.toMatch(/For my data|Waiting\./)
  })
})
