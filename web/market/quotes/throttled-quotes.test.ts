// Tests throttled quotes: which prices they return between two changes, and when they change.
// @vitest-environment node
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { makeBoard } from './board.ts'
import { throttleQuotes, type Pace } from './throttled-quotes.tsx'

const restMs = 2000

function open(pace: Pace = { restMs, delayMs: 0 }) {
  const board = makeBoard()
  const live = { isLive: () => true, watchLive: () => () => {} }
  const quotes = throttleQuotes({ ...live, get: board.get, watch: board.watch }, pace)
  const set = (ticker: Ticker, amount: number) => {
    const price = cents(amount)
    board.put('change', [{ ticker, price, bid: price, ask: price, previousClose: null, at: null }])
  }
  const shown = (ticker: Ticker) => quotes.get(ticker)?.price ?? null
  return { quotes, set, shown }
}

beforeEach(() => vi.useFakeTimers())

describe('calm quotes', () => {
  test('show the first price at once, and then rest', () => {
    const { quotes, set, shown } = open()
    const listener = vi.fn<() => void>()
    quotes.watch('AAPL', listener)
    expect(shown('AAPL')).toBeNull()
    set('AAPL', 100)
    vi.advanceTimersByTime(0)
    expect([listener.mock.calls.length, shown('AAPL')]).toEqual([1, 100])
    set('AAPL', 101)
    vi.advanceTimersByTime(restMs / 2)
    set('AAPL', 102)
    vi.advanceTimersByTime(restMs / 2 - 1)
    expect([listener.mock.calls.length, shown('AAPL')]).toEqual([1, 100])
    vi.advanceTimersByTime(1)
    expect([listener.mock.calls.length, shown('AAPL')]).toEqual([2, 102])
    vi.advanceTimersByTime(10 * restMs)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('change all stocks together', () => {
    const { quotes, set, shown } = open()
    for (const ticker of ['AAPL', 'TSLA'] as const) {
      quotes.watch(ticker, () => {})
      set(ticker, 100)
    }
    vi.advanceTimersByTime(0)
    expect([shown('AAPL'), shown('TSLA')]).toEqual([100, 100])
    set('AAPL', 101)
    vi.advanceTimersByTime(restMs - 1)
    set('TSLA', 101)
    expect([shown('AAPL'), shown('TSLA')]).toEqual([100, 100])
    vi.advanceTimersByTime(1)
    expect([shown('AAPL'), shown('TSLA')]).toEqual([101, 101])
  })

  test('go on for one who looks at a stock when another has looked away', () => {
    const { quotes, set, shown } = open()
    const end = quotes.watch('AAPL', () => {})
    const listener = vi.fn<() => void>()
    quotes.watch('AAPL', listener)
    end()
    set('AAPL', 100)
    vi.advanceTimersByTime(0)
    expect([listener.mock.calls.length, shown('AAPL')]).toEqual([1, 100])
  })

  test('can follow a moment later, with the first price at once', () => {
    const { quotes, set, shown } = open({ restMs: 0, delayMs: 150 })
    quotes.watch('AAPL', () => {})
    set('AAPL', 100)
    vi.advanceTimersByTime(0)
    expect(shown('AAPL')).toBe(100)
    set('AAPL', 101)
    vi.advanceTimersByTime(149)
    expect(shown('AAPL')).toBe(100)
    vi.advanceTimersByTime(1)
    expect(shown('AAPL')).toBe(101)
  })

  test('keep no old price for whoever looks next', () => {
    const { quotes, set, shown } = open()
    const end = quotes.watch('AAPL', () => {})
    set('AAPL', 100)
    vi.advanceTimersByTime(0)
    expect(shown('AAPL')).toBe(100)
    set('AAPL', 101)
    end()
    set('AAPL', 102)
    expect(shown('AAPL')).toBe(102)
  })
})
