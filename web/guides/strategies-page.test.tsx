// Tests the strategies guide: computes the examples of its text again.
import { openStartingCash as startingCash } from '@tengrand/core/contest.ts'
import { cents, formatMoney, share, times, type Cents } from '@tengrand/core/money.ts'
import { pricesAround } from '@tengrand/core/quote.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import StrategiesPage from './strategies-page.tsx'

beforeEach(() => void render(<StrategiesPage />, { wrapper: MemoryRouter }))

const text = () => screen.getByRole('article').textContent
const dollars = (amount: number): Cents => cents(amount * 100)
const whole = (amount: Cents): string => formatMoney(amount).replace('.00', '')

describe('buying in steps', () => {
  const each = dollars(1000)

  /** Buys for the same amount at every price, in whole shares; the amounts here leave no remainder. */
  function buy(amount: Cents, prices: readonly Cents[]) {
    const quantities = prices.map((price) => amount / price)
    const shares = quantities.reduce((total, next) => total + next, 0)
    return { quantities, shares, average: share(times(amount, prices.length), 1, shares) }
  }

  const prices = [50, 40, 25, 40, 50].map(dollars)
  const mean = share(dollars(50 + 40 + 25 + 40 + 50), 1, 5)
  const steps = buy(each, prices)

  test('is what the table says', () => {
    const [, ...rows] = within(
      screen.getByRole('table', { name: /^\$1,000 a month/ }),
    ).getAllByRole('row')
    expect(rows.map(({ children }) => Array.from(children, (cell) => cell.textContent))).toEqual([
      ...prices.map((price, month) => [
        String(month + 1),
        formatMoney(price),
        String(steps.quantities[month]),
      ]),
      ['All', `${formatMoney(mean)} on average`, String(steps.shares)],
    ])
  })

  test('is compared with buying everything in the first month, when prices fall and when they rise', () => {
    const end = dollars(50)
    const atOnce = buy(dollars(5000), [dollars(50)])
    expect(text()).toContain(
      `your ${steps.shares} shares cost only ${formatMoney(steps.average)} each`,
    )
    expect(text()).toContain(`they are worth ${whole(times(end, steps.shares))}.`)
    expect(text()).toContain(
      `hold ${atOnce.shares} shares worth ${whole(times(end, atOnce.shares))}.`,
    )
    const rising = [20, 25, 40, 50, 50].map(dollars)
    expect(text()).toContain(`been ${rising.slice(0, 4).map(whole).join(', ')} and $50`)
    expect(text()).toContain(
      `ended with ${whole(times(end, buy(each, rising).shares))}, and buying everything in the first month with ${whole(times(end, buy(dollars(5000), rising.slice(0, 1)).shares))}.`,
    )
  })
})

test('a part of four that doubles is 40% of the whole', () => {
  expect(text()).toContain(`it makes up ${(2 / (2 + 1 + 1 + 1)) * 100}% of the whole`)
})

test('a small position with an exit loses one hundredth of the whole', () => {
  const position = share(startingCash, 5, 100)
  const loss = share(position, 20, 100)
  expect(text()).toContain(`At 5% of ${whole(startingCash)}, that is ${whole(position)}.`)
  expect(text()).toContain(`you lose ${whole(loss)}, which is 1% of the whole`)
  expect(times(loss, 100)).toBe(startingCash)
})

test('the same amount in every stock is what the guide says', () => {
  expect(text()).toContain(`about ${whole(share(startingCash, 1, tickers.length))} in each of the`)
})

test('a ratio of price and earnings is what the guide says', () => {
  expect(text()).toContain(`costs $150 and earns $10 of profit a year has a ratio of ${150 / 10}.`)
})

test('trades cost no more here than the guide says', () => {
  const { bid, ask } = pricesAround(dollars(150))
  expect(ask - bid).toBe(2)
  expect(text()).toContain('no fees and no taxes, and the spread is two cents at most')
})

test('a result is read with the insights, and without figures of another learner', async () => {
  const section = within(await screen.findByRole('region', { name: 'How to read your result' }))
  expect(section.getByRole('link', { name: 'Insights' }).getAttribute('href')).toBe('/insights')
  for (const part of ['The market.', 'What drove it.', 'What if.', 'Luck.', 'Habits.'])
    expect(section.getByText(part)).toBeTruthy()
  expect(section.queryByText(/\$\d/)).toBeNull()
})
