// Starting over from the view of a client, alone and during other requests: a chapter ends, the next one begins, and
// the old one stays readable.
import { randomUUID } from 'node:crypto'

import { asDay } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { report } from '../audit.ts'
import { openDb, type Db } from '../db/handle.ts'
import { recordSplit } from '../market/store.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const begin = Date.parse('2026-11-16T15:00Z')
const dayMs = 86_400_000

async function createPlace() {
  const clock = { at: begin }
  const now = () => clock.at
  const market = createScriptedMarket({ now, priceCents: 100_00 })
  const world = await createWorld({ market, now })
  const learner = await signUp(world.app)
  /** Renews the token, which would expire within days. */
  const later = (days: number): Promise<Learner> => {
    clock.at += days * dayMs
    return learner.renew()
  }
  return { ...world, scripted: market, clock, learner, later }
}

const buy = (learner: Learner, more: object = {}, key: string = randomUUID()) =>
  learner.post(
    '/api/buy',
    { ticker: 'AAPL', quantity: 10, price: 100, ...more },
    { 'idempotency-key': key },
  )

/** A split of AAPL, two for one. */
const splitOn = (db: Db, day: string) =>
  db.transaction((tx) =>
    recordSplit(tx, { ticker: 'AAPL', day: asDay(day), numerator: 2, denominator: 1 }),
  )

const startOver = (learner: Learner, key: string = randomUUID()) =>
  learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': key })

test('a learner who starts over has the starting cash again, and what the chapter was worth is told', async () => {
  const { learner, scripted } = await createPlace()
  const before = (await learner.get('/api/portfolio')).json()
  expect(before).toMatchObject({ chapter: 1, starting_cash: 10_000, closed_at: null })
  await buy(learner)
  scripted.set('AAPL', 90_00)

  const answer = await startOver(learner)

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    portfolio: expect.not.stringContaining(before.portfolio),
    chapter: 2,
    cash_balance: 10_000,
    closed: {
      portfolio: before.portfolio,
      final_value: 9_900,
      return: -100,
      return_percent: -1,
    },
  })
  expect((await learner.get('/api/portfolio')).json()).toMatchObject({
    portfolio: answer.json().portfolio,
    chapter: 2,
    cash_balance: 10_000,
    holdings: [],
  })
  expect((await learner.get('/api/transactions')).json().transactions).toEqual([])
})

test('a closed chapter stays as it was at its end, whatever prices do later', async () => {
  const place = await createPlace()
  await buy(place.learner)
  const { closed } = (await startOver(await place.later(1))).json()
  place.scripted.set('AAPL', 500_00)
  const learner = await place.later(5)

  const named = `portfolio=${closed.portfolio}`
  expect((await learner.get(`/api/portfolio?${named}`)).json()).toMatchObject({
    chapter: 1,
    closed_at: new Date(begin + dayMs).toISOString(),
    cash_balance: 9_000,
    total_value: 10_000,
    holdings: [{ ticker: 'AAPL', quantity: 10, current_price: 100, gain_loss: 0 }],
  })
  expect((await learner.get(`/api/current-portfolio-value?${named}`)).json()).toEqual({
    value: 10_000,
  })
  const { transactions } = (await learner.get(`/api/transactions?${named}`)).json()
  expect(transactions).toHaveLength(1)
  const csv = await learner.get(`/api/transactions.csv?${named}`)
  expect(csv.body.split('\r\n')).toHaveLength(3)
  const { data, metrics } = (await learner.get(`/api/net_worth_history/7d?${named}`)).json()
  expect(data.at(-1)).toEqual({ date: new Date(begin + dayMs).toISOString(), value: 10_000 })
  expect(metrics).toMatchObject({ current_value: 10_000, total_return: 0 })
})

