// Tests the allocation card: the shares of the parts as text, and a bar that does not rely on color.
import { tickers } from '@tengrand/core/tickers.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import type { Portfolio } from './queries.ts'
import { holding, portfolioOf } from '../testing/learner.tsx'
import { partsOf, Allocation } from './allocation.tsx'

/** A portfolio of holdings with these market values. */
const portfolio = (cash: number, values: readonly number[]): Portfolio =>
  portfolioOf(
    cash,
    values.map((value, index) => ({
      ...holding,
      ticker: tickers[index] ?? '',
      market_value: value,
    })),
  )
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const bars = () =>
  screen
    .getAllByRole('listitem')
    .map((line) => line.querySelector<HTMLElement>('[style]')?.style.width)

describe('the allocation', () => {
  test('says how much is in each stock, the largest first, and in cash', () => {
    render(<Allocation portfolio={portfolio(2000, [1000, 5000, 2000])} />)
    const section = screen.getByRole('region', { name: 'Allocation' })
    expect(within(section).getAllByRole('listitem')).toHaveLength(4)
    expect(lines()).toEqual([
      'GOOGLAlphabet Inc.$5,000.0050.0%',
      'MSFTMicrosoft Corporation$2,000.0020.0%',
      'AAPLApple Inc.$1,000.0010.0%',
      'Cash$2,000.0020.0%',
    ])
    expect(bars()).toEqual(['50%', '20%', '10%', '20%'])
  })

  test('tells cash from stocks by stripes', () => {
    const { container } = render(<Allocation portfolio={portfolio(500, [500])} />)
    const fills = [...container.querySelectorAll('li [style]')].map(({ className }) => className)
    expect(fills[0]).toContain('bg-accent')
    expect(fills[1]).toContain('repeating-linear-gradient')
  })

  test('is all cash at the beginning', () => {
    render(<Allocation portfolio={portfolio(10_000, [])} />)
    expect(lines()).toEqual(['Cash$10,000.00100.0%'])
  })

  test('has room for all sixteen stocks', () => {
    const all = portfolio(
      1,
      tickers.map((_, index) => 100 + index),
    )
    const { container } = render(<Allocation portfolio={all} />)
    expect(lines()).toHaveLength(17)
    expect(lines().at(-1)).toBe('Cash$1.000.1%')
    expect(container.querySelectorAll('[style*="flex-grow"]')).toHaveLength(17)
    const whole = partsOf(all, 'stock').reduce((sum, { share }) => sum + share, 0)
    expect(whole).toBeCloseTo(100, 6)
  })

  test('of nothing at all is nothing', () => {
    expect(partsOf(portfolio(0, []), 'stock')).toEqual([{ of: null, note: '', value: 0, share: 0 }])
  })

  test('is by sector where that is chosen, with the stocks of each and the cash apart', async () => {
    render(<Allocation portfolio={portfolio(1500, [1500, 2000, 2500, 1000, 1500])} />)
    await userEvent.click(screen.getByRole('radio', { name: 'Sector' }))
    expect(lines()).toEqual([
      'Information Technology40.0%MSFT, AAPL$4,000.00',
      'Consumer Discretionary25.0%TSLA, AMZN$2,500.00',
      'Communication Services20.0%GOOGL$2,000.00',
      'Cash15.0%$1,500.00',
    ])
    expect(bars()).toEqual(['40%', '25%', '20%', '15%'])
    await userEvent.click(screen.getByRole('radio', { name: 'Stock' }))
    expect(lines()).toHaveLength(6)
  })

  test('offers no choice where there is only cash', () => {
    render(<Allocation portfolio={portfolio(10_000, [])} />)
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })
})
