// Tests the table of holdings: the text of its cells, and each sort order.
import { cents } from '@tengrand/core/money.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { holdingOf } from '../testing/learner.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import type { Holding } from './queries.ts'
import type { Quotes } from '../market/quotes/quotes.ts'
import { QuotesContext } from '../market/quotes/use-quote.ts'
import { HoldingsTable } from './holdings-table.tsx'

const nvda = holdingOf(
  'NVDA',
  1400,
  { avg: 118.4, now: 171.22, value: 239_708 },
  { amount: 73_948, percent: 44.6115 },
)
const aapl = holdingOf(
  'AAPL',
  1,
  { avg: 188.05, now: 226.51, value: 226.51 },
  { amount: 38.46, percent: 20.452 },
)
const tsla = holdingOf(
  'TSLA',
  6,
  { avg: 262.4, now: 241.05, value: 1446.3 },
  { amount: -128.1, percent: -8.1364 },
)

/** The quote of every stock: a gain of five percent today. */
const quote = {
  price: cents(105),
  bid: cents(105),
  ask: cents(105),
  at: 0,
  previousClose: cents(100),
}
const watch = () => () => {}
const quotes: Quotes = { get: () => quote, watch, isLive: () => true, watchLive: watch }
const Path = () => <p data-testid="path">{useLocation().pathname}</p>
const path = () => screen.getByTestId('path').textContent
const table = (holdings: readonly Holding[]) => (
  <MemoryRouter>
    <QuotesContext value={quotes}>
      <HoldingsTable holdings={holdings} />
      <Path />
    </QuotesContext>
  </MemoryRouter>
)

const order = () => screen.getAllByRole('rowheader').map((head) => head.textContent?.slice(0, 4))
const head = (name: string) => screen.getByRole('columnheader', { name })
const sorted = () =>
  screen
    .getAllByRole('columnheader')
    .filter((column) => column.hasAttribute('aria-sort'))
    .map((column) => `${column.textContent} ${column.getAttribute('aria-sort')}`)

describe('a holding', () => {
  beforeEach(() => void render(table([nvda, aapl, tsla])))

  test('stands under the seven columns', () => {
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const names = 'Ticker, Quantity, Avg. Price, Current Price, Market Value, Gain/Loss, %'
    expect(heads.join(', ')).toBe(names)
  })

  test('has its numbers, its company and what its price did today', () => {
    const row = screen.getByRole('row', { name: /NVDA/ })
    expect(within(row).getByRole('rowheader').textContent).toBe('NVDANVIDIA Corporation')
    const cells = within(row).getAllByRole('cell')
    const shown = ['1,400', '$118.40', '$171.22', '$239,708.00', '+$73,948.00', '+44.61%']
    expect(cells).toHaveLength(shown.length)
    shown.forEach((words, index) => expect(cells[index]?.textContent).toContain(words))
    expect(cells[2]?.textContent).toContain('+5.00%today')
  })

  test('tells a loss by sign and triangle', () => {
    const cells = within(screen.getByRole('row', { name: /TSLA/ })).getAllByRole('cell')
    expect(cells[4]?.textContent).toBe('\u2212$128.10')
    expect(cells[5]?.textContent).toBe('\u22128.14%')
    expect(cells[5]?.querySelector('.text-loss svg')).not.toBeNull()
  })

  test('leads to its stock', () => {
    expect(screen.getByRole('link', { name: 'AAPL' }).getAttribute('href')).toBe('/stock/AAPL')
  })

  test('opens its stock, wherever its row is clicked', async () => {
    await userEvent.click(head('Quantity'))
    expect(path()).toBe('/')
    await userEvent.click(screen.getByText('+$73,948.00'))
    expect(path()).toBe('/stock/NVDA')
  })

  test('has words where a phone shows no columns', () => {
    expect(screen.getByText(/^share ·/).className).toContain('md:hidden')
    expect(screen.getAllByText(/^shares ·/)).toHaveLength(2)
  })
})

describe('the order', () => {
  beforeEach(() => void render(table([nvda, aapl, tsla])))

  test('is by name at first', () => {
    expect(order()).toEqual(['AAPL', 'NVDA', 'TSLA'])
    expect(sorted()).toEqual(['Ticker ascending'])
  })

  test.each([
    { column: 'Quantity', largestFirst: ['NVDA', 'TSLA', 'AAPL'] },
    { column: 'Avg. Price', largestFirst: ['TSLA', 'AAPL', 'NVDA'] },
    { column: 'Current Price', largestFirst: ['TSLA', 'AAPL', 'NVDA'] },
    { column: 'Market Value', largestFirst: ['NVDA', 'TSLA', 'AAPL'] },
    { column: 'Gain/Loss', largestFirst: ['NVDA', 'AAPL', 'TSLA'] },
    { column: '%', largestFirst: ['NVDA', 'AAPL', 'TSLA'] },
  ])(
    'follows $column, the largest first and then the smallest',
    async ({ column, largestFirst }) => {
      const button = within(head(column)).getByRole('button', { name: column })
      await userEvent.click(button)
      expect(order()).toEqual(largestFirst)
      expect(sorted()).toEqual([`${column} descending`])
      await userEvent.click(button)
      expect(order()).toEqual(largestFirst.toReversed())
      expect(sorted()).toEqual([`${column} ascending`])
    },
  )

  test('can be chosen with the keyboard', async () => {
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Quantity')
    await userEvent.keyboard('{Enter}')
    expect(order()).toEqual(['NVDA', 'TSLA', 'AAPL'])
    await userEvent.keyboard(' ')
    expect(order()).toEqual(['AAPL', 'TSLA', 'NVDA'])
  })

  test('can be chosen from a list, for screens without columns', async () => {
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Market Value')
    expect(order()).toEqual(['NVDA', 'TSLA', 'AAPL'])
    await userEvent.click(screen.getByRole('button', { name: 'Show the smallest first' }))
    expect(order()).toEqual(['AAPL', 'TSLA', 'NVDA'])
    expect(screen.getByRole('button', { name: 'Show the largest first' })).toBeTruthy()
  })
})

test('equal numbers stand by name in both directions', async () => {
  const twin = (ticker: string) => ({ ...tsla, ticker })
  render(table([twin('UBER'), twin('AMD'), twin('LYFT')]))
  const button = within(head('Quantity')).getByRole('button')
  await userEvent.click(button)
  expect(order().map((name) => name?.slice(0, 3))).toEqual(['AMD', 'LYF', 'UBE'])
  await userEvent.click(button)
  expect(order().map((name) => name?.slice(0, 3))).toEqual(['AMD', 'LYF', 'UBE'])
})

test('the order moves with the prices', async () => {
  const { rerender } = render(table([nvda, tsla]))
  await userEvent.click(within(head('Current Price')).getByRole('button'))
  expect(order()).toEqual(['TSLA', 'NVDA'])
  rerender(table([{ ...nvda, current_price: 300, market_value: 420_000 }, tsla]))
  expect(order()).toEqual(['NVDA', 'TSLA'])
})

test('one holding needs no order', () => {
  render(table([nvda]))
  expect(screen.queryByLabelText('Sort by')).toBeNull()
})
