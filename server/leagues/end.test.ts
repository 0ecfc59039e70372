// The end of a league: everything is valued at its instant, by whatever closes a portfolio first, and the final board stays.
import { addDays, asDay, dayMs, hourMs, startOfDay } from '@tengrand/core/day.ts'
import { cents, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { learn } from '../ledger/testing/split-ledger.ts'
import { storeBars, storeQuotes } from '../market/store.ts'
import { clockOf } from '../testing/clock.ts'
import type { Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { forgetOrganiserNames } from './end-job.ts'
import {
  boardOf,
  buy,
  codeOf,
  createLeague,
  createSchool,
  join,
  morning,
  startsIn,
  type School,
} from './testing/league.ts'

const readPortfolio = async (learner: Learner, { portfolio }: { portfolio: string }) =>
  (await learner.get(`/api/portfolio?portfolio=${portfolio}`)).json()

/** Buys at the price that is shown now. */
async function buyNow(
  learner: Learner,
  own: { portfolio: string },
  ticker: string,
  quantity: number,
) {
  const { ask } = (await learner.get(`/api/current-price/${ticker}`)).json()
  const answer = await buy(learner, own, { ticker, quantity, price: ask })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** A league at simulated prices whose three members have traded. */
async function createTradingClass(school: School, changes: object = {}) {
  const league = await createLeague(school.teacher, { ends_at: startsIn(5), ...changes })
  const pupils = [await school.signUp(), await school.signUp()]
  const own = [league]
  for (const pupil of pupils) own.push(await join(pupil, league))
  const learners = [school.teacher, ...pupils]
  for (const [place, learner] of learners.entries()) {
    await buyNow(learner, own[place] ?? league, tickers[place] ?? 'AAPL', 2 + place)
  }
  return { league, learners, own }
}

describe('the end, at simulated prices', () => {
  test.each([
    ['a read', false],
    ['the job', true],
  ])(
    'has the prices of its instant, also when %s is the first days later',
    async (_what, isJob) => {
      const school = await createSchool({ isSimulated: true })
      const { league, learners, own } = await createTradingClass(school)
      school.clock.at = Date.parse(String(league.ends_at))
      const exact = await school.market.quotesIn(school.db, tickers)
      school.pass(3 * dayMs)
      await expectCleanAudit(school.db)
      if (isJob) await school.runJob()
      const first = await readPortfolio(school.teacher, league)
      await school.runJob()
      for (const [place, learner] of learners.entries()) {
        const portfolio = await readPortfolio(learner, own[place] ?? league)
        expect(portfolio.closed_at).toBe(league.ends_at)
        for (const { ticker, current_price } of portfolio.holdings) {
          expect(fromDollars(current_price)).toBe(exact.get(ticker)?.price)
        }
      }
      expect(await readPortfolio(school.teacher, league)).toEqual(first)
      await expectCleanAudit(school.db)
    },
  )

  test('is on the board at once, exact and final once the job has run, and never changes again', async () => {
    const school = await createSchool({ isSimulated: true })
    const { league } = await createTradingClass(school)
    school.clock.at = Date.parse(String(league.ends_at))
    const hidden = await boardOf(school.teacher, league)
    expect(hidden).toMatchObject({ final: false })
    expect(hidden.board.filter(({ current_value }) => current_value === null)).toHaveLength(2)
    await school.runJob()
    const final = await boardOf(school.teacher, league)
    expect(final.final).toBe(true)
    expect(final.board.filter(({ current_value }) => current_value === null)).toEqual([])
    expect(final.board.map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(final.market.roi_percentage).toEqual(expect.any(Number))
    school.pass(5 * dayMs)
    await learn(school.db, { day: asDay('2026-11-17'), ratio: [4, 1] })
    await school.runJob()
    const { as_of: _, ...rest } = final
    expect(await boardOf(school.teacher, league)).toMatchObject(rest)
  })

  test('is reached by a job that is stopped after every step, with each portfolio closed once', async () => {
    const school = await createSchool({ isSimulated: true })
    const { league } = await createTradingClass(school)
    school.clock.at = Date.parse(String(league.ends_at))
    const closings = `
      create table closing (portfolio_id bigint primary key);
      create function note_closing() returns trigger language plpgsql as $$
        begin insert into closing values (new.id); return new; end $$;
      create trigger note_closing after update on portfolio for each row
        when (old.closed_at is null and new.closed_at is not null) execute function note_closing();`
    for (const statement of closings.split(/;\n(?=\s+create)/)) await school.db.query(statement)
    for (let steps = 0; steps < 6; steps += 1) {
      let left = steps
      await school.runJob(() => (left -= 1) < 0)
      await expectCleanAudit(school.db)
    }
    expect(await school.db.query('select from closing')).toHaveLength(3)
    expect((await boardOf(school.teacher, league)).final).toBe(true)
    await school.runJob()
    expect(await school.db.query('select from final_place')).toHaveLength(3)
  })

  test('keeps the places of a league without a trade, and those of members who joined late, unranked', async () => {
    const { teacher, runJob, pass, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(10) })
    const late = await school.signUp()
    pass(2 * hourMs)
    await buy(late, await join(late, league))
    pass(8 * hourMs)
    await runJob()
    const { board, final } = await boardOf(teacher, league)
    expect([final, board.map(({ rank }) => rank)]).toEqual([true, [null, null]])
  })

  test('has the market since the start, also where the job has not run since', async () => {
    const { teacher, market, pass, runJob } = await createSchool({ isSimulated: true })
    const times = { starts_at: startsIn(1), ends_at: startsIn(3) }
    const league = await createLeague(teacher, times)
    pass(2 * hourMs)
    await buy(teacher, league, { quantity: 1, price: (market.quote('AAPL')?.price ?? 0) / 100 })
    pass(2 * hourMs)
    await runJob()
    const board = await boardOf(teacher, league)
    expect(board).toMatchObject({ final: true, market: { roi_percentage: expect.any(Number) } })
  })

  test('has insights and a chart that end with it, in which nothing moves any more', async () => {
    const school = await createSchool({ isSimulated: true })
    const { league } = await createTradingClass(school)
    school.clock.at = Date.parse(String(league.ends_at)) + hourMs
    const read = async () => {
      const at = `?portfolio=${league.portfolio}`
      const history = (await school.teacher.get(`/api/net_worth_history/all${at}`)).json()
      const insights = (await school.teacher.get(`/api/insights/all${at}`)).json()
      return { history, insights }
    }
    const first = await read()
    expect(first.history.data.at(-1).date).toBe(league.ends_at)
    school.pass(dayMs)
    expect(await read()).toEqual(first)
  })
})

describe('nodes whose clocks differ', () => {
  test('end a league by the database’s time alone', async () => {
    const { teacher, clock, connection, ...school } = await createSchool()
    const league = await createLeague(teacher, { ends_at: startsIn(1) })
    const nodeWith = (aheadMs: number) => {
      const now = () => clock.at + aheadMs
      const differing = { ...clockOf(now), decidedAt: () => clock.at }
      return createWorld({ connection, now, market: school.scripted, clock: differing })
    }
    const [ahead, behind] = [await nodeWith(60_000), await nodeWith(-60_000)]
    clock.at = morning + hourMs - 80_000
    const signedIn = await teacher.renew()
    // One node believes that the league is over.
    clock.at = morning + hourMs - 30_000
    expect(await readPortfolio(signedIn.at(ahead.app), league)).toMatchObject({ closed_at: null })
    expect((await buy(signedIn.at(ahead.app), league)).statusCode).toBe(200)
    clock.at = morning + hourMs
    for (const { app } of [ahead, behind]) {
      expect(codeOf(await buy(signedIn.at(app), league))).toBe('contest_over')
    }
  })
})

describe('at a provider’s prices', () => {
  const friday = Date.parse('2026-11-13T21:00:00Z')

  /** Every stock is quoted at $100; the official closes come when the test stores them. */
  async function createProvided() {
    const at = { clock: 0 }
    const market = {
      ...createScriptedMarket({ now: () => at.clock, hours: 'nyse', priceCents: 100_00 }),
      freshFor: async () => true,
    }
    const school = await createSchool({ market })
    at.clock = school.clock.at
    const prices = tickers.map((ticker) => ({ ticker, cents: cents(100_00), at: morning }))
    await storeQuotes(school.db, prices, morning)
    const storeClose = (ticker: (typeof tickers)[number], close: number) =>
      storeBars(school.db, {
        ticker,
        step: 'day',
        bars: [{ at: friday, cents: cents(close) }],
        through: friday,
      })
    const pass = (ms: number) => {
      school.clock.at += ms
      at.clock = school.clock.at
    }
    return { ...school, market, storeClose, pass }
  }

  test('a league ends with a session, also when it ends early', async () => {
    const { teacher } = await createProvided()
    const saturday = await createLeague(teacher, { ends_at: '2026-11-21T12:00:00Z' })
    expect(saturday.ends_at).toBe('2026-11-23T21:00:00.000Z')
    const early = await teacher.post(`/api/leagues/${saturday.id}/end`, {})
    expect(early.json().ends_at).toBe('2026-11-16T21:00:00.000Z')
  })

  test('is valued at the official closes once all are stored, and provisional until then', async () => {
    const { teacher, db, runJob, market, storeClose, pass } = await createProvided()
    const league = await createLeague(teacher, { ends_at: new Date(friday).toISOString() })
    await buy(teacher, league)
    const waiting = {
      type: 'BUY',
      kind: 'limit',
      lasts: 'gtc',
      ticker: 'MSFT',
      quantity: 1,
      price: 90,
    }
    await teacher.post('/api/orders', { ...waiting, portfolio: league.portfolio })
    market.set('AAPL', 105_00)
    pass(friday - morning + 60_000)
    await runJob()
    expect(codeOf(await buy(teacher, league))).toBe('contest_over')
    const orders = (await teacher.get(`/api/orders?state=all&portfolio=${league.portfolio}`)).json()
    expect(orders.orders).toMatchObject([{ reason: 'contest_over', closed_at: league.ends_at }])
    const before = await boardOf(teacher, league)
    expect(before).toMatchObject({ final: false, board: [{ current_value: 10_050 }] })
    for (const ticker of tickers.slice(1)) await storeClose(ticker, 100_00)
    await runJob()
    expect((await boardOf(teacher, league)).final).toBe(false)
    await storeClose('AAPL', 110_00)
    await runJob()
    pass(3_000)
    const after = await boardOf(teacher, league)
    expect(after).toMatchObject({ final: true, board: [{ rank: 1, current_value: 10_100 }] })
    expect(await readPortfolio(teacher, league)).toMatchObject({
      total_value: 10_100,
      closed_at: league.ends_at,
    })
    await expectCleanAudit(db)
  })

  test.each([
    ['before the job has run', true],
    ['after it', false],
  ])('is not changed by a split of the next day that is learnt %s', async (_when, isBefore) => {
    const { teacher, db, runJob, storeClose, pass } = await createProvided()
    const league = await createLeague(teacher, { ends_at: new Date(friday).toISOString() })
    await buy(teacher, league)
    pass(friday - morning + 60_000)
    for (const ticker of tickers) await storeClose(ticker, ticker === 'AAPL' ? 120_00 : 100_00)
    const day = addDays(asDay('2026-11-13'), 3)
    const split = () => learn(db, { day, ratio: [4, 1] })
    if (!isBefore) await runJob()
    pass(startOfDay(day) + hourMs - friday)
    await split()
    await runJob()
    expect(await boardOf(teacher, league)).toMatchObject({
      final: true,
      board: [{ current_value: 10_200, largest_percent: 11.7647 }],
    })
    expect((await readPortfolio(teacher, league)).total_value).toBe(10_200)
    await expectCleanAudit(db)
  })

  test('does not wait for a close that never comes', async () => {
    const { teacher, runJob, storeClose, pass } = await createProvided()
    const league = await createLeague(teacher, { ends_at: new Date(friday).toISOString() })
    await buy(teacher, league)
    for (const ticker of tickers.slice(0, -1)) await storeClose(ticker, 100_00)
    pass(friday - morning + 4 * dayMs)
    await runJob()
    expect((await boardOf(teacher, league)).final).toBe(true)
  })
})

test('names for the organiser are deleted 90 days after the end', async () => {
  const { teacher, db, clock, pass, ...school } = await createSchool()
  const league = await createLeague(teacher, { ends_at: startsIn(1) })
  const pupil = await school.signUp()
  await pupil.post(`/api/join/${league.code}`, { organiser_name: 'Anna' })
  const names = () => db.query('select from membership where organiser_name is not null')
  pass(hourMs + 90 * dayMs)
  await forgetOrganiserNames(db, clock.at)
  expect(await names()).toHaveLength(1)
  await forgetOrganiserNames(db, clock.at + 1)
  expect(await names()).toEqual([])
})
