// Tests the portfolio at live prices: figures exact to the cent, and the server's price where there is no quote.
import { cents, fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { atPrices, useLivePortfolio } from './live-portfolio.ts'
import {
  holdingOf,
  Learner,
  portfolioOf,
  refuses,
  replies,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'

testAsLearner()

const apple = holdingOf(
  'AAPL',
  3,
  { avg: 100.33, now: 110, value: 330 },
  { amount: 29, percent: 9.6346 },
)
const netflix = holdingOf(
  'NFLX',
  1,
  { avg: 500, now: 450, value: 450 },
  { amount: -50, percent: -10 },
)
const portfolio = portfolioOf(0.1, [apple, netflix])

describe('atPrices', () => {
  test('changes nothing where no other price is known', () => {
    expect(atPrices(portfolio, () => null)).toEqual(portfolio)
  })

  test('counts every figure of a holding and the total anew', () => {
    const at = atPrices(portfolio, (ticker) => (ticker === 'AAPL' ? cents(9_007) : null))
    expect(at).toEqual({
      ...portfolio,
      total_value: 720.31,
      unrealized_gain: -59.79,
      holdings: [
        {
          ...apple,
          current_price: 90.07,
          market_value: 270.21,
          gain_loss: -30.79,
          gain_loss_percent: -10.2292,
        },
        netflix,
      ],
    })
  })

  test('leaves what was realized as it is, and both gains together the return to the cent', () => {
    const start = { ...portfolio, starting_cash: 800.01, realized_gain: 1.09, unrealized_gain: -21 }
    for (const price of [1, 9_007, 12_345]) {
      const at = atPrices(start, () => cents(price))
      expect(at.realized_gain).toBe(1.09)
      const gained = fromDollars(at.realized_gain) + fromDollars(at.unrealized_gain)
      expect(gained).toBe(fromDollars(at.total_value) - fromDollars(at.starting_cash))
    }
  })

  test('takes figures that are text', () => {
    const text = JSON.parse(
      '{"current_price":"110.00","market_value":"330.00","gain_loss":"29.00"}',
    ) as object
    const at = atPrices({ ...portfolio, holdings: [{ ...apple, ...text }] }, () => cents(12_000))
    expect(at.holdings[0]).toMatchObject({ market_value: 360, gain_loss: 59 })
  })

  test('has no percentage of nothing', () => {
    const gift = { ...apple, gain_loss: 330 }
    const at = atPrices({ ...portfolio, holdings: [gift] }, () => cents(12_000))
    expect(at.holdings[0]).toMatchObject({ gain_loss: 360, gain_loss_percent: 0 })
  })
})

describe('useLivePortfolio', () => {
  test('moves with the prices of what is held', async () => {
    replies['/api/portfolio'] = says(portfolio)
    const { result } = renderHook(() => useLivePortfolio(), { wrapper: Learner })
    await waitFor(() => expect(result.current.data?.total_value).toBe(780.1))
    await sendPrice(120, 'AAPL')
    expect(result.current.data).toMatchObject({
      total_value: 810.1,
      holdings: [{ current_price: 120, gain_loss: 59 }, { current_price: 450 }],
    })
    const before = result.current.data
    await sendPrice(33, 'INTC')
    expect(result.current.data).toBe(before)
  })

  test.each([
    { what: 'what is held', holdings: [apple], ticker: 'AAPL' },
    { what: 'any stock, where nothing is held', holdings: [], ticker: tickers[0] },
  ])('asks again when the close before of $what is another one', async ({ holdings, ticker }) => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings })
    const { result } = renderHook(() => useLivePortfolio(() => 0), { wrapper: Learner })
    await waitFor(() => expect(result.current.data).toBeDefined())
    await sendPrice(120, ticker)
    await sendPrice(121, ticker, 1)
    expect(timesAsked('GET /api/portfolio')).toBe(1)
    replies['/api/portfolio'] = says({ ...portfolio, holdings, previous_value: 777 })
    await sendPrice(121, ticker, 2, undefined, 121)
    await waitFor(() => expect(result.current.data?.previous_value).toBe(777))
    expect(timesAsked('GET /api/portfolio')).toBe(2)
  })

  test('asks for a new day once, at a moment of its own within half a minute', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [] })
    const [ticker] = tickers
    // Two components of one page, each with its own random delay.
    const both = () => [useLivePortfolio(() => 0.5), useLivePortfolio(() => 0.9)] as const
    const { result } = renderHook(both, { wrapper: Learner })
    await waitFor(() => expect(result.current[0].data).toBeDefined())
    await sendPrice(120, ticker)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await sendPrice(121, ticker, 1, undefined, 121)
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(timesAsked('GET /api/portfolio')).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(timesAsked('GET /api/portfolio')).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(timesAsked('GET /api/portfolio')).toBe(2)
  })

  test('says what is wrong', async () => {
    replies['/api/portfolio'] = refuses({ code: 'no_price', ticker: 'AAPL' })
    const { result } = renderHook(() => useLivePortfolio(), { wrapper: Learner })
    await waitFor(() =>
      expect(result.current.error?.message).toBe('No price is available for AAPL right now.'),
    )
  })
})
