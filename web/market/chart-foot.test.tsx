// Tests the points of a chart as a table and as a CSV file.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { PortfolioPanel } from '../dashboard/portfolio-panel.tsx'
import { firstChapter, Learner, replies } from '../testing/learner.tsx'
import { compared } from '../testing/result.ts'
import { chart, openStock, says, testStockPage } from '../testing/stock.tsx'

let saved: { name: string; text: Promise<string> }[]

testStockPage(() => {
  saved = []
  let blob = new Blob()
  URL.createObjectURL = (made) => {
    if (made instanceof Blob) blob = made
    return 'blob:1'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blob.text() })
  })
})

const open = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
const rowsOf = async (name: string) =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
async function download(): Promise<{ name: string | undefined; text: string | undefined }> {
  await userEvent.click(screen.getByRole('button', { name: 'Download chart as CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  return { name: saved[0]?.name, text: await saved[0]?.text }
}

describe('the chart of a stock', () => {
  test('is a table too, with the own trades, and goes away again', async () => {
    openStock()
    await chart()
    await screen.findByText('you bought', { exact: false })
    expect(screen.queryByRole('table')).toBeNull()
    await open()
    expect(await rowsOf('Price of AAPL, 7D, as a table')).toEqual([
      ['Date', 'Price', 'Your trades'],
      ['Nov 6, 10:00 AM EST', '$180.00', 'Bought 2 at $180.00'],
      ['Nov 13, 9:00 AM EST', '$189.12', ''],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Hide table' }))
    expect(screen.queryByRole('table')).toBeNull()
  })

  test.each([
    { range: '7D', from: '2026-11-06T15:00:00.000Z,180.00', to: '2026-11-13T14:00:00.000Z,189.12' },
    { range: '1M', from: '2026-10-13,200.00', to: '2026-11-13,189.12' },
  ])('is a file with the points of $range', async ({ range, from, to }) => {
    openStock()
    await chart()
    await userEvent.click(screen.getByRole('radio', { name: range }))
    await screen.findByRole('slider', { name: `Price of AAPL, ${range}` })
    await open()
    await rowsOf(`Price of AAPL, ${range}, as a table`)
    expect(await download()).toEqual({
      name: `tengrand-AAPL-${range.toLowerCase()}.csv`,
      text: `Date,Price\r\n${from}\r\n${to}\r\n`,
    })
  })
})

test('the chart of a portfolio is a table and a file too', async () => {
  const portfolio = {
    ...firstChapter,
    cash_balance: 12_486.32,
    free_cash: 12_486.32,
    total_value: 12_486.32,
    holdings: [],
  }
  replies['/api/portfolio'] = says(portfolio)
  replies['/api/current-portfolio-value'] = says({ value: 12_486.32 })
  replies['/api/transactions'] = says({ transactions: [], next: null })
  replies['/api/net_worth_history/1m'] = says({
    data: [
      { date: '2026-10-13T15:00:00Z', value: 10_000 },
      { date: '2026-10-14', value: 12_100.5 },
      { date: '2026-11-13T15:00:00Z', value: 12_486.32 },
    ],
    benchmark: [],
    metrics: compared.metrics,
  })
  render(<PortfolioPanel />, { wrapper: Learner })
  await chart()
  await open()
  expect(await rowsOf('Portfolio value, 1M, as a table')).toEqual([
    ['Date', 'Value'],
    ['Oct 13, 2026, 11:00 AM EDT', '$10,000.00'],
    ['Oct 14, 2026', '$12,100.50'],
    ['Now', '$12,486.32'],
  ])
  expect(await download()).toEqual({
    name: 'tengrand-portfolio-1m.csv',
    text: 'Date,Value\r\n2026-10-13T15:00:00.000Z,10000.00\r\n2026-10-14,12100.50\r\n2026-11-13T15:00:00.000Z,12486.32\r\n',
  })
})
