// Edge cases of the insights: equal instants, equal peaks, and splits of stocks that the learner has sold.
import { expect, test } from 'vitest'

import { openFlows } from './history.ts'
import { worstFallOf } from './habits.ts'
import type { Trade } from './ledger.ts'
import { cents } from './money.ts'
import { openScenario } from './what-if.ts'

const trade = (type: Trade['type'], quantity: number, at: number): Trade => ({
  type,
  ticker: 'AAPL',
  quantity,
  price: cents(100_00),
  at,
  cost: cents(0),
})

test('a twin that never sold gets the split of a stock that the learner had sold before', () => {
  const twin = openScenario({
    startingCash: cents(10_000_00),
    instants: [9],
    makes: ({ type }) => type === 'BUY',
  })
  twin.add({ trade: trade('BUY', 10, 1) })
  twin.add({ trade: trade('SELL', 10, 2) })
  const ratio = { numerator: 2, denominator: 1 }
  twin.add({ split: { ticker: 'AAPL', ratio, at: 3, price: cents(50_00) }, line: null })
  expect(twin.result().quantities.get('AAPL')).toBe(20)
})

test('a trade at the instant of a point belongs to that point, and the next one to the next', () => {
  const flows = openFlows([5, 7])
  flows.add(trade('BUY', 1, 5))
  flows.add(trade('BUY', 2, 6))
  const found = flows.flows().map(({ index, quantity }) => ({ index, quantity }))
  expect(found).toEqual([
    { index: 0, quantity: 1 },
    { index: 1, quantity: 2 },
  ])
})

test('of two equal peaks the fall begins at the first', () => {
  const points = [10_00, 10_00, 9_00].map((value, at) => ({ at, value: cents(value) }))
  expect(worstFallOf(points)).toEqual({ percent: -10, from: 0, to: 2 })
})
