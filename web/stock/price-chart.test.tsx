// The page of a stock whose history cannot be had, in the words of the specification.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  chart,
  history,
  isDown,
  openStock,
  readings,
  refuses,
  replies,
  says,
  sendPrice,
  setUp,
  tearDown,
} from '../testing/stock.tsx'

beforeEach(setUp)
afterEach(tearDown)

describe('a history that cannot be shown', () => {
  test('because of too many requests leaves the current price, which moves', async () => {
    replies['/api/price-history/AAPL/7d'] = refuses({ code: 'history_unavailable' })
    openStock()
    const sentence = (dollars: string) =>
      `Historical data temporarily unavailable. Current price: ${dollars}. Please try again later.`
    expect(await screen.findByText(sentence('$189.12'))).toBeTruthy()
    expect(await readings()).toBe('$189.12, now')
    expect((await chart()).getAttribute('aria-valuemax')).toBe('0')
    await sendPrice(190)
    expect(await screen.findByText(sentence('$190.00'))).toBeTruthy()
    expect(await readings()).toBe('$190.00, now')
  })

  test('says what the server says', async () => {
    replies['/api/price-history/AAPL/7d'] = refuses({ code: 'internal_error' })
    openStock()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Something went wrong on our side. Please try again.')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AAPL · $189.12')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('says so when the server cannot be reached, and tries again', async () => {
    replies['/api/price-history/AAPL/7d'] = isDown
    openStock()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to load stock data. Please try again later.')
    replies['/api/price-history/AAPL/7d'] = says(history)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await readings()).toBe('$189.12, Nov 13, 9:00 AM EST')
  })

  test('says so when there is none', async () => {
    replies['/api/price-history/AAPL/7d'] = says({ ...history, historical_data: [] })
    openStock()
    expect(await screen.findByText('No data available for this period')).toBeTruthy()
  })
})