test('the chart of a closed chapter is the one that it had at its end, and its ranges count back from there', async () => {
  const clock = { at: begin }
  const { app } = await createWorld({ now: () => clock.at })
  const learner = await signUp(app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  expect((await buy(learner, { price })).statusCode).toBe(200)
  clock.at += 10 * dayMs
  const atItsEnd = await learner.renew()
  const before = (await atItsEnd.get('/api/net_worth_history/7d')).json()
  expect(before.data.length).toBeGreaterThan(20)
  const { closed } = (await startOver(atItsEnd)).json()
  clock.at += 5 * dayMs
  const later = await learner.renew()
  const after = await later.get(`/api/net_worth_history/7d?portfolio=${closed.portfolio}`)
  expect(after.json()).toEqual(before)
  expect(after.json().metrics.current_value).toBe(closed.final_value)
})

test('a split that is learned later changes the shares of a closed chapter, and never its final value', async () => {
  const place = await createPlace()
  await buy(place.learner)
  const { closed } = (await startOver(await place.later(1))).json()
  await splitOn(place.db, '2026-11-18')
  const learner = await place.later(2)
  expect((await learner.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()).toMatchObject({
    total_value: closed.final_value,
    holdings: [{ quantity: 20, current_price: 50, market_value: 1_000 }],
  })
  const history = await learner.get(`/api/net_worth_history/all?portfolio=${closed.portfolio}`)
  expect(history.json().data.at(-1).value).toBe(closed.final_value)
})

test.each(['before', 'after'])(
  'a chapter that is closed in the morning of a split day shows new shares at new prices: learned %s its end',
  async (when) => {
    const { learner, clock, db, scripted } = await createPlace()
    await buy(learner)
    clock.at = Date.parse('2026-11-17T07:00-05:00')
    const early = await learner.renew()
    const learnSplit = async () => {
      await splitOn(db, '2026-11-17')
      await db.query('update split set learnt_at = $1', [new Date(clock.at)])
      scripted.set('AAPL', 50_00)
    }
    if (when === 'before') await learnSplit()
    clock.at += 60_000
    const { closed } = (await startOver(early)).json()
    clock.at += 60_000
    if (when === 'after') await learnSplit()
    expect((await early.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()).toMatchObject({
      total_value: 10_000,
      holdings: [{ quantity: 20, current_price: 50, market_value: 1_000 }],
    })
  },
)

test('chapters are listed, newest first, and a split is no trade', async () => {
  const place = await createPlace()
  await buy(place.learner)
  await buy(place.learner)
  await splitOn(place.db, '2026-11-17')
  place.scripted.set('AAPL', 55_00)
  const learner = await place.later(1)
  const { closed, portfolio } = (await startOver(learner)).json()
  const { transactions } = (
    await learner.get(`/api/transactions?portfolio=${closed.portfolio}`)
  ).json()
  expect(transactions).toHaveLength(3)

  expect((await learner.get('/api/portfolio/chapters')).json()).toEqual({
    chapters: [
      {
        portfolio,
        chapter: 2,
        opened_at: new Date(begin + dayMs).toISOString(),
        closed_at: null,
        starting_cash: 10_000,
        value: 10_000,
        return: 0,
        return_percent: 0,
        trades: 0,
      },
      {
        portfolio: closed.portfolio,
        chapter: 1,
        opened_at: new Date(begin).toISOString(),
        closed_at: new Date(begin + dayMs).toISOString(),
        starting_cash: 10_000,
        value: 10_200,
        return: 200,
        return_percent: 2,
        trades: 2,
      },
    ],
  })
})

test('a closed chapter takes no order, and a learner can name the open one', async () => {
  const { learner } = await createPlace()
  await buy(learner)
  const { closed, portfolio } = (await startOver(learner)).json()
  const refused = await buy(learner, { portfolio: closed.portfolio })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'portfolio_closed',
    error: 'This run is closed. You can read it, but not trade in it.',
  })
  expect((await buy(learner, { portfolio })).statusCode).toBe(200)
})

test('a retry of an order after a new chapter was begun finds its trade and does not trade again', async () => {
  const { learner } = await createPlace()
  const key = randomUUID()
  const first = await buy(learner, {}, key)
  await startOver(learner)
  const again = await buy(learner, {}, key)
  expect(again.json()).toEqual(first.json())
  expect((await learner.get('/api/portfolio')).json().cash_balance).toBe(10_000)
  const other = await buy(learner, { quantity: 11 }, key)
  expect(other.json()).toMatchObject({ code: 'key_reused' })
})

test('an order that names another chapter than the trade of its key is another order', async () => {
  const { learner } = await createPlace()
  const key = randomUUID()
  const first = await buy(learner, {}, key)
  const { portfolio, closed } = (await startOver(learner)).json()
  const other = await buy(learner, { portfolio }, key)
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ code: 'key_reused' })
  expect((await buy(learner, { portfolio: closed.portfolio }, key)).json()).toEqual(first.json())
})

