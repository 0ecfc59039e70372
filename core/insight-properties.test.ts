// Properties of the parts of any result: over random histories with splits, and over learners who trade at random.
import * as fc from 'fast-check'
import { dayMs } from './day.ts'
import { expect, test } from 'vitest'

import { openBenchmark } from './benchmark.ts'
import { openStartingCash } from './contest.ts'
import { contributionsOf, openSums } from './contributions.ts'
import { openFlows } from './history.ts'
import { netWorthOf, type HistoryFacts, type ValuePoint } from './history.ts'
import type { Entry } from './ledger.ts'
import { cents, times, type Cents } from './money.ts'
import { portfolioOf } from './testing/fold.ts'
import {
  anyPrice,
  anySteps,
  anyTrades,
  firstInstant,
  rareSteps,
  rareTrades,
  someTickers,
  type Step,
} from './testing/random-account.ts'
import { tickers } from './tickers.ts'
import { openScenario, type ScenarioStep } from './what-if.ts'

const anyInstants = fc
  .uniqueArray(fc.integer({ min: -dayMs, max: 60 * dayMs }), { minLength: 2, maxLength: 6 })
  .map((offsets) => offsets.toSorted((a, b) => a - b).map((offset) => firstInstant + offset))

const rareInstants = [-1, 0, dayMs, 2.5 * dayMs, 9 * dayMs].map((offset) => firstInstant + offset)

const entriesOf = (steps: readonly Step[]): Entry[] => steps.map(({ entry }) => entry)

function historyOf(
  entries: readonly Entry[],
  instants: readonly number[],
  priceOf: (place: number, index: number) => Cents | null,
): HistoryFacts {
  const { cash, positions } = portfolioOf(entries)
  const flows = openFlows(instants)
  for (const entry of entries) flows.add(entry)
  return {
    cash,
    quantities: new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity])),
    flows: flows.flows(),
    instants,
    prices: new Map(
      someTickers.map((ticker, place) => [ticker, instants.map((_, at) => priceOf(place, at))]),
    ),
    splits: entries.filter((entry) => entry.type === 'SPLIT'),
  }
}

const isCountable = (points: readonly ValuePoint[]): boolean =>
  points.every(({ value }) => value < 2 ** 52)

test('contributions add up to the return of the period, whatever happened', () => {
  fc.assert(
    fc.property(
      anySteps,
      anyInstants,
      fc.infiniteStream(fc.option(anyPrice, { freq: 15 })),
      (steps, instants, stream) => {
        const entries = entriesOf(steps)
        const drawn = someTickers.map(() => instants.map(() => stream.next().value ?? null))
        const history = historyOf(entries, instants, (place, at) => drawn[place]?.[at] ?? null)
        const points = netWorthOf(history)
        const [first, last] = [points[0], points.at(-1)]
        fc.pre(first !== undefined && last !== undefined && isCountable(points))
        fc.pre(last.at === instants.at(-1))
        const sums = openSums()
        for (const entry of entries) if (entry.at > first.at && entry.at <= last.at) sums.add(entry)
        const facts = { history, first, last, sums: sums.sums(), closing: null }
        const { total, parts } = contributionsOf(facts)
        expect(total).toBe(last.value - first.value)
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        for (const part of parts) {
          expect(part.amount).toBe(
            part.endValue - part.startValue - part.bought + part.sold + part.splitCash,
          )
        }
        const realized = steps.filter(
          ({ entry }) => entry.at > first.at && entry.at <= last.at && entry.type !== 'BUY',
        )
        expect(parts.reduce((sum, part) => sum + part.realized, 0)).toBe(
          realized.reduce((sum, step) => sum + Number(step.realized), 0),
        )
      },
    ),
    { numRuns: 1_000, examples: [[rareSteps, rareInstants, fc.stream(oneDollars())]] },
  )
})

function* oneDollars(): Generator<Cents> {
  for (;;) yield cents(1_00)
}

/** Scenario steps with prices that differ from those at which the split was applied. */
function stepsOf(entries: readonly Entry[]): ScenarioStep[] {
  return entries.map((entry) =>
    entry.type === 'SPLIT'
      ? { split: { ...entry, price: cents(1) }, line: entry }
      : { trade: entry },
  )
}

