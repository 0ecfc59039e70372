// Compares the statistics of some simulated markets, over 2,048 sessions each, with those of real prices.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../testing/effort.ts'
import { memoize } from '../../bounded-map.ts'
import { anchorDay } from './parameters.ts'
import { mean, measure, median } from './testing/measure.ts'
import type { Measured } from './testing/measure.ts'
import targets from './targets.json' with { type: 'json' }

const marketsOf = memoize(4, (hours: MarketHours) =>
  Array.from({ length: isLong ? 8 : 4 }, (_, n) =>
    measure(`seed-${n + 1}`, hours, anchorDay, 2048),
  ),
)

test('the targets are in the order of the tickers', () => {
  expect(targets.tickers).toEqual(tickers)
})

describe.each(['always', 'nyse'] as const)('open %s', (hours) => {
  test('volatility', () => {
    const variances = byTicker(hours, ({ volatility }) => volatility.map((value) => value ** 2))
    const ratios = variances.map((value, n) => Math.sqrt(value) / (targets.volatility[n] ?? NaN))
    expect(outside(ratios, 0.9, 1.1)).toEqual([])
    const singleRatios = marketsOf(hours).flatMap(({ volatility }) =>
      volatility.map((value, n) => value / (targets.volatility[n] ?? NaN)),
    )
    expect(outside(singleRatios, 0.75, 1.25)).toEqual([])
  })

  test('correlation', () => {
    const pooled = tickers.map((_, row) =>
      byTicker(hours, (market) => market.correlation[row] ?? []),
    )
    const between = (a: Ticker, b: Ticker) => pooled[tickers.indexOf(a)]?.[tickers.indexOf(b)]
    const middle = mean(belowDiagonal(pooled))
    expect(Math.abs(middle - targets.meanCorrelation)).toBeLessThanOrEqual(0.05)
    expect(between('UBER', 'LYFT')).toBeGreaterThanOrEqual(middle + 0.1)
    expect(between('CRM', 'ADBE')).toBeGreaterThanOrEqual(middle + 0.1)
    expect(between('NVDA', 'AMD')).toBeGreaterThanOrEqual(middle + 0.1)
    const errors = marketsOf(hours).map((market) => rmsError(market.correlation))
    expect(outside(errors, 0, 0.09)).toEqual([])
  })

  test('fat tails', () => {
    const kurtoses = marketsOf(hours).map(({ kurtosis }) => kurtosis)
    expect(outside([mean(kurtoses.map(median))], 4, 12)).toEqual([])
    expect(outside(kurtoses.flat(), 1.5, Infinity)).toEqual([])
  })

  test('calm and wild weeks, without a direction that could be foretold', () => {
    const ofSizes = (lag: 1 | 5 | 20) =>
      mean(marketsOf(hours).map((market) => market.absoluteAutocorrelation[lag]))
    expect(outside([ofSizes(1)], 0.1, 0.22)).toEqual([])
    expect(outside([ofSizes(5)], 0.08, 0.19)).toEqual([])
    expect(outside([ofSizes(20)], 0.04, 0.11)).toEqual([])
    const ofReturns = mean(marketsOf(hours).map(({ autocorrelation }) => autocorrelation))
    expect(outside([ofReturns], -0.03, 0.03)).toEqual([])
  })
})

test('nights', () => {
  const shares = byTicker('nyse', ({ overnightShare }) => overnightShare)
  const errors = shares.map((share, n) => share - (targets.overnightShare[n] ?? NaN))
  expect(outside(errors, -0.06, 0.06)).toEqual([])
})

function byTicker(hours: MarketHours, of: (market: Measured) => number[]): number[] {
  return tickers.map((_, n) => mean(marketsOf(hours).map((market) => of(market)[n] ?? NaN)))
}

// Negated, so that NaN counts as outside.
function outside(values: readonly number[], min: number, max: number): number[] {
  return values.filter((value) => !(value >= min && value <= max))
}

function belowDiagonal(matrix: readonly number[][]): number[] {
  return matrix.flatMap((row, index) => row.slice(0, index))
}

function rmsError(correlation: readonly number[][]): number {
  const real = belowDiagonal(targets.correlation)
  const squares = belowDiagonal(correlation).map((value, n) => (value - (real[n] ?? NaN)) ** 2)
  return Math.sqrt(mean(squares))
}
