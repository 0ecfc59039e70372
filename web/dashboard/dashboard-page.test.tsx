// Tests the dashboard as a whole, and its cards of holdings, transactions and the first stock with data, empty and failed.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi, type MockInstance } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import {
  become,
  bobIn,
  buyOfTen,
  holding,
  Learner,
  neverAnswers,
  portfolioOf,
  refuses,
  replies,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { limitBuy, listOf } from '../testing/orders.ts'
import DashboardPage from './dashboard-page.tsx'

const trade = buyOfTen
const full = portfolioOf(8500, [holding])
const nothing = portfolioOf(10_000)
const holdingsPath = '/api/portfolio'
const transactionsPath = '/api/transactions?limit=10'

let warned: MockInstance<typeof console.warn>

testAsLearner(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  replies[holdingsPath] = says(full)
  replies[transactionsPath] = says({ transactions: [trade], next: null })
  replies['/api/current-portfolio-value'] = says({ value: 10_390 })
  replies['/api/net_worth_history/1m'] = neverAnswers
  replies['/api/leaderboard'] = neverAnswers
})

const show = () =>
  render(
    <Learner at="/dashboard">
      <DashboardPage />
    </Learner>,
  )
const card = (name: string) => within(screen.getByRole('region', { name }))
const holdings = () => card('Holdings')
const transactions = () => card('Transaction History')
const rowsOf = async (of: typeof holdings) => {
  await of().findByRole('table')
  return of()
    .getAllByRole('row')
    .map((row) => row.textContent)
}

describe('the dashboard', () => {
  test('has its heading, its title, and a card for everything', async () => {
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(document.title).toBe('Dashboard · Tengrand')
    for (const name of ['Top Traders', 'Market', 'Holdings', 'Transaction History'])
      expect(screen.getByRole('region', { name })).toBeTruthy()
    expect(card('Market').getAllByRole('link')).toHaveLength(16)
    const waitlist = await screen.findByRole('link', { name: 'Join the waitlist' })
    expect(waitlist.getAttribute('href')).toBe('/pro')
  })

  test('ends with the way to the leagues', async () => {
    replies['/api/leagues'] = says({ leagues: [], former: [] })
    show()
    const way = await screen.findByRole('link', { name: 'league' })
    expect(way.getAttribute('href')).toBe('/leagues')
    expect(screen.getAllByRole('link').at(-1)).toBe(way)
  })
})

describe('what is held', () => {
  test('by orders is not free, and they stand below', async () => {
    replies['/api/portfolio'] = says({ ...full, free_cash: 7600 })
    replies['/api/orders?state=open'] = says(listOf(limitBuy))
    show()
    await waitFor(() =>
      expect(holdings().getByText(/^Cash Balance/).textContent).toBe(
        'Cash Balance $8,500.00 · $7,600.00 to spend',
      ),
    )
    expect(await screen.findByRole('region', { name: 'Open orders' })).toBeTruthy()
  })

  test('moves with its price, and tells how that changed today', async () => {
    show()
    await sendPrice(189)
    const [, before] = await rowsOf(holdings)
    expect(before).toContain('AAPL')
    expect(before).toContain('$1,890.00')
    expect(holdings().getByText('Cash Balance').textContent).toBe('Cash Balance $8,500.00')
    await sendPrice(171, 'AAPL', 1)
    // Holdings change together with the throttled value above them.
    await holdings().findByText('$1,710.00')
    const [, after] = await rowsOf(holdings)
    expect(after).toContain('+$210.00')
    expect(after).toContain('\u22125.00%')
    expect(holdings().getByRole('link', { name: 'AAPL' }).getAttribute('href')).toBe('/stock/AAPL')
  })

  test('is waited for in a place that is kept', () => {
    replies[holdingsPath] = neverAnswers
    show()
    expect(holdings().getByRole('status').textContent).toBe('Loading portfolio...')
    expect(holdings().getByText('Cash Balance').textContent).toBe('Cash Balance —')
  })

  test('says what the server says when it fails, to the console too, and can be asked for again', async () => {
    replies[holdingsPath] = refuses({ code: 'no_price', ticker: 'AAPL' })
    show()
    const alert = await holdings().findByRole('alert')
    expect(alert.textContent).toBe(
      'Failed to load portfolio: No price is available for AAPL right now.',
    )
    expect(warned.mock.calls.map(([first]) => first)).toContain(
      'The portfolio could not be loaded.',
    )
    replies[holdingsPath] = says(full)
    await userEvent.click(holdings().getByRole('button', { name: 'Try again' }))
    expect(await rowsOf(holdings)).toHaveLength(2)
  })

  test('is nothing after everything was sold, with a way to the market', async () => {
    replies[holdingsPath] = says(nothing)
    show()
    expect(await holdings().findByText('No holdings yet.')).toBeTruthy()
    expect(holdings().getByText('Start trading to build your portfolio!')).toBeTruthy()
    const way = holdings().getByRole('link', { name: 'See the market' })
    expect(way.getAttribute('href')).toBe('/dashboard#market')
  })
})