test('a learner who never sold is their own twin, and so is everybody who leaves nothing out', () => {
  fc.assert(
    fc.property(anySteps, fc.boolean(), (steps, isKept) => {
      const entries = entriesOf(steps).filter(({ type }) => !isKept || type !== 'SELL')
      const isSound = soundOf(entries)
      fc.pre(isSound)
      const instants = [firstInstant + 30 * dayMs, firstInstant + 400 * dayMs]
      const twin = openScenario({
        startingCash: openStartingCash,
        instants,
        makes: ({ type }) => !isKept || type === 'BUY',
      })
      for (const step of stepsOf(entries)) twin.add(step)
      const { cash, quantities, flows, skipped } = twin.result()
      const own = historyOf(entries, instants, () => cents(12_34))
      expect(skipped).toBe(0)
      expect(netWorthOf({ ...own, cash, quantities, flows })).toEqual(netWorthOf(own))
    }),
    { numRuns: 1_000, examples: [[rareSteps, false]] },
  )
})

/** Whether the entries without sales are still valid: a split may no longer fit its ratio, or cash may be missing. */
function soundOf(entries: readonly Entry[]): boolean {
  try {
    portfolioOf(entries)
    return true
  } catch {
    return false
  }
}

test('a twin that never sells never spends more than it has, and says how often it had too little', () => {
  fc.assert(
    fc.property(anyTrades, (steps) => {
      const entries = entriesOf(steps)
      const instants = [firstInstant + 400 * dayMs]
      const makes = ({ type }: { type: string }) => type === 'BUY'
      const twin = openScenario({ startingCash: openStartingCash, instants, makes })
      let [cash, skipped] = [10_000_00, 0]
      for (const entry of entries) {
        if (entry.type === 'SPLIT') continue
        twin.add({ trade: entry })
        const total = times(entry.price, entry.quantity)
        if (entry.type === 'BUY') {
          if (total > cash) skipped += 1
          else cash -= total
        }
        expect(twin.result()).toMatchObject({ cash, skipped })
        expect(cash).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 1_000, examples: [[rareTrades]] },
  )
})

test('a learner who buys the market lies within left-over cash and spread of it', () => {
  const anyPath = fc.record({
    open: fc.integer({ min: 5_00, max: 600_00 }),
    growth: fc.double({ min: 0.2, max: 4, noNaN: true }),
  })
  const paths = fc.array(anyPath, { minLength: tickers.length, maxLength: tickers.length })
  fc.assert(
    fc.property(paths, (stocks) => {
      const each = 10_000_00 / tickers.length
      let [value, slack] = [0, 1]
      const [opening, prices] = [new Map(), new Map()]
      for (const [place, { open, growth }] of stocks.entries()) {
        const [ask, now] = [open + 1, Math.max(1, Math.floor(open * growth))]
        const quantity = Math.floor(each / ask)
        const left = each - quantity * ask
        value += left + quantity * now
        slack += (left + quantity) * Math.max(1, now / open)
        opening.set(tickers[place], cents(open))
        prices.set(tickers[place], [cents(now)])
      }
      const twin = openBenchmark({ startingCash: openStartingCash, opening, prices })?.(0) ?? 0
      expect(Math.abs(value - twin)).toBeLessThanOrEqual(slack)
    }),
    { numRuns: 1_000 },
  )
})

test('the market is exact where the value lies on half a cent', () => {
  const [opening, prices] = [new Map(), new Map()]
  for (const ticker of tickers) {
    opening.set(ticker, cents(300))
    prices.set(ticker, [cents(300)])
  }
  // Half a cent in each stock: 7.5 in fifteen, and 0.5 × 599 / 300 = 0.998… or 0.5 × 600 / 300 = 1 in the last.
  const valueAt = (last: number) =>
    openBenchmark({
      startingCash: cents(8),
      opening,
      prices: prices.set('SPOT', [cents(last)]),
    })?.(0)
  expect([valueAt(599), valueAt(600), valueAt(601)]).toEqual([8, 9, 9])
})

test('the market is exact where half a cent is no binary fraction', () => {
  const opening = new Map(tickers.map((ticker) => [ticker, cents(38_00)]))
  // Three stocks have lost 199 of 200 parts: 625.00 × 0.005 = 3.125 each, and 8,125.00 in the other thirteen.
  const cheap = new Set(tickers.slice(0, 3))
  const prices = new Map(tickers.map((ticker) => [ticker, [cents(cheap.has(ticker) ? 19 : 38_00)]]))
  const value = openBenchmark({ startingCash: openStartingCash, opening, prices })?.(0)
  expect(value).toBe(8_134_38)
})
