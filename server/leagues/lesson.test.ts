// A lesson from the lobby to its proof, as its organiser and its members play it through the API.
import { randomUUID } from 'node:crypto'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { dayMs, hourMs } from '@tengrand/core/day.ts'
import { lessonSpans } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { verifyProof } from '../lessons/verify.ts'
import type { Learner } from '../testing/learner.ts'
import { boardOf, codeOf, join, userIdOf } from './testing/league.ts'
import { createClass, type Pupil } from './testing/lesson.ts'

test('a class plays a year, is paused, ends early, and can compute all of it again', async () => {
  const here = await createClass()
  const { lesson, teacher, pupils, organiser, path, db } = here
  const [ada, ben] = pupils as [Pupil, Pupil]
  expect(lesson).toMatchObject({
    kind: 'lesson',
    state: 'before',
    role: 'owner',
    starts_at: null,
    ends_at: null,
    planned_ends_at: null,
    orders: 'now',
    holdings: 'after',
    members: 0,
    ranked: false,
    door: 'open',
    market: { state: 'lobby', tick: 0, starts_at: null, ticks_left: 600, ended: null },
  })
  const { market } = lesson
  expect(Date.parse(market.closes_at) - Date.parse(market.opens_at)).toBeCloseTo(
    lessonSpans.year * dayMs,
    -6,
  )
  expect(Date.parse(market.closes_at)).toBeLessThan(here.clock.at)
  expect(market.listing.map(({ name }) => name)).toEqual(
    Array.from('ABCDEFGHIJKLMNOP', (letter) => `Stock ${letter}`),
  )
  expect((await here.read()).members).toBe(2)
  const early = await ada.learner.post('/api/buy', {
    ticker: 'A',
    quantity: 1,
    portfolio: ada.portfolio,
  })
  expect(codeOf(early)).toBe('contest_not_begun')

  await here.start()
  expect(codeOf(await here.press('pause', ada.learner))).toBe('not_owner')
  await here.reach(5)
  const bought = await here.trade(ada, 'buy', { ticker: 'C', quantity: 7 })
  expect(bought.statusCode).toBe(200)
  const { trade, cash_balance: cash, message, shares } = bought.json()
  expect(trade).toMatchObject({ type: 'BUY', ticker: 'C', quantity: 7 })
  expect(cash).toBeCloseTo(10_000 - 7 * trade.price, 6)
  expect(shares).toBe(7)
  expect(message).toMatch(/^Bought 7 shares of Stock C at \$/)
  await here.trade(organiser, 'buy', { ticker: 'P', quantity: 1_000_000 })

  expect((await here.press('pause')).json().market.state).toBe('running')
  const stopped = here.tickNow() + 1
  here.clock.at += 1_000
  await here.shows('paused', stopped)
  const refused = await ben.learner.post('/api/buy', {
    ticker: 'A',
    quantity: 1,
    portfolio: ben.portfolio,
  })
  expect(codeOf(refused)).toBe('market_paused')
  here.clock.at += 120_000
  await here.press('resume')
  here.clock.at += 1_000
  await here.shows('running', stopped)
  await here.trade(ben, 'buy', { ticker: 'D', quantity: 3 })
  await here.trade(ada, 'sell', { ticker: 'C', quantity: 2 })

  await here.press('end')
  here.clock.at += 1_000
  await here.settles()
  const over = await here.read(ada.learner)
  expect(over).toMatchObject({
    state: 'over',
    market: { state: 'over', ended: { by: 'organiser', removed_members: 0 } },
  })
  expect(over.market.fingerprint).toBe(market.fingerprint)
  const companies = over.market.listing.map(({ company }) => company)
  expect(new Set(companies)).toEqual(new Set(tickers))
  expect((await expectCleanAudit(db)).trades).toBe(4)

  const board = await boardOf(ada.learner, lesson)
  expect(board.board.map(({ rank }) => rank)).toEqual([1, 2])
  expect(board.board.map(({ user_id: id }) => id)).not.toContain(await userIdOf(teacher))
  const whole = await boardOf(teacher, lesson)
  expect(whole.board.find(({ you }) => you)).toMatchObject({ rank: null })
  const proof: LessonProof = (await ada.learner.get(`${path}/proof`)).json()
  expect(proof.fingerprint).toBe(market.fingerprint)
  expect(proof.trades).toHaveLength(4)
  expect(proof.trades[0]).toMatchObject({
    symbol: 'C',
    asked: 7,
    price: Math.round(trade.price * 100),
  })
  expect(proof.pauses).toHaveLength(1)
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
  const insights = await ada.learner.get(`/api/insights/all?portfolio=${ada.portfolio}`)
  expect(insights.statusCode).toBe(200)
  expect(insights.json().contributions.contributions).toMatchObject([{ ticker: 'C' }])
})

