// Tests the table of transactions: the text of its cells, and that a long table has all of its rows.
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import type { Transaction } from './queries.ts'
import { TransactionsTable } from './transactions-table.tsx'

// A time zone whose day differs from that of the server and of New York.
vi.hoisted(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  // Modules create their date formats when they are loaded, in the time zone that is set then.
  vi.resetModules()
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const buy: Transaction = {
  timestamp: '2026-11-12T15:42:10.000Z',
  type: 'BUY',
  ticker: 'NVDA',
  quantity: 1400,
  price: 168.9,
  realized_gain: null,
}
const sell: Transaction = { ...buy, type: 'SELL', ticker: 'AMD', quantity: 3, price: 0.1 }
const split: Transaction = { ...buy, type: 'SPLIT', quantity: 12, price: 0, cash: 0.37 }

const table = (transactions: readonly Transaction[], more?: boolean) => (
  <MemoryRouter>
    <TransactionsTable transactions={transactions} {...(more === undefined ? {} : { more })} />
    <Path />
  </MemoryRouter>
)
const Path = () => <p data-testid="path">{useLocation().pathname}</p>
const rows = () => screen.getAllByRole('row').slice(1)
const words = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.trim())
    : []

describe('a transaction', () => {
  test('stands under the six columns, and a sale under its realized gain', () => {
    render(table([buy]))
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.join(' ')).toBe('Date Type Ticker Quantity Price Total Realized Gain')
  })

  test('has its date and time where the reader is, and a total in exact cents', () => {
    render(table([buy, sell]))
    const [date, type, ticker, quantity, price, total] = words(rows()[0])
    expect(date?.replace('\u202f', ' ')).toBe('Nov 13, 2026, 12:42 AM')
    expect(screen.getAllByText(/Nov 13/)[0]?.getAttribute('datetime')).toBe(buy.timestamp)
    expect([type, ticker, quantity, total]).toEqual(['BUY', 'NVDA', '1,400', '$236,460.00'])
    expect(price).toContain('$168.90')
    // As a floating-point number 3 × 0.1 is 0.30000000000000004.
    expect(words(rows()[1])[5]).toBe('$0.30')
  })

  test('leads to its stock', () => {
    render(table([buy]))
    expect(screen.getByRole('link', { name: 'NVDA' }).getAttribute('href')).toBe('/stock/NVDA')
  })

  test('opens its stock, wherever its row is clicked', async () => {
    render(table([buy, sell]))
    await userEvent.click(screen.getByText('$0.30'))
    expect(screen.getByTestId('path').textContent).toBe('/stock/AMD')
  })

  test.each([
    { type: 'BUY', look: 'bg-gain-soft text-gain' },
    { type: 'SELL', look: 'bg-loss-soft text-loss' },
    { type: 'SPLIT', look: 'bg-sunken text-muted' },
    { type: 'GIFT', look: 'bg-loss-soft text-loss' },
  ])('of type $type has a badge in its color', ({ type, look }) => {
    render(table([{ ...buy, type: type as Transaction['type'] }]))
    expect(screen.getByText(type).className).toContain(look)
  })

  test('that is a split says how many shares it added, and what was paid for parts of one', () => {
    render(table([split, { ...split, quantity: -3, cash: undefined }]))
    expect(words(rows()[0]).slice(3, 6)).toEqual(['+12', expect.stringContaining('—'), '$0.37'])
    expect(words(rows()[1]).slice(3, 6)).toEqual(['\u22123', expect.stringContaining('—'), '$0.00'])
  })

  test.each([
    { what: 'a sale', transaction: sell, gain: 0.06, words: '+$0.06 realized', look: 'gain' },
    { what: 'a loss', transaction: sell, gain: -12, words: '\u2212$12.00 realized', look: 'loss' },
    { what: 'a split', transaction: split, gain: 0, words: '+$0.00 realized', look: 'muted' },
  ])('that is $what says $words', ({ transaction, gain, words: expected, look }) => {
    render(table([{ ...transaction, realized_gain: gain }]))
    expect(words(rows()[0])[6]).toBe(expected)
    expect(screen.getByText(expected.replace(' realized', '')).className).toContain(`text-${look}`)
    // The words are for phones, where no column has a name.
    expect(screen.getByText('realized').className).toContain('md:hidden')
  })

  test('that is a purchase realizes nothing', () => {
    render(table([buy]))
    expect(words(rows()[0])[6]).toBe('')
  })
})

test('the table says how many rows it has, unless there may be more', () => {
  const { rerender } = render(table([buy, sell]))
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3')
  expect(rows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(['2', '3'])
  rerender(table([buy, sell], true))
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1')
})

describe('a long list', () => {
  const many = Array.from({ length: 450 }, (_, index) => ({ ...buy, quantity: index + 1 }))

  test('has every row in the document, each under its own number', () => {
    render(table(many))
    const all = rows()
    expect(all).toHaveLength(450)
    expect(words(all.at(-1))[3]).toBe('450')
    expect(all.at(-1)?.getAttribute('aria-rowindex')).toBe('451')
  })

  test('tells the browser how high its blocks are before they are drawn', () => {
    render(table(many.slice(0, 440)))
    const heights = screen
      .getAllByRole('rowgroup')
      .slice(1)
      .map(({ style }) => style.getPropertyValue('contain-intrinsic-block-size'))
    expect(heights).toHaveLength(18)
    expect(heights[0]).toBe('calc(var(--row) * 25)')
    expect(heights.at(-1)).toBe('calc(var(--row) * 15)')
  })

  test('keeps the rows that it has when more are added, and when the newest one is', () => {
    const { rerender } = render(table(many.slice(0, 40)))
    const before = rows()
    rerender(table(many.slice(0, 60)))
    const after = rows()
    expect(after).toHaveLength(60)
    expect(before.every((row, index) => row === after[index])).toBe(true)
    rerender(table([sell, ...many.slice(0, 60)]))
    expect(
      rows()
        .map((row) => words(row)[3])
        .slice(0, 30),
    ).toEqual([3, ...Array.from({ length: 29 }, (_, index) => index + 1)].map(String))
  })
})
