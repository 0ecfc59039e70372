// Tests the numbers of figures and examples against worked examples, the rules of trading, and market statistics.
// @vitest-environment node
import { readFileSync } from 'node:fs'

import { cents, fromDollars } from '@tengrand/core/money.ts'
import { describe, expect, test } from 'vitest'

import { compounded, paidOut } from './compounding.tsx'
import { swings, typical, unrelatedSwings, volatilityOf } from './diversification.tsx'
import { gainToRecover } from '../strategies/limits.tsx'
import { afterRounds, daily, prices } from './round-trips.tsx'
import { last, lowest, paperGain } from './share-over-time.tsx'
import { afterCosts, held, monthly, weekly } from './trading-costs.tsx'

describe('compounding', () => {
  const thousand = fromDollars('1000')

  test('gains that stay in earn gains', () => {
    expect(compounded(thousand, 7, 2)).toEqual(['1000', '1070', '1144.90'].map(fromDollars))
    expect(compounded(thousand, 7, 30)[30]).toBe(fromDollars('7612.26'))
    expect(compounded(thousand, 3, 30)[30]).toBe(fromDollars('2427.26'))
  })

  test('gains that are taken out do not', () => {
    expect(paidOut(thousand, 7, 30)[30]).toBe(fromDollars('3100'))
  })
})

test('shares gain and lose on paper', () => {
  expect(paperGain(3, { paid: cents(50_00), now: cents(45_50) })).toEqual({
    value: cents(136_50),
    gain: cents(-13_50),
    percent: -9,
  })
  expect(lowest).toEqual({ value: cents(640_00), gain: cents(-160_00), percent: -20 })
  expect(last).toEqual({ value: cents(920_00), gain: cents(120_00), percent: 15 })
})

describe('diversification', () => {
  test('halves the swings with four unrelated stocks, and does nothing with stocks that move as one', () => {
    expect(volatilityOf(4, { each: 40, correlation: 0 })).toBe(20)
    expect(volatilityOf(16, { each: 40, correlation: 1 })).toBe(40)
    expect(volatilityOf(1, { each: 40, correlation: 0.3 })).toBe(40)
  })

  test('is drawn with these numbers', () => {
    expect(swings).toEqual([45, 38.1, 34, 31.9, 30.7])
    expect(unrelatedSwings).toEqual([45, 31.8, 22.5, 15.9, 11.3])
  })

  test('stands on the statistics of the sixteen stocks, from 2019 to 2026', () => {
    const file = new URL('../../../server/market/simulated/targets.json', import.meta.url)
    const { about, volatility, meanCorrelation, correlation }: Targets = JSON.parse(
      readFileSync(file, 'utf8'),
    )
    expect(about).toMatch(/2019-\d\d-\d\d to 2026-\d\d-\d\d/)
    const mean = volatility.reduce((total, next) => total + next, 0) / volatility.length
    expect(Math.abs(mean * 100 - typical.each)).toBeLessThan(0.5)
    expect(Math.abs(meanCorrelation - typical.correlation)).toBeLessThan(0.01)
    // The real volatility of equal parts of all sixteen stocks, which are not alike as in the figure.
    const variance = volatility.flatMap((one, row) =>
      volatility.map((other, column) => one * other * (correlation[row]?.[column] ?? 0)),
    )
    const whole = Math.sqrt(variance.reduce((total, next) => total + next, 0)) / volatility.length
    expect(Math.abs(whole * 100 - (swings[4] ?? 0))).toBeLessThan(1)
  })

  interface Targets {
    readonly about: string
    readonly volatility: readonly number[]
    readonly meanCorrelation: number
    readonly correlation: readonly (readonly number[])[]
  }
})

describe('going in and out', () => {
  test('costs the spread of every share, as many as there is money for', () => {
    // A round trip of 36 shares costs the spread of two cents per share.
    const thousand = fromDollars('1000')
    expect(afterRounds(thousand, prices, 0)).toBe(thousand)
    expect(afterRounds(thousand, prices, 1)).toBe(fromDollars('999.28'))
    expect(afterRounds(thousand, prices, 2)).toBe(fromDollars('998.56'))
    expect(afterRounds(cents(27_04), prices, 9)).toBe(cents(27_04))
  })

  test('costs nothing where there is no spread', () => {
    const none = { price: prices.price, bid: prices.price, ask: prices.price }
    expect(afterRounds(fromDollars('1000'), none, 9)).toBe(fromDollars('1000'))
  })

  test('is drawn with these numbers', () => {
    expect(prices).toEqual({ price: 27_04, bid: 27_03, ask: 27_05 })
    expect(daily).toBe(fromDollars('1698.20'))
  })
})

describe('the costs of trading', () => {
  test('are taken from every purchase and every sale', () => {
    const once = { start: cents(1_000_00), ratePercent: 0, years: 1, costPercent: 1 }
    expect(afterCosts({ ...once, roundsPerYear: 0 })).toBe(cents(1_000_00))
    expect(afterCosts({ ...once, roundsPerYear: 1 })).toBe(cents(980_10))
  })

  test('come to what one trade after the other costs', () => {
    let value = 10_000
    for (let year = 0; year < 10; year += 1) {
      value *= 1.07
      for (let trade = 0; trade < 24; trade += 1) value -= value * 0.001
    }
    expect(Math.abs(monthly / 100 - value)).toBeLessThan(0.01)
    expect([held, monthly, weekly]).toEqual(['19671.51', '15472.30', '6949.37'].map(fromDollars))
  })
})

test.each([
  { loss: 10, gain: 11.1 },
  { loss: 20, gain: 25 },
  { loss: 30, gain: 42.9 },
  { loss: 50, gain: 100 },
])('a loss of $loss% needs a gain of $gain%', ({ loss, gain }) => {
  expect(gainToRecover(loss)).toBe(gain)
  expect(Math.abs((1 - loss / 100) * (1 + gain / 100) - 1)).toBeLessThan(0.001)
})
