// Tests the price card of a stock: its ranges, its requests without a token, and a history that fails to load.
import { alertText } from '../testing/announced.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { timesAsked } from '../testing/learner.tsx'
import {
  askedOpenly,
  chart,
  config,
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
  year,
} from '../testing/stock.tsx'

testStockPage()

const radio = (name: string) => screen.getByRole('radio', { name })

describe('the ranges of the chart', () => {
  test('are 7D and 1M, then 6M and 1Y, in one group that begins with 7D', async () => {
    await openChart()
    const group = screen.getByRole('radiogroup', { name: 'Range' })
    expect(
      within(group)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['7D', '1M', '6M', '1Y'])
    expect(within(group).getAllByRole('radio', { checked: true })).toEqual([radio('7D')])
    expect(screen.getAllByRole('radiogroup', { name: 'Range' })).toHaveLength(1)
  })

  test('show a year, with its change', async () => {
    await openChart()
    await userEvent.click(radio('1Y'))
    expect(await screen.findByRole('slider', { name: 'Price of AAPL, 1Y' })).toBeTruthy()
    expect(screen.getByText('past year').previousSibling?.textContent).toBe('+$89.12 (+89.12%)')
    expect(screen.getByText('Nov 2025')).toBeTruthy()
    expect(timesAsked('GET /api/price-history/AAPL/1y')).toBe(1)
  })

  test('are chosen by the keys, over all four', async () => {
    replies['/api/price-history/AAPL/6m'] = says(year)
    await openChart()
    await userEvent.click(radio('1M'))
    await userEvent.keyboard('{ArrowRight}')
    expect(await screen.findByText('past 6 months')).toBeTruthy()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(await screen.findByText('past 7 days')).toBeTruthy()
  })
})

test('prices are asked for without a token, and what the learner has is not', async () => {
  await openChart()
  await userEvent.click(radio('1M'))
  await waitFor(() =>
    expect(askedOpenly().toSorted()).toEqual([
      '/api/current-price/AAPL',
      '/api/earnings/AAPL',
      '/api/price-history/AAPL/1m',
      '/api/price-history/AAPL/1y',
      '/api/price-history/AAPL/7d',
    ]),
  )
})

/** The facts below the chart, by name. */
const fact = async (name: string) =>
  (await screen.findByText(name)).closest('div')?.querySelector('dd')?.textContent?.trim()

describe('below the chart', () => {
  const today = {
    ...history,
    historical_data: [
      { date: '2026-11-12T20:00:00Z', price: 170 },
      { date: '2026-11-13T13:00:00Z', price: 187.5 },
      { date: '2026-11-13T14:00:00Z', price: 191.25 },
      { date: '2026-11-13T15:00:00Z', price: 189 },
    ],
  }

  test('are the ranges of the day and of 52 weeks, which the live price widens', async () => {
    replies['/api/price-history/AAPL/7d'] = says(today)
    await openChart()
    await waitFor(async () => expect(await fact("Today's range")).toBe('$187.50 – $191.25'))
    await waitFor(async () => expect(await fact('52-week range')).toBe('$100.00 – $191.25'))
    await sendPrice(192)
    expect(await fact("Today's range")).toBe('$187.50 – $192.00')
    expect(await fact('52-week range')).toBe('$100.00 – $192.00')
  })

  test('is no range that is not known', async () => {
    replies['/api/price-history/AAPL/1y'] = refuses({ code: 'history_unavailable' })
    await openChart()
    await waitFor(() => expect(screen.queryByText('52-week range')).toBeNull())
    // The history has one point of today.
    expect(screen.queryByText("Today's range")).toBeNull()
  })
})

describe('the earnings of a company', () => {
  const reports = (next: string | null, past: string[]) => {
    replies['/api/earnings/AAPL'] = says({ next, past })
  }

  test('that are announced have their day', async () => {
    reports('2026-11-26', ['2026-08-20'])
    await openChart()
    expect(await screen.findByText('Reports earnings on Nov 26')).toBeTruthy()
  })

  test('that are over have theirs, and a mark on the chart', async () => {
    reports(null, ['2025-11-13', '2026-05-13'])
    await openChart()
    expect(await screen.findByText('Last reported on May 13')).toBeTruthy()
    expect(screen.queryByText('earnings report', { exact: false })).toBeNull()
    await userEvent.click(radio('1Y'))
    const slider = await screen.findByRole('slider', { name: 'Price of AAPL, 1Y' })
    expect(screen.getByText('earnings report', { exact: false })).toBeTruthy()
    slider.focus()
    await userEvent.keyboard('{Home}')
    expect(await readings()).toBe('$100.00, Nov 13, 2025, Reported earnings')
  })

  test('of today are called so', async () => {
    reports(null, ['2026-11-13'])
    await openChart()
    await sendPrice(190)
    expect(await screen.findByText('Reported earnings today')).toBeTruthy()
  })

  test('are not asked for where the market is not the simulated one', async () => {
    replies['/config.json'] = says({ ...config, market: 'alpaca' })
    await openChart()
    await waitFor(async () => expect(await fact('52-week range')).toBe('$100.00 – $189.12'))
    expect(timesAsked('GET /api/earnings/AAPL')).toBe(0)
    expect(screen.queryByText('Earnings')).toBeNull()
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
