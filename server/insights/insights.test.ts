// Insights over HTTP: access to portfolios, closed chapters, splits, and the minimum of trades for the luck answer.
import { api } from '@tengrand/contract/api.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { openSimulatedMarket } from '../market/simulated/open.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createWorld, type World } from '../testing/world.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const dayMs = 86_400_000

async function createLearner() {
  const clock = { at: noon }
  const world = await createWorld({ now: () => clock.at })
  const learner = await signUp(world.app)
  const id = await portfolioIdOf(world.db, learner)
  const ask = async (url: string) => (await learner.get(url)).json()
  return { clock, world, learner, id, ask }
}

/** Twelve purchases on six days and a sale; the first is this number of days ago. */
const someTrades = (daysAgo: number) => [
  ...Array.from({ length: 12 }, (_, place) =>
    trade(
      'BUY',
      1 + (place % 3),
      tickers[place % 5] ?? 'AAPL',
      60_00,
      noon - (daysAgo - Math.floor(place / 2)) * dayMs + place * 60_000,
    ),
  ),
  trade('SELL', 2, 'MSFT', 75_00, noon - (daysAgo - 8) * dayMs),
]

const parts = ['all', 'luck']

test('insights are for those who are signed in, and of nobody else', async () => {
  const { world, learner, ask } = await createLearner()
  const other = await signUp(world.app)
  const { portfolio } = (await other.get('/api/portfolio')).json()
  for (const part of parts) {
    expect((await world.app.inject(`/api/insights/${part}`)).statusCode).toBe(401)
    expect(await ask(`/api/insights/${part}?portfolio=${portfolio}`)).toMatchObject({
      code: 'unknown_portfolio',
    })
    expect((await learner.get(`/api/insights/${part}`)).statusCode).toBe(200)
  }
  expect(await ask('/api/insights/2d')).toMatchObject({ code: 'unknown_range' })
  for (const path of ['all/contributions', 'twins', 'habits'])
    expect((await learner.get(`/api/insights/${path}`)).statusCode).toBe(404)
})

test('who has not traded has parts without numbers, and no error', async () => {
  const { ask } = await createLearner()
  const { contributions, twins: whatIf, habits } = await ask('/api/insights/1m')
  expect(contributions).toMatchObject({ total: 0, contributions: [] })
  const { value, twins } = whatIf
  expect(value).toBe(10_000)
  expect(twins.map(({ kind }: { kind: string }) => kind)).toEqual([
    'kept',
    'first_day',
    'market',
    'cash',
  ])
  expect(await ask('/api/insights/luck')).toEqual({
    ready: false,
    purchases: 0,
    purchases_needed: 10,
    days: 0,
    days_needed: 5,
    span: 0,
    span_needed: 14,
  })
  expect(habits).toEqual({
    worst_fall: null,
    largest: null,
    effective_stocks: null,
    market_effective_stocks: 16,
    cash_percent: 100,
    trades_per_month: 0,
    sales: { gains: 0, losses: 0 },
    sales_at_cost: 0,
  })
})

test('luck is told when there is enough to go by, the same again tomorrow for the same closes', async () => {
  const { clock, world, learner, id, ask } = await createLearner()
  await plantTrades(world.db, id, someTrades(14))
  expect(await ask('/api/insights/luck')).toMatchObject({
    ready: false,
    purchases: 12,
    days: 6,
    span: 13,
  })
  clock.at += dayMs
  const later = await learner.renew()
  const told = (await later.get('/api/insights/luck')).json()
  expect(told).toMatchObject({ ready: true, traders: 1_000 })
  const { percentile, p5, median, p95, real_value, until, buckets } = told
  expect(until).toBe('2026-11-14T05:00:00.000Z')
  expect(p5).toBeLessThan(median)
  expect(median).toBeLessThan(p95)
  const { data } = (await later.get('/api/net_worth_history/all')).json()
  expect(data.find(({ date }: { date: string }) => date === '2026-11-13')?.value).toBe(real_value)
  const counts = buckets.map(({ traders }: { traders: number }) => traders)
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1_000)
  expect(percentile).toBeGreaterThanOrEqual(0)
  expect(percentile).toBeLessThanOrEqual(100)
  // A trade after the last close does not change the answer, although it is computed again.
  const { price } = (await later.get('/api/current-price/AAPL')).json()
  await later.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  expect((await later.get('/api/insights/luck')).json()).toEqual(told)
  clock.at += dayMs
  const next = (await (await learner.renew()).get('/api/insights/luck')).json()
  expect(next).toMatchObject({ ready: true, until: '2026-11-15T05:00:00.000Z' })
})

