// Tests the price card of a stock: its ranges, its requests without a token, and a history that fails to load.
import { alertText } from '../testing/announced.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { timesAsked } from '../testing/learner.tsx'
import {
  askedOpenly,
  chart,
  history,
  isDown,
  openChart,
  openStock,
  readings,
  refuses,
  replies,
  says,
  sendPrice,
  testStockPage,
} from '../testing/stock.tsx'

testStockPage()

test('the ranges are 7D and 1M, and no others', async () => {
  await openChart()
  const ranges = screen.getAllByRole('radio').map(({ textContent }) => textContent)
  expect(ranges).toEqual(['7D', '1M'])
})

test('prices are asked for without a token, and what the learner has is not', async () => {
  await openChart()
  await userEvent.click(screen.getByRole('radio', { name: '1M' }))
  await waitFor(() =>
    expect(askedOpenly().toSorted()).toEqual([
      '/api/current-price/AAPL',
      '/api/price-history/AAPL/1m',
      '/api/price-history/AAPL/7d',
    ]),
  )
})

describe('longer history', () => {
  const year = {
    historical_data: [
      { date: '2025-11-13', price: 100 },
      { date: '2026-05-13', price: 150 },
      { date: '2026-11-13', price: 189 },
    ],
    metrics: { period_return: 89, period_return_percent: 89 },
  }
  const opener = () => screen.getByRole('button', { name: 'Longer history' })
  const radio = (name: string) => screen.getByRole('radio', { name })

  test('opens 6M and 1Y below the chart, which take the place of the two above', async () => {
    replies['/api/price-history/AAPL/1y'] = says(year)
    await openChart()
    expect(opener().getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(opener())
    const group = screen.getByRole('radiogroup', { name: 'Longer history' })
    expect(
      within(group)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['6M', '1Y'])
    await userEvent.click(radio('1Y'))
    expect(await screen.findByRole('slider', { name: 'Price of AAPL, 1Y' })).toBeTruthy()
    expect(screen.getByText('past year').previousSibling?.textContent).toBe('+$89.12 (+89.12%)')
    expect(screen.getAllByRole('radio', { checked: true })).toEqual([radio('1Y')])
    expect(screen.getByText('Nov 2025')).toBeTruthy()
    expect(timesAsked('GET /api/price-history/AAPL/1y')).toBe(1)
  })

  test('leaves the two above within reach of the keys', async () => {
    replies['/api/price-history/AAPL/6m'] = says(year)
    await openChart()
    await userEvent.click(opener())
    await userEvent.click(radio('6M'))
    expect(radio('7D').tabIndex).toBe(0)
    radio('7D').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByText('past 7 days')).toBeTruthy()
  })

  test('is left with a range of the two when it is put away', async () => {
    replies['/api/price-history/AAPL/6m'] = says(year)
    await openChart()
    await userEvent.click(opener())
    await userEvent.click(radio('6M'))
    expect(await screen.findByText('past 6 months')).toBeTruthy()
    await userEvent.click(opener())
    expect(screen.queryByRole('radiogroup', { name: 'Longer history' })).toBeNull()
    expect(await screen.findByText('past month')).toBeTruthy()
    expect(radio('1M').getAttribute('aria-checked')).toBe('true')
  })
})

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
    expect(await alertText()).toBe('Something went wrong on our side. Please try again.')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AAPL · $189.12')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('says so when the server cannot be reached, and tries again', async () => {
    replies['/api/price-history/AAPL/7d'] = isDown
    openStock()
    expect(await alertText()).toBe('Failed to load stock data. Please try again later.')
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
