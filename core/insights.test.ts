// The examples that docs/insights.md works out by hand: the page and the rules must agree, number by number.
import { readFileSync } from 'node:fs'

import { dayMs } from './day.ts'
import { expect, test } from 'vitest'

import { openBenchmark } from './benchmark.ts'
import { contributionsOf, openSums } from './contributions.ts'
import { openFlows } from './history.ts'
import { averageCash, effectiveNumber, perMonth, worstFallOf } from './habits.ts'
import { netWorthOf } from './history.ts'
import type { Entry, Trade } from './ledger.ts'
import { luckOf, openReplaySteps, percentileOf } from './luck.ts'
import { cents, formatGain, formatMoney, formatPercent, percent, type Cents } from './money.ts'
import { tickers, type Ticker } from './tickers.ts'
import { openScenario } from './what-if.ts'

const page = readFileSync(new URL('../docs/insights.md', import.meta.url), 'utf8')
const prose = page.replaceAll(/\s+/g, ' ')

const noon = Date.parse('2026-03-02T17:00Z')
const onDay = (day: number): number => noon + (day - 1) * dayMs

const trade = (
  type: Trade['type'],
  quantity: number,
  ticker: Ticker,
  price: number,
  day: number,
  cost = 0,
): Trade => ({ type, quantity, ticker, price: cents(price), at: onDay(day), cost: cents(cost) })

test('the market is equal parts of all stocks, rounded once', () => {
  const opening = new Map(tickers.map((ticker) => [ticker, cents(50_00)]))
  opening.set('AAPL', cents(160_00)).set('NVDA', cents(90_00))
  const prices = new Map([...opening].map(([ticker, price]) => [ticker, [price]]))
  prices.set('AAPL', [cents(200_00)]).set('NVDA', [cents(60_00)])
  const value = openBenchmark({ startingCash: cents(10_000_00), opening, prices })?.(0) ?? null
  expect(value).toBe(9_947_92)
  expect(prose).toContain('9,947.9166… = $9,947.92')
  expect(percent(cents(9_947_92 - 10_000_00), cents(10_000_00))).toBe(-0.5208)
  expect(prose).toContain('return is −0.5208%')
})

test('what each stock earned adds up to the return', () => {
  const instants = [onDay(1), onDay(9)]
  const entries: Entry[] = [
    trade('BUY', 5, 'AAPL', 200_01, 2),
    trade('SELL', 20, 'NVDA', 119_99, 3, 1_800_00),
    {
      type: 'SPLIT',
      ticker: 'LYFT',
      quantity: -4,
      cash: cents(12_05),
      cost: cents(11_00),
      ratio: { numerator: 1, denominator: 2 },
      at: onDay(4),
    },
  ]
  const [flows, sums] = [openFlows(instants), openSums()]
  for (const entry of entries) {
    flows.add(entry)
    sums.add(entry)
  }
  const history = {
    cash: cents(5_327_80),
    quantities: new Map<Ticker, number>([
      ['AAPL', 15],
      ['LYFT', 3],
    ]),
    flows: flows.flows(),
    instants,
    // Prices per share after all splits.
    prices: new Map<Ticker, Cents[]>([
      ['AAPL', [cents(190_00), cents(195_50)]],
      ['NVDA', [cents(100_00), cents(118_00)]],
      ['LYFT', [cents(24_00), cents(23_00)]],
    ]),
    splits: [{ ticker: 'LYFT' as const, ratio: { numerator: 1, denominator: 2 }, at: onDay(4) }],
  }
  const [first, last] = netWorthOf(history)
  if (!first || !last) throw new Error('Both ends have a value.')
  expect([first.value, last.value]).toEqual([7_900_00, 8_329_30])
  const { total, parts } = contributionsOf({
    history,
    first,
    last,
    sums: sums.sums(),
    closing: null,
  })
  expect(prose).toContain(`Together ${formatGain(total)}.`)
  const rows = parts.map((part) => {
    const { startValue, bought, sold, splitCash, endValue, amount, realized } = part
    const money = [startValue, bought, sold, splitCash, endValue].map(formatMoney)
    const gains = [amount, realized, cents(amount - realized)].map(formatGain)
    return `| ${[part.ticker, ...money, ...gains].join(' | ')} |`
  })
  expect(page).toContain(rows.join('\n'))
})

