// Tests every screen about a portfolio with an open portfolio that is not the main one, under an address of its own.
import { fromDollars } from '@tengrand/core/money.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'

import { RouteParams } from '../browser/router.tsx'
import DashboardPage from '../dashboard/dashboard-page.tsx'
import OrdersPage from '../dashboard/orders-page.tsx'
import PortfolioPage from '../dashboard/portfolio-page.tsx'
import TransactionsPage from '../dashboard/transactions-page.tsx'
import InsightsPage from '../insights/insights-page.tsx'
import { mainScope, ScopeProvider, type Contest, type PortfolioScope } from '../portfolio/scope.tsx'
import StockPage from '../stock/stock-page.tsx'
import {
  buyOfTen,
  holding,
  Learner,
  replies,
  requests,
  says,
  type Asked,
} from '../testing/learner.tsx'
import { limitBuy, listOf, storeNotifications } from '../testing/orders.ts'
import { answerAll, compared, traded } from '../testing/result.ts'
import { testStockPage } from '../testing/stock.tsx'

const base = '/leagues/7'
const contest: Contest = {
  id: '7',
  state: 'open',
  closed: null,
  orders: 'all',
  startingCash: fromDollars(10_000),
}
const league: PortfolioScope = { ...mainScope, portfolio: 'league', base, contest }

/** Values that only the main portfolio has: no screen may show them. */
const mainOnly = { ticker: 'NFLX', cash: 7654.32 }

/** Two responses for every request: for the portfolio in the league, and for the main one. */
const answers: Readonly<Record<string, (isLeague: boolean) => object>> = {
  '/api/portfolio': (isLeague) => ({
    ...traded,
    portfolio: isLeague ? 'league' : 'main',
    // Only the main portfolio has runs: no screen of the league may link to them.
    chapter: 2,
    ...(isLeague
      ? { free_cash: 7649.96 }
      : { cash_balance: mainOnly.cash, free_cash: mainOnly.cash }),
    holdings: [isLeague ? holding : { ...holding, ticker: mainOnly.ticker }],
  }),
  '/api/transactions': (isLeague) => ({
    transactions: [isLeague ? buyOfTen : { ...buyOfTen, ticker: mainOnly.ticker }],
    next: null,
    has_splits: false,
  }),
  '/api/orders': (isLeague) =>
    listOf(isLeague ? limitBuy : { ...limitBuy, id: 'main-order', ticker: mainOnly.ticker }),
  '/api/current-portfolio-value': (isLeague) => ({ value: isLeague ? 10_439.96 : mainOnly.cash }),
  '/api/net_worth_history/1m': () => compared,
}
const ownPaths =
  /^\/api\/(portfolio|transactions|orders|current-portfolio-value|net_worth_history|insights)/

function reply({ address }: Asked): Response {
  const { pathname, searchParams } = new URL(address, 'http://server')
  return Response.json(answers[pathname]?.(searchParams.get('portfolio') === 'league') ?? {})
}

