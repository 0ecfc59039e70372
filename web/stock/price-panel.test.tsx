// What the page of a stock asks for: two ranges, and prices without saying who asks.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { askedOpenly, chart, openStock, setUp, tearDown } from '../testing/stock.tsx'

beforeEach(setUp)
afterEach(tearDown)

test('the ranges are 7D and 1M, and no others', async () => {
  openStock()
  await chart()
  const ranges = screen.getAllByRole('radio').map(({ textContent }) => textContent)
  expect(ranges).toEqual(['7D', '1M'])
})

test('prices are asked for without a token, and what the learner has is not', async () => {
  openStock()
  await chart()
  await userEvent.click(screen.getByRole('radio', { name: '1M' }))
  await waitFor(() =>
    expect(askedOpenly().toSorted()).toEqual([
      '/api/current-price/AAPL',
      '/api/price-history/AAPL/1m',
      '/api/price-history/AAPL/7d',
    ]),
  )
})