describe('a row', () => {
  const path = () => screen.getByTestId('path').textContent
  const aapl = async (of: typeof holdings) => {
    await of().findByRole('table')
    return of().getByRole('row', { name: /AAPL/ })
  }
  const Path = () => <p data-testid="path">{useLocation().pathname}</p>
  const open = () =>
    render(
      <Learner at="/dashboard">
        <DashboardPage />
        <Path />
      </Learner>,
    )

  test.each([
    { of: 'what is held', in: holdings },
    { of: 'what was traded', in: transactions },
  ])('of $of opens its stock, wherever it is clicked', async ({ in: of }) => {
    open()
    const cell =
      within(await aapl(of))
        .getAllByRole('cell')
        .at(-1) ?? never()
    await userEvent.click(cell)
    expect(path()).toBe('/stock/AAPL')
  })

  test('stays where its text was selected, also if a new price has ended the selection since', async () => {
    open()
    const row = await aapl(holdings)
    fireEvent.pointerDown(row, { clientX: 300, clientY: 20 })
    fireEvent.click(row, { clientX: 360, clientY: 21, detail: 1 })
    expect(path()).toBe('/dashboard')
  })

  test('stays where a click takes a selection away', async () => {
    open()
    const row = await aapl(holdings)
    getSelection()?.selectAllChildren(row)
    fireEvent.pointerDown(row)
    getSelection()?.removeAllRanges()
    fireEvent.click(row, { detail: 1 })
    expect(path()).toBe('/dashboard')
    fireEvent.pointerDown(row)
    fireEvent.click(row, { detail: 1 })
    expect(path()).toBe('/stock/AAPL')
  })
})

function never(): never {
  throw new Error('There is none.')
}

describe('the first stock', () => {
  const offer = () => screen.queryByRole('region', { name: 'Buy your first stock' })
  const hasTraded = (isTrue: boolean): void => {
    replies[transactionsPath] = says({ transactions: isTrue ? [trade] : [], next: null })
  }

  test('comes before everything else for a newcomer: four companies, each with a form to buy it', async () => {
    replies[holdingsPath] = says(nothing)
    hasTraded(false)
    replies['/api/price-lines'] = says({
      lines: [{ ticker: 'AAPL', prices: [180, 189], period_return: 9, period_return_percent: 5 }],
    })
    show()
    await waitFor(() => expect(screen.getAllByRole('region')[0]).toBe(offer()))
    const offered = within(offer() ?? never())
    expect(offered.getByText('You have $10,000. Pick a company you know.')).toBeTruthy()
    expect(offered.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/stock/AAPL#trade',
      '/stock/TSLA#trade',
      '/stock/NFLX#trade',
      '/stock/SPOT#trade',
      '/dashboard#market',
    ])
    expect(offered.getByRole('link', { name: 'Buy Apple' }).textContent).toBe('Buy')
    await sendPrice(189)
    const [apple, tesla] = offered.getAllByRole('listitem')
    await waitFor(() =>
      expect(apple?.textContent).toBe('AppleAAPL+5.00% past 7 days$189.00+5.00%Buy'),
    )
    expect(tesla?.querySelector('svg path')).toBeNull()
  })

  test('leaves out what repeats it: a reason for the result, and other ways to the market', async () => {
    replies[holdingsPath] = says(nothing)
    hasTraded(false)
    show()
    await waitFor(() => expect(offer()).toBeTruthy())
    expect(await holdings().findByText('No holdings yet.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See the market' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Why?' })).toBeNull()
  })

  test('is not for a learner who has traded', async () => {
    show()
    await transactions().findByRole('table')
    expect(offer()).toBeNull()
  })

  test('is there from the first moment the next time, and not for another person', async () => {
    hasTraded(false)
    show()
    await waitFor(() => expect(offer()).toBeTruthy())
    cleanup()
    replies[transactionsPath] = neverAnswers
    show()
    expect(offer()).toBeTruthy()
    become(bobIn)
    expect(offer()).toBeNull()
  })

  test('does not come back for a moment after the first trade', async () => {
    hasTraded(false)
    show()
    await waitFor(() => expect(offer()).toBeTruthy())
    cleanup()
    localStorage.setItem('tengrand-newcomer', 'no uid-ann')
    replies[transactionsPath] = neverAnswers
    show()
    expect(offer()).toBeNull()
  })

  test('leads to the market on the same page, where reading goes on', async () => {
    const scrolled = vi.fn<Element['scrollIntoView']>()
    Element.prototype.scrollIntoView = scrolled
    hasTraded(false)
    show()
    await userEvent.click(await screen.findByRole('link', { name: 'See all 16 stocks' }))
    const market = screen.getByRole('region', { name: 'Market' })
    await waitFor(() => expect(document.activeElement).toBe(market))
    expect(scrolled.mock.contexts).toEqual([market])
  })
})

describe('what was traded', () => {
  test('is the latest ten, with a way to all of them', async () => {
    show()
    const [, row] = await rowsOf(transactions)
    for (const text of ['BUY', 'AAPL', '$150.00', '$1,500.00']) expect(row).toContain(text)
    expect(timesAsked(`GET ${transactionsPath}`)).toBe(1)
    const all = transactions().getByRole('link', { name: 'All transactions' })
    expect(all.getAttribute('href')).toBe('/transactions')
  })

  test('is waited for', () => {
    replies[transactionsPath] = neverAnswers
    show()
    expect(transactions().getByRole('status').textContent).toBe('Loading transactions...')
  })

  test('is nothing yet at first', async () => {
    replies[transactionsPath] = says({ transactions: [], next: null })
    show()
    expect(await transactions().findByText('No transactions yet.')).toBeTruthy()
    expect(transactions().getByText('Start trading to see your transaction history!')).toBeTruthy()
  })

  test('can be asked for again after a failure', async () => {
    replies[transactionsPath] = refuses({ code: 'internal_error' })
    show()
    const alert = await transactions().findByRole('alert')
    expect(alert.textContent).toBe('Failed to load transactions.')
    replies[transactionsPath] = says({ transactions: [trade], next: null })
    await userEvent.click(transactions().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(transactions().getAllByRole('row')).toHaveLength(2))
  })
})