test('luck is not told where the closes of a stock are missing, and nobody is told that they bought nothing', async () => {
  const now = () => noon
  const simulated = openSimulatedMarket({ secret: new Uint8Array(32), hours: 'always', now })
  const market: typeof simulated = {
    ...simulated,
    daily: async (ticker, from, patience) =>
      ticker === 'SPOT' ? { points: [] } : simulated.daily(ticker, from, patience),
  }
  const world = await createWorld({ now, market })
  const learner = await signUp(world.app)
  await plantTrades(world.db, await portfolioIdOf(world.db, learner), someTrades(40))
  expect((await learner.get('/api/insights/luck')).json()).toMatchObject({
    code: 'history_unavailable',
  })
})

test('the average of the cash on a first day is what is left after the purchase', async () => {
  const { clock, learner, ask } = await createLearner()
  clock.at += 60_000
  const { price } = await ask('/api/current-price/AAPL')
  const bought = await learner.post('/api/buy', { ticker: 'AAPL', quantity: 5, price })
  expect(bought.statusCode).toBe(200)
  clock.at += 60_000
  const { cash_balance, total_value } = await ask('/api/portfolio')
  const { habits } = await ask('/api/insights/all')
  expect(habits.cash_percent).toBeCloseTo((cash_balance / total_value) * 100, 3)
})

test('habits are counted from closes and trades', async () => {
  const { world, id, ask } = await createLearner()
  await plantTrades(world.db, id, someTrades(61))
  const { habits } = await ask('/api/insights/all')
  expect(habits.trades_per_month).toBeCloseTo(13 / 2, 0)
  expect(habits.sales).toEqual({ gains: 1, losses: 0 })
  const { holdings, total_value } = await ask('/api/portfolio')
  const values = holdings.map(({ market_value }: { market_value: number }) => market_value)
  expect(habits.largest.percent).toBeCloseTo((Math.max(...values) / total_value) * 100, 3)
  const invested = values.reduce((sum: number, one: number) => sum + one, 0)
  const squares = values.reduce((sum: number, one: number) => sum + (one / invested) ** 2, 0)
  expect(habits.effective_stocks).toBeCloseTo(1 / squares, 2)
  const { data } = await ask('/api/net_worth_history/all')
  expect(habits.worst_fall.percent).toBeCloseTo(
    worstOf(data.map((d: { value: number }) => d.value)),
    3,
  )
})

function worstOf(values: readonly number[]): number {
  const falls = values.map((value, place) => value / Math.max(...values.slice(0, place + 1)) - 1)
  return Math.min(...falls) * 100
}

test('a chapter that is over has its insights, and a split that comes later moves no cent', async () => {
  const { clock, world, learner, id, ask } = await createLearner()
  await plantTrades(world.db, id, someTrades(40))
  const { closed } = (await learner.post('/api/portfolio/start-over', {})).json()
  const of = `?portfolio=${closed.portfolio}`
  const before = await readAll(ask, of)
  expect(before.contributions.total).toBe(before.history.metrics.period_return)
  expect(before.twins.value).toBe(before.history.metrics.current_value)
  clock.at += 5 * dayMs
  await splitAll(world)
  const later = await learner.renew()
  const after = await readAll(async (url) => (await later.get(url)).json(), of)
  const amounts = ({ contributions }: typeof before) =>
    contributions.contributions.map(({ ticker, amount, realized, end_value }: Part) => ({
      ticker,
      amount,
      realized,
      end_value,
    }))
  expect(amounts(after)).toEqual(amounts(before))
  expect(after.contributions.total).toBe(before.contributions.total)
  const ends = ({ twins }: typeof before) =>
    twins.twins
      .filter(({ kind }: { kind: string }) => kind !== 'market')
      .map(({ value, skipped }: { value: number; skipped: number }) => [value, skipped])
  expect(ends(after)).toEqual(ends(before))
  expect(before.luck).toMatchObject({ ready: true })
  expect(before.habits.sales).toEqual({ gains: 1, losses: 0 })
})

interface Part {
  readonly ticker: string
  readonly amount: number
  readonly realized: number
  readonly end_value: number
}

type Ask = Awaited<ReturnType<typeof createLearner>>['ask']

async function readAll(ask: Ask, of: string) {
  return {
    history: await ask(`/api/net_worth_history/all${of}`),
    luck: await ask(`/api/insights/luck${of}`),
    ...(await ask(`/api/insights/all${of}`)),
  }
}

/** A split of all stocks today, three for two. */
async function splitAll({ db }: World): Promise<void> {
  for (const [place] of tickers.entries()) {
    await db.query(
      "insert into split (ticker_id, day, numerator, denominator) values ($1, '2026-11-18', 3, 2)",
      [place + 1],
    )
  }
}

