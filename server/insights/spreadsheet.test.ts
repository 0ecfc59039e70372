// Recomputes the result of the demo learner from only the CSV file, the prices in responses and the price calls.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { fillDemoWorld } from '../demo/fill.ts'
import { storeDemoSecret } from '../demo/market.ts'
import { demoLearner } from '../demo/people.ts'
import { claimMarket } from '../market/installation.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { freshDatabase } from '../testing/databases.ts'
import { createWorld } from '../testing/world.ts'

const noon = Date.parse('2026-11-13T17:00Z')
const now = () => noon

interface Line {
  readonly at: string
  readonly type: 'BUY' | 'SELL'
  readonly ticker: string
  readonly quantity: number
  readonly total: number
  readonly realized: number
}

/** Uses none of the product's arithmetic: dollars are floating-point numbers, rounded to cents for comparison. */
const rounded = (dollars: number): string => (Math.round(dollars * 100) / 100).toFixed(2)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

let ask: (url: string) => Promise<LightMyRequestResponse>
let lines: Line[]
const prices = new Map<string, number>()
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  const connection = await freshDatabase()
  const db = openDb(connection)
  await storeDemoSecret(db)
  const seed = await claimMarket(db, { source: 'simulated', hours: 'always', secret: null })
  const market = openSimulatedMarket({ ...seed, hours: 'always', now })
  await fillDemoWorld({ db, market, now })
  await market.close()
  await db.close()
  const { app } = await createWorld({ connection, now, atEnd: (end) => ends.unshift(end) })
  ask = await signIn(app)
  lines = linesOf((await ask('/api/transactions.csv')).body)
  for (const { ticker } of (await ask('/api/insights/all')).json().twins.prices) {
    prices.set(ticker, (await ask(`/api/current-price/${ticker}`)).json().price)
  }
}, 120_000)

afterAll(async () => {
  for (const end of ends) await end()
})

async function signIn(app: FastifyInstance) {
  const { email, password } = demoLearner
  const url = '/identity/sign-in/email'
  const answer = await app.inject({ method: 'POST', url, payload: { email, password } })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const { token } = (await app.inject({ url: '/identity/token', cookies })).json()
  const headers = { authorization: `Bearer ${token}` }
  return (wanted: string) => app.inject({ url: wanted, headers })
}

/** The lines of the file, oldest first. */
function linesOf(csv: string): Line[] {
  const [head, ...rows] = csv.trim().split('\r\n')
  expect(head).toBe('Date,Type,Ticker,Quantity,Price,Total,Cash,Realized gain')
  return rows.toReversed().map((row) => {
    const [at = '', type, ticker = '', quantity, , total, , realized] = row.split(',')
    return {
      at,
      type: type as Line['type'],
      ticker,
      quantity: Number(quantity),
      total: Number(total),
      realized: Number(realized),
    }
  })
}

const shares = (ticker: string, until: string): number =>
  sum(
    lines
      .filter((line) => line.ticker === ticker && line.at <= until)
      .map(({ type, quantity }) => (type === 'BUY' ? quantity : -quantity)),
  )

test('the file has what it takes', () => {
  expect(lines.length).toBeGreaterThan(20)
  expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['BUY', 'SELL']))
})

describe.each(['7d', '1m', '6m', 'ytd', '1y', 'all'])('contributions of %s', (range) => {
  test('are those of a spreadsheet, and add up to the return', async () => {
    const answer = (await ask(`/api/insights/${range}`)).json()
    const { from, to, total, contributions } = answer.contributions
    const held = new Set(lines.filter(({ at }) => at <= from).map(({ ticker }) => ticker))
    const inside = lines.filter(({ at }) => at > from && at <= to)
    const expected = new Set(
      [...held].filter((ticker) => shares(ticker, from) > 0).concat(inside.map((l) => l.ticker)),
    )
    expect(new Set(contributions.map(({ ticker }: Line) => ticker))).toEqual(expected)
    for (const part of contributions) {
      const own = inside.filter(({ ticker }) => ticker === part.ticker)
      const bought = sum(own.filter(({ type }) => type === 'BUY').map((line) => line.total))
      const sold = sum(own.filter(({ type }) => type === 'SELL').map((line) => line.total))
      const start = shares(part.ticker, from) * part.start_price
      const end = shares(part.ticker, to) * (prices.get(part.ticker) ?? 0)
      expect(rounded(part.end_price)).toBe(rounded(prices.get(part.ticker) ?? 0))
      expect([part.bought, part.sold, part.start_value, part.end_value].map(rounded)).toEqual(
        [bought, sold, start, end].map(rounded),
      )
      expect(rounded(part.amount)).toBe(rounded(end - start - bought + sold))
      expect(rounded(part.realized)).toBe(rounded(sum(own.map((line) => line.realized))))
      expect(rounded(part.unrealized)).toBe(rounded(part.amount - part.realized))
    }
    const { metrics } = (await ask(`/api/net_worth_history/${range}`)).json()
    expect(rounded(sum(contributions.map(({ amount }: { amount: number }) => amount)))).toBe(
      rounded(total),
    )
    expect(total).toBe(metrics.period_return)
    const amounts = contributions.map(({ amount }: { amount: number }) => amount)
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a))
  })
})