test('a lesson that ends in a pause was ended by its organiser, and its proof holds', async () => {
  const here = await createClass({ pupils: 1 })
  const [pupil] = here.pupils as [Pupil]
  await here.start()
  await here.trade(pupil, 'buy', { ticker: 'A', quantity: 3 })
  const stopped = here.tickNow() + 1
  await here.press('pause')
  here.clock.at += 30_000
  await here.shows('paused', stopped)
  await here.press('end')
  await here.settles()
  expect((await here.read()).market.ended).toMatchObject({ by: 'organiser' })
  const proof: LessonProof = (await pupil.learner.get(`${here.path}/proof`)).json()
  expect(proof.ended_by).toBe('organiser')
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
})

describe('an order in a lesson', () => {
  test('is reduced to what the cash covers or the portfolio has, and a retry answers the same', async () => {
    const here = await createClass({ pupils: 1 })
    const [ada] = here.pupils as [Pupil]
    await here.start()
    const key = randomUUID()
    const all = await here.trade(ada, 'buy', { ticker: 'B', quantity: 9_999, key })
    const { trade, cash_balance: cash, message } = all.json()
    expect(trade.quantity).toBe(Math.floor(10_000 / trade.price))
    expect(cash).toBeLessThan(trade.price)
    expect(message).toMatch(/ Your cash covers no more\.$/)
    const order = { ticker: 'B', quantity: 9_999, portfolio: ada.portfolio }
    const headers = { 'idempotency-key': key }
    expect((await ada.learner.post('/api/buy', order, headers)).json()).toEqual(all.json())
    const other = { ...order, quantity: trade.quantity }
    expect(codeOf(await ada.learner.post('/api/buy', other, headers))).toBe('key_reused')
    const sold = await here.trade(ada, 'sell', { ticker: 'B', quantity: 1_000_000 })
    expect(sold.json()).toMatchObject({ trade: { quantity: trade.quantity }, shares: 0 })
    expect(sold.json().message).not.toContain('no more')
    const none = await here.trade(ada, 'sell', { ticker: 'B', quantity: 1 })
    expect(none.json().detail).toBe('Not enough shares: you have 0 shares of Stock B.')
    await expectCleanAudit(here.db)
  })

  test('names no stock of another market, and a lesson takes no order that waits for a price', async () => {
    const here = await createClass({ pupils: 1 })
    const [{ learner, portfolio }] = here.pupils as [Pupil]
    await here.start()
    const buy = (order: object) => learner.post('/api/buy', { quantity: 1, portfolio, ...order })
    expect(codeOf(await buy({ ticker: 'AAPL' }))).toBe('unknown_ticker')
    const waiting = { ticker: 'A', kind: 'limit', limit: 10, expires: 'day' }
    const limit = await learner.post('/api/orders', {
      ...waiting,
      side: 'buy',
      quantity: 1,
      portfolio,
    })
    expect(limit.statusCode).toBeGreaterThanOrEqual(400)
    expect(await here.db.query('select from stock_order')).toEqual([])
    // In the ordinary market, letters are no stocks, and a price is required.
    const ordinary = (order: object) => learner.post('/api/buy', { quantity: 1, ...order })
    expect(codeOf(await ordinary({ ticker: 'A', price: 100 }))).toBe('unknown_ticker')
    expect(codeOf(await ordinary({ ticker: 'AAPL' }))).toBe('invalid_request')
  })

  test('that comes more than five ticks late is refused', async () => {
    const here = await createClass({ pupils: 1 })
    const [{ learner, portfolio }] = here.pupils as [Pupil]
    await here.start()
    await here.reach(20)
    const order = { ticker: 'A', quantity: 1, portfolio }
    expect(codeOf(await learner.post('/api/buy', { ...order, tick: 14 }))).toBe('too_late')
    const headers = { 'idempotency-key': randomUUID() }
    const inTime = await here.answered(learner.post('/api/buy', { ...order, tick: 15 }, headers))
    expect(inTime.statusCode).toBe(200)
    // A retry of an order that was executed is answered with its trade, however late it is.
    await here.reach(40)
    const retry = await learner.post('/api/buy', { ...order, tick: 15 }, headers)
    expect(retry.json()).toEqual(inTime.json())
  })
})