test('who never sold is their own twin, through splits, and who bought one day only stays that day', async () => {
  const { world, learner, id, ask } = await createLearner()
  const bought = someTrades(40).filter(({ type }) => type === 'BUY')
  await plantTrades(world.db, id, bought.slice(0, 2))
  await plantSplit(world, learner)
  const { contributions: earned, twins: whatIf } = await ask('/api/insights/all')
  const { value, data, twins } = whatIf
  const [kept, firstDay] = twins
  expect(kept).toMatchObject({ kind: 'kept', value, difference: 0, skipped: 0, data })
  expect(firstDay).toMatchObject({ kind: 'first_day', value, difference: 0, data })
  const { transactions } = await ask('/api/transactions')
  expect(transactions.filter(({ type }: { type: string }) => type === 'SPLIT')).not.toEqual([])
  const { contributions, total } = earned
  expect(contributions.some(({ split_cash }: { split_cash: number }) => split_cash > 0)).toBe(true)
  const { metrics } = await ask('/api/net_worth_history/all')
  expect(total).toBe(metrics.period_return)
})

/** Splits in the middle of the trades that leave fractions of a share. */
async function plantSplit({ db }: World, learner: Learner): Promise<void> {
  await db.query(
    "insert into split (ticker_id, day, numerator, denominator) values (2, '2026-10-20', 2, 3), (1, '2026-10-21', 3, 2)",
  )
  await learner.get('/api/portfolio')
}

test('what covers the whole portfolio is the same in every range, and anew after a trade, a split or a minute', async () => {
  const { clock, world, learner, id, ask } = await createLearner()
  await plantTrades(world.db, id, someTrades(40))
  const all = await ask('/api/insights/all')
  const month = await ask('/api/insights/1m')
  expect(api.insights.answer.parse(all)).toEqual(all)
  expect(month).toMatchObject({ twins: all.twins, habits: all.habits })
  expect(month.contributions.from > all.contributions.from).toBe(true)
  clock.at += 59_999
  expect((await ask('/api/insights/1m')).twins).toEqual(all.twins)
  clock.at += 1
  const later = await ask('/api/insights/1m')
  expect(later.twins.data.at(-1).date).toBe(new Date(clock.at).toISOString())
  clock.at += 1_000
  const { price } = await ask('/api/current-price/AAPL')
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  const traded = await ask('/api/insights/7d')
  expect(traded.habits.trades_per_month).toBeGreaterThan(later.habits.trades_per_month)
  await plantSplit(world, learner)
  expect((await ask('/api/insights/7d')).habits.effective_stocks).not.toBe(
    traded.habits.effective_stocks,
  )
})

test('what covers the whole portfolio is anew after a trade at the same instant, and when the chapter is closed', async () => {
  const { clock, learner, ask } = await createLearner()
  const { price } = await ask('/api/current-price/AAPL')
  const buy = () => learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  await buy()
  const once = await ask('/api/insights/all')
  await buy()
  const twice = await ask('/api/insights/7d')
  expect(twice.habits.largest.percent).toBeGreaterThan(once.habits.largest.percent)
  clock.at += 1_000
  const { closed } = (await learner.post('/api/portfolio/start-over', {})).json()
  const { contributions, twins } = await ask(`/api/insights/7d?portfolio=${closed.portfolio}`)
  expect(twins.data.at(-1).date).toBe(contributions.to)
})

test('all parts of the whole range have the same prices, also while the cache has older ones', async () => {
  const { clock, world, id, ask } = await createLearner()
  await plantTrades(world.db, id, someTrades(40))
  await ask('/api/insights/7d')
  clock.at += 30_000
  const { contributions, twins } = await ask('/api/insights/all')
  expect(twins.data.at(-1).date).toBe(contributions.to)
  expect(twins.value).toBeCloseTo(10_000 + contributions.total, 2)
})

test('the answer is the same text for a client that takes gzip and for one that does not', async () => {
  const { world, learner, id } = await createLearner()
  await plantTrades(world.db, id, someTrades(40))
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (encoding: string) => {
    const headers = { authorization: `Bearer ${learner.token}`, 'accept-encoding': encoding }
    const answer = await fetch(`${address}/api/insights/1m`, { headers })
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    return { packed: answer.headers.get('content-encoding'), body: await answer.json() }
  }
  const first = await read('gzip, br')
  expect(first.packed).toBe('gzip')
  expect(await read('identity')).toEqual({ packed: null, body: first.body })
  expect(await read('gzip')).toEqual(first)
  expect((await read('br')).body).toEqual(first.body)
})
