// The stock that led the change of a day: the largest part in its direction, where the parts explain it.
import { expect, it } from 'vitest'

import { dayLeaderOf } from './day-leader.ts'
import { cents } from './money.ts'

it.each([
  { change: 500, parts: { AAPL: 700, TSLA: -300, INTC: 100 }, leader: 'AAPL' },
  { change: -500, parts: { AAPL: 700, TSLA: -900, INTC: -300 }, leader: 'TSLA' },
  // A few cents of spread are no trade.
  { change: 480, parts: { AAPL: 500 }, leader: 'AAPL' },
  // A trade of the day: the parts are not what changed.
  { change: 300, parts: { AAPL: 500 }, leader: null },
  { change: -300, parts: { AAPL: 500 }, leader: null },
  { change: 0, parts: { AAPL: 0 }, leader: null },
  { change: 0, parts: { AAPL: 500, TSLA: -500 }, leader: null },
  { change: 500, parts: {}, leader: null },
])('a change of $change by $parts is led by $leader', ({ change, parts, leader }) => {
  const all = Object.entries(parts).map(([ticker, amount]) => ({ ticker, amount: cents(amount) }))
  expect(dayLeaderOf(cents(change), all)).toBe(leader)
})