describe('who is ranked', () => {
  test('those who joined in the first tenth; the door closes after a quarter, and can be opened again', async () => {
    const here = await createClass({ pupils: 1 })
    const { lesson, teacher, path } = here
    await here.start()
    await here.reach(60)
    const inTime = await here.comeIn()
    await here.reach(61)
    const late = await here.comeIn()
    for (const [pupil, ranked] of [
      [inTime, true],
      [late, false],
    ] as const)
      expect((await here.read(pupil.learner)).ranked).toBe(ranked)
    await here.reach(149)
    await here.comeIn()
    await here.reach(150)
    const outside = await here.signUp()
    const code = `/api/join/${lesson.code}`
    expect(codeOf(await outside.post(code, {}))).toBe('unknown_code')
    expect((await here.read()).door).toBe('closed')
    expect((await teacher.patch(path, { door: 'open' })).json().door).toBe('open')
    await join(outside, lesson)
    expect((await here.read()).members).toBe(5)
  })

  test('the rules of a lesson never change', async () => {
    const { teacher, path } = await createClass({ pupils: 0 })
    for (const change of [{ holdings: 'always' }, { starting_cash: 20_000 }, { orders: 'all' }])
      expect(codeOf(await teacher.patch(path, change))).toBe('rules_frozen')
    expect((await teacher.patch(path, { name: 'Class 9c' })).json().name).toBe('Class 9c')
  })
})

test('a lesson is created with a span and a length alone, and with nothing that only a league has', async () => {
  const { signUp } = await createClass({ pupils: 0 })
  const teacher = await signUp()
  const create = (wish: object) =>
    teacher.post(
      '/api/leagues',
      { kind: 'lesson', name: 'Class 9b', ...wish },
      { 'idempotency-key': randomUUID() },
    )
  const reasonOf = async (wish: object) => (await create(wish)).json().detail
  expect(await reasonOf({ minutes: 10 })).toBe('span is missing.')
  expect(await reasonOf({ span: 'year' })).toBe('minutes is missing.')
  expect(await reasonOf({ span: 'year', minutes: 15 })).toBe(
    'minutes must be one of 10, 20, 40, 60, 90.',
  )
  expect(await reasonOf({ span: 'year', minutes: 10, holdings: 'always' })).toBe(
    'holdings is not known in a lesson.',
  )
  expect((await create({ span: 'decade', minutes: 10 })).statusCode).toBe(400)
  for (const span of ['quarter', 'five_years'] as const) {
    const { market } = (await create({ span, minutes: 90, starting_cash: 5_000 })).json()
    expect(Date.parse(market.opens_at)).toBeLessThan(Date.parse(market.closes_at))
  }
})

async function createLesson(teacher: Learner): Promise<{ id: string }> {
  const wish = { kind: 'lesson', name: 'Class 9c', span: 'year', minutes: 10 }
  return (await teacher.post('/api/leagues', wish, { 'idempotency-key': randomUUID() })).json()
}

test('no more lessons run at once than the server allows', async () => {
  const here = await createClass({ pupils: 0, options: { env: { LESSONS_RUNNING_MAX: '1' } } })
  const second = `/api/leagues/${(await createLesson(here.teacher)).id}`
  await here.start()
  expect(codeOf(await here.teacher.post(`${second}/start`, {}))).toBe('too_many_lessons')
  await here.press('end')
  here.clock.at += 1_000
  await here.settles()
  expect((await here.teacher.post(`${second}/start`, {})).json().market.state).toBe('countdown')
})

test('a lesson that was paused for more than an hour goes on when there is room', async () => {
  const here = await createClass({ pupils: 0, options: { env: { LESSONS_RUNNING_MAX: '1' } } })
  const { teacher, clock } = here
  const second = `/api/leagues/${(await createLesson(teacher)).id}`
  await here.start()
  await here.press('pause')
  clock.at += hourMs
  expect(codeOf(await teacher.post(`${second}/start`, {}))).toBe('too_many_lessons')
  clock.at += 2_000
  expect((await teacher.post(`${second}/start`, {})).json().market.state).toBe('countdown')
  const refused = await here.press('resume')
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'too_many_lessons'])
  expect((await here.read()).market.state).toBe('paused')
  clock.at += 20_000
  expect((await teacher.post(`${second}/end`, {})).statusCode).toBe(200)
  clock.at += 1_000
  await expect.poll(async () => (await here.press('resume')).statusCode).toBe(200)
  expect((await teacher.get(second)).json().market.state).toBe('over')
})

test('a lobby that is not started within a week is over', async () => {
  const here = await createClass({ pupils: 1 })
  here.clock.at += 7 * dayMs
  await here.settles()
  expect((await here.read()).market).toMatchObject({ state: 'over', ended: { by: 'lobby' } })
  expect(codeOf(await here.press('start'))).toBe('contest_over')
  expect(codeOf(await here.teacher.get(`${here.path}/proof`))).toBe('not_over_yet')
})
