// Orders of a lesson are reduced to what the portfolio has, and never refused while one share is possible.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { afterEntry } from './ledger.ts'
import { decideInLesson } from './lesson-order.ts'
import { cents } from './money.ts'
import { spreadAround } from './quote.ts'

const at = Date.UTC(2026, 0, 5)
const none = { quantity: 0, cost: cents(0) }
const order = (side: 'BUY' | 'SELL', quantity: number) =>
  ({ side, quantity, ticker: 'AAPL' }) as const

test('a buy takes what the cash covers, to the last share', () => {
  const prices = spreadAround(100)
  const holding = { cash: cents(10_000_00), position: none }
  expect(decideInLesson(order('BUY', 1_000_000), holding, prices, at)).toEqual({
    trade: { type: 'BUY', ticker: 'AAPL', quantity: 99, price: 100_10, at, cost: 0 },
  })
  expect(decideInLesson(order('BUY', 5), holding, prices, at)).toMatchObject({
    trade: { quantity: 5 },
  })
  const poor = { cash: cents(100_09), position: none }
  expect(decideInLesson(order('BUY', 5), poor, prices, at)).toEqual({
    refusal: { code: 'insufficient_cash', need: 100_10, have: 100_09, free: 100_09 },
  })
})

test('a sale takes what is held', () => {
  const position = { quantity: 3, cost: cents(300_00) }
  const holding = { cash: cents(0), position }
  expect(decideInLesson(order('SELL', 10), holding, spreadAround(100), at)).toMatchObject({
    trade: { quantity: 3, price: 99_90, cost: 300_00 },
  })
  expect(
    decideInLesson(order('SELL', 1), { cash: cents(0), position: none }, spreadAround(9), at),
  ).toEqual({
    refusal: { code: 'insufficient_shares', ticker: 'AAPL', have: 0, free: 0 },
  })
})

test('no order makes cash or shares negative, and a round trip always costs', () => {
  const amounts = fc.record({
    cash: fc.integer({ min: 0, max: 1_000_000_00 }),
    dollars: fc.double({ min: 0.01, max: 5_000, noNaN: true }),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(amounts, ({ cash, dollars, quantity }) => {
      const prices = spreadAround(dollars)
      const before = { cash: cents(cash), position: none }
      const bought = decideInLesson(order('BUY', quantity), before, prices, at)
      expect('trade' in bought).toBe(cash >= prices.ask)
      fc.pre('trade' in bought)
      const held = afterEntry(before, bought.trade)
      expect(held.cash).toBeGreaterThanOrEqual(0)
      const sold = decideInLesson(order('SELL', 1_000_000), held, prices, at)
      const after = 'trade' in sold ? afterEntry(held, sold.trade) : held
      expect(after.position.quantity).toBe(0)
      expect(after.cash).toBeLessThan(cash)
    }),
  )
})