test('twins make some of the trades, and no purchase that they have no cash for', () => {
  const trades = [
    trade('BUY', 20, 'AAPL', 200_00, 1),
    trade('SELL', 20, 'AAPL', 220_00, 3, 4_000_00),
    trade('BUY', 50, 'NVDA', 100_00, 5),
    trade('BUY', 40, 'NVDA', 98_00, 6),
  ]
  const prices = new Map<Ticker, number>([
    ['AAPL', 210_00],
    ['NVDA', 95_00],
  ])
  const play = (makes: (trade: Trade) => boolean) => {
    const twin = openScenario({ startingCash: cents(10_000_00), instants: [onDay(9)], makes })
    for (const one of trades) twin.add({ trade: one })
    const { cash, quantities, skipped } = twin.result()
    let value: number = cash
    for (const [ticker, quantity] of quantities) value += quantity * (prices.get(ticker) ?? 0)
    return { value: formatMoney(cents(value)), difference: 10_030_00 - value, skipped }
  }
  expect(play(() => true)).toEqual({ value: '$10,030.00', difference: 0, skipped: 0 })
  const kept = play(({ type }) => type === 'BUY')
  expect(kept).toEqual({ value: '$9,950.00', difference: 80_00, skipped: 1 })
  const firstDay = play(({ at }) => at === onDay(1))
  expect(firstDay).toEqual({ value: '$10,200.00', difference: -170_00, skipped: 0 })
  expect(prose).toContain('= $9,950.00 | +$80.00 |')
  expect(prose).toContain('= $10,200.00 | −$170.00 |')
})

test('random traders do what the learner did, with other stocks', () => {
  const builder = openReplaySteps(cents(10_000_00))
  builder.add(trade('BUY', 50, 'AAPL', 100_00, 1), 0)
  builder.add(trade('SELL', 25, 'AAPL', 120_00, 2), 1)
  const closes = [
    [100_00, 40_00],
    [120_00, 30_00],
    [110_00, 20_00],
  ]
  const prices = Float64Array.from(
    closes.flatMap(([a, b]) => tickers.map((ticker) => (ticker === 'AAPL' ? a : b) ?? 0)),
  )
  const facts = { startingCash: cents(10_000_00), prices, seed: 1, traders: 1_000 }
  const luck = luckOf({ ...facts, steps: builder.steps() })
  expect(luck.value).toBe(10_750_00)
  expect(new Set(luck.values)).toEqual(new Set([8_125_00, 10_750_00]))
  expect(percentileOf(luck)).toBeGreaterThan(95.5)
  expect(percentileOf(luck)).toBeLessThan(98.5)
  expect(prose).toContain('= 10,750.00 | 6,875.00 + 62.5 × 20.00 = 8,125.00 |')
})

test('habits are a few figures', () => {
  const values = [10_000_00, 10_500_00, 9_870_00, 10_080_00, 10_600_00].map(cents)
  const fall = worstFallOf(values.map((value, at) => ({ at, value })))
  expect(fall).toEqual({ percent: -6, from: 1, to: 2 })
  expect(prose).toContain(`= ${formatPercent(-6, 0)}.`)
  expect(percent(cents(4_000_00), cents(10_600_00))).toBe(37.7358)
  expect(effectiveNumber([4_000_00, 1_000_00])).toBe(1.47)
  const cash = values.slice(1).map((value) => ({ value, cash: cents(5_600_00) }))
  expect(averageCash(cash)).toBe(54.6142)
  expect(perMonth(6, 365.2425 * dayMs * 0.25)).toBe(2)
  expect(perMonth(3, 2 * dayMs)).toBe(3)
  for (const number of ['37.7358%', '1.47', '54.6142%']) expect(prose).toContain(number)
})