test('the market is the starting cash in equal parts, today and at every close of the year', async () => {
  const { prices: known } = (await ask('/api/insights/all')).json().twins
  const valueAt = (priceOf: (ticker: string) => number) =>
    sum(
      known.map((stock: { ticker: string; opening_price: number }) => {
        return (10_000 / 16 / stock.opening_price) * priceOf(stock.ticker)
      }),
    )
  const { data, benchmark, metrics } = (await ask('/api/net_worth_history/1y')).json()
  expect(benchmark.map(({ date }: { date: string }) => date)).toEqual(
    data.map(({ date }: { date: string }) => date),
  )
  expect(rounded(benchmark.at(-1).value)).toBe(
    rounded(valueAt((ticker) => prices.get(ticker) ?? 0)),
  )
  expect(rounded(metrics.benchmark_return)).toBe(
    rounded(benchmark.at(-1).value - benchmark[0].value),
  )
  const closes = new Map<string, Map<string, number>>()
  for (const { ticker } of known) {
    const { historical_data } = (await ask(`/api/price-history/${ticker}/1y`)).json()
    closes.set(
      ticker,
      new Map(historical_data.map((one: { date: string; price: number }) => [one.date, one.price])),
    )
  }
  const days = benchmark.slice(1, -1)
  expect(days.length).toBeGreaterThan(300)
  for (const { date, value } of days) {
    expect(rounded(value)).toBe(rounded(valueAt((ticker) => closes.get(ticker)?.get(date) ?? NaN)))
  }
})

test('twins end where a spreadsheet ends', async () => {
  const { value, twins } = (await ask('/api/insights/all')).json().twins
  const worth = (made: readonly Line[], cash: number) => {
    const counted = Map.groupBy(made, ({ ticker }) => ticker)
    const stocks = [...counted].map(([ticker, own]) => {
      const held = sum(own.map(({ type, quantity }) => (type === 'BUY' ? quantity : -quantity)))
      return held * (prices.get(ticker) ?? 0)
    })
    return rounded(cash + sum(stocks))
  }
  const spent = (made: readonly Line[]) =>
    sum(made.map(({ type, total }) => (type === 'BUY' ? total : -total)))
  expect(worth(lines, 10_000 - spent(lines))).toBe(rounded(value))

  const kept: Line[] = []
  let [cash, skipped] = [10_000, 0]
  for (const line of lines.filter(({ type }) => type === 'BUY')) {
    if (line.total > cash + 0.001) {
      skipped += 1
      continue
    }
    cash -= line.total
    kept.push(line)
  }
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
  const dayOf = ({ at }: Line) => day.format(new Date(at))
  const first = lines.filter((line, _, [begin]) => begin && dayOf(line) === dayOf(begin))
  const found = twins.map((twin: { kind: string; value: number; skipped: number }) => [
    twin.kind,
    rounded(twin.value),
    twin.skipped,
  ])
  const { benchmark } = (await ask('/api/net_worth_history/all')).json()
  expect(found).toEqual([
    ['kept', worth(kept, cash), skipped],
    ['first_day', worth(first, 10_000 - spent(first)), 0],
    ['market', rounded(benchmark.at(-1).value), 0],
    ['cash', '10000.00', 0],
  ])
  for (const twin of twins) {
    expect(rounded(twin.difference)).toBe(rounded(value - twin.value))
    expect(twin.data.at(-1).value).toBe(twin.value)
    expect(twin.data[0].value).toBe(10_000)
  }
})

test('one stock earned most of the gain of this learner, who beats every scenario with usual luck', async () => {
  const insights = (await ask('/api/insights/all')).json()
  const { total, contributions } = insights.contributions
  const luck = (await ask('/api/insights/luck')).json()
  expect(contributions[0].amount).toBeGreaterThan(total / 2)
  for (const { difference } of insights.twins.twins) expect(difference).toBeGreaterThan(0)
  expect(luck.value).toBeGreaterThan(luck.p5)
  expect(luck.value).toBeLessThan(luck.p95)
})