testStockPage(() => {
  answerAll('league')
  for (const path of Object.keys(answers)) {
    replies[path] = reply
    delete replies[`${path}?portfolio=league`]
  }
  delete replies['/api/transactions?ticker=AAPL']
  replies['/api/leaderboard'] = says({ leaderboard: [], updated_at: null, you: null })
  replies['/api/watchlist'] = says({ tickers: [] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const open = (page: ReactNode) =>
  render(
    <Learner at={`${base}/somewhere`}>
      <ScopeProvider scope={league}>
        <RouteParams value={{ league: '7', ticker: 'AAPL' }}>{page}</RouteParams>
      </ScopeProvider>
    </Learner>,
  )

const ownRequests = () => requests.filter(({ address }) => ownPaths.test(address))
const links = () =>
  screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href') ?? '')

describe.each<[string, ReactNode, readonly string[], RegExp]>([
  [
    'the dashboard',
    <DashboardPage key="1" />,
    ['/insights', '/transactions', '/stock/AAPL'],
    /\$10,439\.96/,
  ],
  [
    'the portfolio',
    <PortfolioPage key="2" />,
    ['/insights', '/orders', '/stock/AAPL'],
    /\$7,649\.96 to spend/,
  ],
  ['the transactions', <TransactionsPage key="3" />, ['/stock/AAPL'], /1 transaction/],
  ['the orders', <OrdersPage key="6" />, ['/stock/AAPL'], /Buy 5 shares/],
  ['a stock', <StockPage key="4" />, ['/transactions'], /Your trades in AAPL/],
  ['the result', <InsightsPage key="5" />, ['/stock/AAPL'], /What drove it/],
])('%s of a portfolio in a league', (_name, page, ways, text) => {
  test('asks for, shows and leads to that portfolio alone', async () => {
    open(page)
    await waitFor(() => expect(document.body.textContent).toMatch(text))
    await waitFor(() =>
      expect(links()).toEqual(expect.arrayContaining(ways.map((way) => base + way))),
    )
    const own = links().filter((href) =>
      /^\/(dashboard|portfolio|transactions|stock|insights)\b/.test(href),
    )
    expect(own).toEqual([])
    expect(document.body.textContent).not.toContain('7,654.32')
    const rows = screen.queryAllByRole('row').map((row) => row.textContent)
    expect(rows.filter((row) => row.includes(mainOnly.ticker))).toEqual([])
    expect(ownRequests().length).toBeGreaterThan(0)
    const others = ownRequests().filter(({ address }) => !address.includes('portfolio=league'))
    expect(others.map(({ address }) => address)).toEqual([])
  })
})

describe('an order in a league', () => {
  const sentTo = (path: string) =>
    vi.waitFor(() => {
      const found = requests.find(({ method, address }) => method === 'POST' && address === path)
      if (!found) throw new Error('not sent yet')
      return found.body
    })

  test('names its portfolio, also before that has been loaded', async () => {
    replies['/api/portfolio'] = () => new Promise(() => {})
    replies['/api/buy'] = says({ message: 'Done' })
    open(<StockPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Execute Trade' }))
    expect(await sentTo('/api/buy')).toMatchObject({ portfolio: 'league', ticker: 'AAPL' })
  })

  test('that waits is placed in its portfolio, and remembered for it alone', async () => {
    const answer = replies['/api/orders']
    replies['/api/orders'] = (asked) =>
      asked.method === 'POST' ? Response.json(limitBuy) : (answer?.(asked) ?? Response.error())
    open(<StockPage />)
    const order = await screen.findByRole('combobox', { name: 'Order' })
    await userEvent.selectOptions(order, 'Limit')
    await userEvent.click(await screen.findByRole('button', { name: 'Place Order' }))
    expect(await sentTo('/api/orders')).toMatchObject({ portfolio: 'league', kind: 'limit' })
    await waitFor(() =>
      expect(localStorage.getItem('tengrand-order-notifications-league')).toContain('"open":1'),
    )
    expect(localStorage.getItem('tengrand-order-notifications')).toBeNull()
  })
})

test('what the browser stores about a league is not what it stores about the main portfolio', async () => {
  localStorage.setItem('tengrand-newcomer', 'yes uid-ann')
  storeNotifications('uid-ann', { open: 1 })
  const stored = localStorage.getItem('tengrand-order-notifications')
  open(<DashboardPage />)
  await waitFor(() => expect(localStorage.getItem('tengrand-newcomer-league')).toBe('no uid-ann'))
  expect(localStorage.getItem('tengrand-newcomer')).toBe('yes uid-ann')
  expect(localStorage.getItem('tengrand-order-notifications')).toBe(stored)
})

test('a price of one market is not taken for that of another', async () => {
  render(
    <Learner at={`${base}/somewhere`}>
      <RouteParams value={{ ticker: 'AAPL' }}>
        <StockPage />
        <ScopeProvider scope={{ ...league, market: 'lesson' }}>
          <StockPage />
        </ScopeProvider>
      </RouteParams>
    </Learner>,
  )
  const asked = () => requests.filter(({ address }) => address === '/api/current-price/AAPL')
  await waitFor(() => expect(asked()).toHaveLength(2))
})

test('the main portfolio keeps the names of what the browser stores', async () => {
  render(
    <Learner at="/dashboard">
      <DashboardPage />
    </Learner>,
  )
  await waitFor(() => expect(localStorage.getItem('tengrand-newcomer')).toBe('no uid-ann'))
})
