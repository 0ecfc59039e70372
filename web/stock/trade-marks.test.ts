// Tests the marks of trades on a chart: the point of each mark, and its text.
// @vitest-environment node
import { cents } from '@tengrand/core/money.ts'
import { expect, test } from 'vitest'

import type { Transaction } from '../portfolio/queries.ts'
import { tradeMarks } from './trade-marks.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`)
const points = ['12T15:00', '12T16:00', '13T15:00'].map((time) => ({
  at: at(time),
  value: cents(18_000),
}))
const trade = (time: string, type: Transaction['type'], quantity = 1): Transaction => ({
  timestamp: new Date(at(time)).toISOString(),
  type,
  ticker: 'AAPL',
  quantity,
  price: 180.5,
  realized_gain: type === 'BUY' ? null : 0,
})
const marked = (...trades: Transaction[]) =>
  [...tradeMarks(points, trades)].map(([point, marks]) => ({
    point: points.findIndex((one) => one.at === point),
    marks: marks.map(({ letter, words }) => `${letter}: ${words}`),
  }))

test('a trade is marked at the last point before it', () => {
  expect(marked(trade('12T15:59', 'BUY', 1200))).toEqual([
    { point: 0, marks: ['B: Bought 1,200 at $180.50'] },
  ])
  expect(marked(trade('12T16:00', 'SELL'))).toEqual([{ point: 1, marks: ['S: Sold 1 at $180.50'] }])
  expect(marked(trade('13T23:00', 'BUY'))).toEqual([
    { point: 2, marks: ['B: Bought 1 at $180.50'] },
  ])
})

test('what was traded today after all of the history is marked at the price of the moment', () => {
  expect(marked(trade('13T14:40', 'BUY'))).toEqual([
    { point: 2, marks: ['B: Bought 1 at $180.50'] },
  ])
  expect(marked(trade('12T20:30', 'BUY'))).toEqual([
    { point: 1, marks: ['B: Bought 1 at $180.50'] },
  ])
})

test('within its hour a trade stays at the price of the moment, after that it is at the hour', () => {
  const pointOf = (now: string) => {
    const line = ['13T15:00', '13T15:10', now].map((time) => ({ at: at(time), value: cents(1) }))
    return [...tradeMarks(line, [trade('13T15:05', 'BUY')]).keys()]
  }
  expect(pointOf('13T15:40')).toEqual([at('13T15:40')])
  expect(pointOf('13T16:10')).toEqual([at('13T15:00')])
})

test('trades of the same point are told together, purchases and sales apart', () => {
  expect(
    marked(trade('12T15:10', 'BUY', 3), trade('12T15:20', 'SELL', 2), trade('12T15:30', 'BUY', 4)),
  ).toEqual([{ point: 0, marks: ['B: Bought 7 in 2 trades', 'S: Sold 2 at $180.50'] }])
})

test('what was before the line and what is no trade is not marked', () => {
  expect(marked(trade('12T14:59', 'BUY'), trade('12T15:10', 'SPLIT'))).toEqual([])
  expect(tradeMarks([], [trade('12T15:10', 'BUY')]).size).toBe(0)
})
