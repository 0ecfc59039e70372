// The table of transactions as a reader sees it, and that a long one holds only the rows near the screen.
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import type { TransactionRow } from './transaction-row.tsx'
import { TransactionsTable } from './transactions-table.tsx'

// Where it is neither the day of the server nor that of New York.
vi.hoisted(() => vi.stubEnv('TZ', 'Asia/Tokyo'))
afterAll(() => void vi.unstubAllEnvs())

const buy: TransactionRow = {
  timestamp: '2026-11-12T15:42:10.000Z',
  type: 'BUY',
  ticker: 'NVDA',
  quantity: 1400,
  price: 168.9,
}
const sell: TransactionRow = { ...buy, type: 'SELL', ticker: 'AMD', quantity: 3, price: 0.1 }
const split: TransactionRow = { ...buy, type: 'SPLIT', quantity: 12, price: 0, cash: 0.37 }

const table = (transactions: readonly TransactionRow[], more?: boolean) => (
  <MemoryRouter>
    <TransactionsTable transactions={transactions} {...(more === undefined ? {} : { more })} />
  </MemoryRouter>
)
const rows = () => screen.getAllByRole('row').slice(1)
const words = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.trim())
    : []

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a transaction', () => {
  test('stands under the six columns', () => {
    render(table([buy]))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Date',
      'Type',
      'Ticker',
      'Quantity',
      'Price',
      'Total',
    ])
  })

  test('has its date and time where the reader is, and a total in exact cents', () => {
    render(table([buy, sell]))
    const [date, type, ticker, quantity, price, total] = words(rows()[0])
    expect(date?.replace('\u202f', ' ')).toBe('Nov 13, 2026, 12:42 AM')
    expect(screen.getAllByText(/Nov 13/)[0]?.getAttribute('datetime')).toBe(buy.timestamp)
    expect([type, ticker, quantity, total]).toEqual(['BUY', 'NVDA', '1,400', '$236,460.00'])
    expect(price).toContain('$168.90')
    // In binary 3 × 0.1 is 0.30000000000000004.
    expect(words(rows()[1]).at(-1)).toBe('$0.30')
  })

  test('leads to its stock', () => {
    render(table([buy]))
    expect(screen.getByRole('link', { name: 'NVDA' }).getAttribute('href')).toBe('/stock/NVDA')
  })

  test.each([
    { type: 'BUY', look: 'bg-gain-soft text-gain' },
    { type: 'SELL', look: 'bg-loss-soft text-loss' },
    { type: 'SPLIT', look: 'bg-sunken text-muted' },
    { type: 'GIFT', look: 'bg-loss-soft text-loss' },
  ])('of type $type has a badge in its colour', ({ type, look }) => {
    render(table([{ ...buy, type }]))
    expect(screen.getByText(type).className).toContain(look)
  })

  test('that is a split says how many shares it added, and what was paid for parts of one', () => {
    render(table([split, { ...split, quantity: -3, cash: undefined }]))
    expect(words(rows()[0]).slice(3)).toEqual(['+12', expect.stringContaining('—'), '$0.37'])
    expect(words(rows()[1]).slice(3)).toEqual(['\u22123', expect.stringContaining('—'), '$0.00'])
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
  const watched = new Map<Element, (entries: object[]) => void>()

  beforeEach(() => {
    watched.clear()
    vi.stubGlobal('IntersectionObserver', function (tell: (entries: object[]) => void) {
      let target: Element | undefined
      return {
        observe: (element: Element) => void watched.set((target = element), tell),
        disconnect: () => target && watched.delete(target),
      }
    })
  })

  const many = Array.from({ length: 10_000 }, (_, index) => ({ ...buy, quantity: index + 1 }))
  const bodies = () => [...document.querySelectorAll('tbody')]
  const comesNear = (body: Element | undefined, isIntersecting: boolean) =>
    act(() => body && watched.get(body)?.([{ isIntersecting }]))

  test('holds its first rows only, and the room of the others', () => {
    render(table(many))
    expect(rows().length).toBeLessThan(110)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
    const empty = bodies().at(-1)?.querySelector('tr')
    expect(empty?.getAttribute('aria-hidden')).toBe('true')
    expect(empty?.style.height).toBe('calc(var(--row) * 25)')
  })

  test('has rows where the reader is, under their own numbers, and drops them behind', () => {
    render(table(many))
    const last = bodies().at(-1)
    comesNear(last, true)
    expect(last?.querySelectorAll('tr')).toHaveLength(25)
    expect(words(rows().at(-1))[3]).toBe('10,000')
    expect(rows().at(-1)?.getAttribute('aria-rowindex')).toBe('10001')
    comesNear(last, false)
    expect(last?.querySelectorAll('tr')).toHaveLength(1)
  })

  test('watches nothing that is always shown, and nothing any more when it is gone', () => {
    const { unmount } = render(table(many.slice(0, 50)))
    expect(watched.size).toBe(0)
    expect(rows()).toHaveLength(50)
    unmount()
    const { unmount: unmountMany } = render(table(many))
    expect(watched.size).toBe(398)
    unmountMany()
    expect(watched.size).toBe(0)
  })
})