test('a retry of starting over tells the same again, also after more chapters', async () => {
  const { learner, db } = await createPlace()
  await buy(learner)
  const key = randomUUID()
  const first = await startOver(learner, key)
  expect((await startOver(learner, key)).json()).toEqual(first.json())
  await buy(learner)
  await db.query("update portfolio set opened_at = opened_at - interval '30 days'")
  expect((await startOver(learner)).json()).toMatchObject({ chapter: 3 })
  expect((await startOver(learner, key)).json()).toEqual(first.json())
})

test("another learner's key says nothing of that learner's chapter, and is as good as any other", async () => {
  const { app, learner } = await createPlace()
  await buy(learner)
  const key = randomUUID()
  const first = await startOver(learner, key)
  const other = await signUp(app)
  expect((await startOver(other, key)).json()).toMatchObject({ code: 'nothing_to_close' })
  await buy(other)
  const { closed } = (await startOver(other, key)).json()
  expect(closed.portfolio).not.toBe(first.json().closed.portfolio)
})

test('a program that resets until it is lucky does so once in thirty days', async () => {
  const { learner, clock, db } = await createPlace()
  await buy(learner)
  await startOver(learner)
  await buy(learner)
  const soon = await startOver(learner)
  expect(soon.statusCode).toBe(409)
  const from = new Date(begin + 30 * dayMs).toISOString()
  expect(soon.json()).toMatchObject({ code: 'too_soon', from })
  expect(soon.json().error).toBe('You can restart again from December 16, 2026.')
  // Moves the opening to one millisecond before start-over is allowed.
  await db.query(
    "update portfolio set opened_at = opened_at - interval '30 days' + interval '1 ms'",
  )
  expect((await startOver(learner)).json()).toMatchObject({ code: 'too_soon' })
  clock.at += 1
  expect((await startOver(learner)).json()).toMatchObject({ chapter: 3 })
})

test('a chapter without a trade has nothing to close', async () => {
  const { learner } = await createPlace()
  const refused = await startOver(learner)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'nothing_to_close',
    error: 'This run has no trade yet.',
  })
  expect((await learner.get('/api/portfolio')).json()).toMatchObject({ chapter: 1 })
})

test('a held stock without a price keeps the chapter open', async () => {
  const { learner, scripted } = await createPlace()
  await buy(learner)
  scripted.set('AAPL', null)
  scripted.set('MSFT', null)
  const refused = await startOver(learner)
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'no_price' })
  scripted.set('AAPL', 100_00)
  // A stock that is not held needs no price.
  expect((await startOver(learner)).json()).toMatchObject({ chapter: 2 })
})

test('a key that is no UUID and a field that is not known are refused', async () => {
  const { learner } = await createPlace()
  await buy(learner)
  expect((await startOver(learner, 'mine')).json()).toMatchObject({ code: 'invalid_request' })
  const odd = await learner.post('/api/portfolio/start-over', { cash: 1_000_000 })
  expect(odd.json()).toMatchObject({ code: 'invalid_request' })
  expect((await learner.get('/api/portfolio')).json()).toMatchObject({ chapter: 1 })
})

test("another learner's portfolio and one that nobody has are both unknown", async () => {
  const { app, learner } = await createPlace()
  const other = await signUp(app)
  const { portfolio } = (await other.get('/api/portfolio')).json()
  for (const id of [portfolio, randomUUID(), 'mine', "' or 1=1"]) {
    const named = `portfolio=${encodeURIComponent(id)}`
    const answers = await Promise.all([
      learner.get(`/api/portfolio?${named}`),
      learner.get(`/api/current-portfolio-value?${named}`),
      learner.get(`/api/net_worth_history/all?${named}`),
      learner.get(`/api/transactions?${named}`),
      learner.get(`/api/transactions.csv?${named}`),
      buy(learner, { portfolio: id }),
      learner.post('/api/sell', { ticker: 'AAPL', quantity: 1, price: 100, portfolio: id }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect(answers.map((answer) => answer.json())).toMatchObject(
      answers.map(() => ({
        code: 'unknown_portfolio',
        error: 'There is no such portfolio of yours.',
      })),
    )
  }
})

test('the ranking shows the chapter that was closed until the next one, which ranks the new', async () => {
  const { learner, clock, db, scripted, app, later } = await createPlace()
  const rank = () => rankNow({ db, market: scripted, now: () => clock.at })
  const boardOf = async (who: Learner) => (await who.get('/api/leaderboard')).json()
  await buy(learner)
  scripted.set('AAPL', 200_00)
  // The world may have ranked at its start, before or after this trade; by now another ranking is due.
  const twoDaysOn = await later(2)
  await rank()
  await startOver(twoDaysOn)
  expect(await boardOf(twoDaysOn)).toMatchObject({
    leaderboard: [{ chapter: 1, roi_percentage: 10 }],
    you: null,
  })
  const fourDaysOn = await later(2)
  await buy(await signUp(app), { price: 200 })
  await rank()
  // The new chapter has no trades yet.
  expect(await boardOf(fourDaysOn)).toMatchObject({ leaderboard: [{ chapter: 1 }], you: null })
  await buy(fourDaysOn, { price: 200 })
  const sixDaysOn = await later(2)
  await rank()
  expect(await boardOf(sixDaysOn)).toMatchObject({ you: { chapter: 2, rank: 1 } })
  expect((await sixDaysOn.get('/api/leaderboard/me')).json().ranks).toHaveLength(1)
})

test('the audit finds both chapters right', async () => {
  const { learner, connection } = await createPlace()
  await buy(learner)
  await startOver(learner)
  await buy(learner, { quantity: 3 })
  const db = openDb(connection, { unlimited: true })
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  expect(await report({ db, fix: false, say, showProgress: () => undefined })).toBe(0)
  await db.close()
  expect(said).toEqual(['2 portfolios with 2 trades: all is well.'])
})

test('a split that is learned while a chapter is closed counts in its shares as in its prices', async () => {
  const clock = { at: begin }
  const scripted = createScriptedMarket({ now: () => clock.at, priceCents: 100_00 })
  let learnSplit = async (): Promise<void> => undefined
  const market = {
    ...scripted,
    quotesIn: async (...asked: Parameters<typeof scripted.quotesIn>) => {
      await learnSplit()
      return scripted.quotesIn(...asked)
    },
  }
  const { app, db } = await createWorld({ market, now: () => clock.at })
  const learner = await signUp(app)
  await buy(learner)
  clock.at += dayMs
  learnSplit = async () => {
    learnSplit = async () => undefined
    await splitOn(db, '2026-11-17')
    scripted.set('AAPL', 50_00)
  }
  const { closed } = (await startOver(await learner.renew())).json()
  expect(closed).toMatchObject({ final_value: 10_000, return: 0 })
  const read = await learner.renew()
  expect((await read.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()).toMatchObject({
    total_value: 10_000,
    holdings: [{ quantity: 20, current_price: 50 }],
  })
})

test('a learner whose last trade lies ahead starts over at the prices of now, with an end not before that trade, and trades at once', async () => {
  const { app, db } = await createWorld({ now: () => begin })
  const learner = await signUp(app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  await buy(learner, { price })
  const { total_value } = (await learner.get('/api/portfolio')).json()
  // Simulates a database clock that was set back.
  await db.query("update portfolio set last_trade_at = last_trade_at + interval '1 hour'")
  const { closed } = (await startOver(learner)).json()
  expect(closed.final_value).toBe(total_value)
  const ended = (await learner.get(`/api/portfolio?portfolio=${closed.portfolio}`)).json()
  expect(ended.closed_at).toBe(new Date(begin + 3_600_000).toISOString())
  expect((await buy(learner, { price })).statusCode).toBe(200)
})

test('a chapter that begins while the chapters are listed has its own value', async () => {
  const { learner, db, scripted } = await createPlace()
  await buy(learner)
  scripted.set('AAPL', 90_00)
  const waiting = () =>
    db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  const listed = await db.transaction(async (tx) => {
    // The list counts trades, so it waits for this lock.
    await tx.query('lock table trade in access exclusive mode')
    const answer = learner.get('/api/portfolio/chapters')
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toHaveLength(1)
    expect((await startOver(learner)).json()).toMatchObject({ chapter: 2 })
    return { answer }
  })
  expect((await listed.answer).json().chapters).toMatchObject([
    { chapter: 2, value: 10_000, return: 0 },
    { chapter: 1, value: 9_900, return: -100 },
  ])
})
