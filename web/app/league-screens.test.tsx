// Tests the screens of a league in the whole app: whose portfolio they show, where their links lead, and what changes at the start
// and the end.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { address, ann, expectPage, heading, openAt, provider, testApp } from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { buyOfTen } from '../testing/learner.tsx'
import { board, league, over, upcoming } from '../testing/leagues.ts'
import { entry } from '../testing/journal.ts'
import { filledAt, limitBuy, listOf } from '../testing/orders.ts'
import { refuses, uidOf } from '../testing/provider.ts'
import { calibration, compared, insights, luck, traded } from '../testing/result.ts'
import { history, price } from '../testing/stock.tsx'

const own = 'portfolio=p-league'
const base = '/leagues/l-1'
const states = { before: upcoming, open: { state: 'open' }, over } as const
type State = keyof typeof states

const answer = (addresses: readonly string[], body: object): void => {
  for (const one of addresses) provider.replies[one] = () => Response.json(body)
}

/** The server has the league and Ann's portfolio in it; it knows nothing about her main portfolio. */
function enter(changes: object = {}, portfolio: object = {}): void {
  answer(['/api/leagues/l-1'], { ...league, starting_cash: 25_000, ...changes })
  answer(['/api/leagues/l-1/board'], board)
  answer([`/api/portfolio?${own}`], {
    ...traded,
    portfolio: 'p-league',
    starting_cash: 25_000,
    contest: { league: 'l-1', name: 'Class 9b' },
    ...portfolio,
  })
  answer([`/api/current-portfolio-value?${own}`], { value: 10_439.96 })
  answer(
    ['1m', 'all'].map((range) => `/api/net_worth_history/${range}?${own}`),
    compared,
  )
  answer([`/api/insights/all?${own}`], insights)
  answer([`/api/insights/luck?${own}`], luck)
  answer([`/api/insights/calibration?${own}`], calibration)
  answer([`/api/journal?${own}`], { entries: [entry], next: null })
  answer(
    ['limit=10', 'limit=100', 'ticker=AAPL'].map((part) => `/api/transactions?${part}&${own}`),
    { transactions: [buyOfTen], next: null, has_splits: false },
  )
  answer([`/api/orders?state=open&${own}`], listOf(limitBuy))
  answer([`/api/orders?state=all&${own}`], listOf(limitBuy))
  answer(['/api/watchlist'], { tickers: [] })
  answer(['/api/current-price/AAPL'], { error: null, ...price })
  answer(
    ['7d', '1y'].map((range) => `/api/price-history/AAPL/${range}`),
    { error: null, ...history },
  )
}

/** As the server answers from the end on. */
const closed = { closed_at: over.ends_at, previous_value: null }
const enterIn = (state: State): void => enter(states[state], state === 'over' ? closed : {})

testApp(() => {
  provider.remember(ann)
  enter()
})

const open = async (path: string): Promise<void> => void (await openAt(base + path))
const main = () => within(screen.getByRole('main'))
const expectText = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole('main').textContent).toMatch(text))

/** What was asked about a portfolio that is not the one in the league. */
const askedElsewhere = () =>
  provider.asked.filter(
    (asked) =>
      /\/api\/(portfolio|transactions|orders|current-portfolio-value|net_worth|insights|journal|leaderboard)/.test(
        asked,
      ) && !asked.includes(own),
  )

const screens: readonly [path: string, text: Record<State, RegExp>][] = [
  [
    '/dashboard',
    { before: /since your \$25,000/, open: /since your \$25,000/, over: /Final value/ },
  ],
  ['/portfolio', { before: /Allocation/, open: /Allocation/, over: /Holdings at the end/ }],
  ['/orders', { before: /Buy 5 shares/, open: /Buy 5 shares/, over: /Buy 5 shares/ }],
  ['/transactions', { before: /1 transaction/, open: /1 transaction/, over: /1 transaction/ }],
  ['/journal', { before: /Because/, open: /Because/, over: /Because/ }],
  ['/insights', { before: /How your \$25,000/, open: /Live prices/, over: /Days follow/ }],
  [
    '/stock/AAPL',
    { before: /Trading starts on/, open: /Execute Trade/, over: /Your position at the end/ },
  ],
]

describe.each(screens)('%s', (path, texts) => {
  test.each(Object.keys(states) as State[])('is about the league alone, %s', async (state) => {
    enterIn(state)
    await open(path)
    await expectText(texts[state])
    const bar = await screen.findByRole('navigation', { name: 'League Class 9b' })
    const names = within(bar).getAllByRole('link')
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Portfolio',
      'Orders',
      'Transactions',
      'Insights',
      'Journal',
    ])
    const links = main()
      .getAllByRole('link', { hidden: true })
      .map((link) => link.getAttribute('href') ?? '')
    expect(links).toContain(base)
    expect(links.filter((to) => !/^\/(leagues|getting-started)\b/.test(to))).toEqual([])
    expect(document.body.textContent).not.toMatch(/your \$10,000|10,000 start|\bRuns?\b|waitlist/)
    expect(askedElsewhere()).toEqual([])
  })
})

test('the dashboard has the top of the board instead of the leaderboard', async () => {
  answer(['/api/leagues/l-1/board'], {
    ...board,
    board: [
      { ...board.board[0], rank: 3 },
      { ...board.board[1], rank: 4 },
    ],
  })
  await open('/dashboard')
  const card = within(await screen.findByRole('region', { name: 'Top of the league' }))
  const rows = await card.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '3Brave Fox+4.4%',
    '#4Calm Otter 12 (you)+3.3%',
  ])
  expect(screen.queryByText('Top Traders')).toBeNull()
})

describe('the bar', () => {
  const time = (instant: string) =>
    screen.getByText(/, 20\d\d, /, { selector: `[datetime="${instant}"]` })

  test.each<[State, string, string]>([
    ['before', 'Starts in ', upcoming.starts_at],
    ['open', ' days left', league.ends_at],
    ['over', 'Over', over.ends_at],
  ])('says how long the league still runs, %s', async (state, words, instant) => {
    enterIn(state)
    await open('/transactions')
    await expectText(new RegExp(`Class 9b.*${words}`))
    expect(time(instant)).toBeTruthy()
    expect(main().queryByText(/ends this league early/)).toBeNull()
  })

  test('tells everybody of an early end', async () => {
    enter({ ends_at: '2036-12-01T15:00:00.000Z' })
    await open('/orders')
    await expectText(/ends Dec 1, 2036.*This league ends early\. It was planned until Dec 19, 2036/)
  })
})

describe('the form', () => {
  test('waits for the start', async () => {
    enterIn('before')
    await open('/stock/AAPL')
    await expectText(/Trading starts on Dec 1, 2036, 3:00 PM UTC\./)
    expect(screen.queryByRole('button', { name: /Trade|Buy|Sell/ })).toBeNull()
  })

  test.each(['dashboard', 'portfolio', 'transactions', 'insights'])(
    'is announced where there is nothing yet, %s',
    async (path) => {
      enter(upcoming, { holdings: [], realized: [] })
      for (const limit of [10, 100])
        answer([`/api/transactions?limit=${limit}&${own}`], { transactions: [], next: null })
      await open(`/${path}`)
      await expectText(/Trading starts on Dec 1, 2036/)
      expect(document.body.textContent).not.toMatch(/Start trading|Make your first trade/)
    },
  )

  test.each<[State, boolean]>([
    ['before', false],
    ['open', true],
  ])('is offered with a first stock while the league is open, %s', async (state, isOffered) => {
    enter(states[state], { holdings: [], realized: [] })
    answer([`/api/transactions?limit=10&${own}`], { transactions: [], next: null })
    await open('/dashboard')
    await expectText(/No transactions yet\./)
    expect(screen.queryByText('You have $25,000. Pick a company you know.') !== null).toBe(
      isOffered,
    )
  })

  test('has no other kinds where a league allows market orders only', async () => {
    enter({ orders: 'now' })
    await open('/stock/AAPL')
    await screen.findByRole('combobox', { name: 'Action' })
    expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
    answer([`/api/orders?state=all&${own}`], listOf())
    await userEvent.click(screen.getByRole('link', { name: 'Orders' }))
    await expectText(/No orders here\.This league has market orders only\./)
  })

  test('offers no stop after the first trade there', async () => {
    enter({ orders: 'now' }, { holdings: [], realized: [] })
    answer(['/api/buy'], {
      message: 'Bought.',
      trade: { ...buyOfTen, total: 1500, realized_gain_percent: null },
      cash_balance: 8500,
    })
    await open('/stock/AAPL')
    await userEvent.click(await screen.findByRole('button', { name: 'Execute Trade' }))
    await screen.findByRole('link', { name: 'Buy another' })
    expect(screen.queryByRole('button', { name: 'Set a stop' })).toBeNull()
    expect(provider.bodies.at(-1)).toMatchObject({ portfolio: 'p-league' })
  })

  test('goes at the end, without a reload, and everything is fetched again', async () => {
    const polls: (() => void)[] = []
    const { setInterval } = globalThis
    vi.stubGlobal('setInterval', (work: () => void, ms: number) => {
      if (ms === 60_000) polls.push(work)
      return setInterval(work, ms)
    })
    await open('/stock/AAPL')
    await screen.findByRole('button', { name: 'Execute Trade' })
    const asked = () => provider.asked.filter((one) => one === `GET /api/portfolio?${own}`).length
    const before = asked()
    enterIn('over')
    act(() => polls.forEach((poll) => poll()))
    await expectText(/The league is over\./)
    expect(screen.queryByRole('button', { name: /Trade|Buy|Sell/ })).toBeNull()
    await expectText(/Your position at the end/)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  })
})

test('until the portfolio is known, its start is that of the league', async () => {
  provider.replies[`/api/portfolio?${own}`] = () => new Promise(() => {})
  await open('/dashboard')
  await expectText(/\$10,439\.96.*since your \$25,000 start/)
})

describe('after the end', () => {
  test('a position keeps its value, whatever the price does', async () => {
    enterIn('over')
    await open('/stock/AAPL')
    await expectText(/Current price.*\$189\.12.*Your position at the end.*\$1,890\.00/)
  })

  test('an order that is not closed yet cannot be cancelled', async () => {
    enterIn('over')
    await open('/orders')
    await expectText(/Buy 5 shares/)
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  test('a portfolio without a trade says so', async () => {
    enter(over, { ...closed, holdings: [], realized: [] })
    answer([`/api/transactions?limit=100&${own}`], { transactions: [], next: null })
    await open('/insights')
    await expectText(/You made no trades in this league\./)
    const bar = within(screen.getByRole('navigation', { name: 'League Class 9b' }))
    await userEvent.click(bar.getByRole('link', { name: 'Transactions' }))
    await expectText(/You made no trades\./)
    expect(main().queryByRole('link', { name: 'See the market' })).toBeNull()
  })
})

describe('the search', () => {
  test.each([
    ['/transactions', /1 transaction/],
    ['', /My portfolio in this league/],
  ])("opens the stock in the league, and the product's own elsewhere, %s", async (path, text) => {
    await open(path)
    await expectText(text)
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Search for a stock' }),
      'apple{Enter}',
    )
    await expectPage('AAPL · $189.12', `${base}/stock/AAPL`)
    const banner = within(screen.getByRole('banner'))
    await userEvent.click(banner.getByRole('link', { name: 'Leaderboard' }))
    await expectPage('Leaderboard', '/leaderboard')
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Search for a stock' }),
      'apple{Enter}',
    )
    await waitFor(() => expect(address()).toBe('/stock/AAPL'))
  })
})

test('the notifications are those of orders in the league', async () => {
  const item = [[uidOf(ann), { since: limitBuy.placed_at, read: [], open: 1, unread: 0 }]]
  for (const name of ['', '-p-league']) {
    localStorage.setItem(`tengrand-order-notifications${name}`, JSON.stringify(item))
  }
  answer([`/api/orders?state=open&${own}`], listOf())
  const since = `closed_after=${encodeURIComponent(limitBuy.placed_at)}`
  answer([`/api/orders?${since}&${own}`], listOf(filledAt(limitBuy, 179.98)))
  await open('/transactions')
  await screen.findByText('Your limit order bought 5 shares of AAPL at $179.98.')
  expect(askedElsewhere()).toEqual([])
})

describe('who is not in the league', () => {
  test('is told so at each of its addresses', async () => {
    provider.replies['/api/leagues/l-1'] = refuses({ code: 'unknown_league' })
    await open('/stock/AAPL')
    await heading('You are not in this league')
    const way = main().getByRole('link', { name: 'See your leagues' })
    expect(way.getAttribute('href')).toBe('/leagues')
    expect(provider.asked.filter((asked) => /portfolio|transactions|orders/.test(asked))).toEqual(
      [],
    )
  })

  test('asks for nothing else until that is known', async () => {
    provider.replies['/api/leagues/l-1'] = () => new Promise(() => {})
    await open('/dashboard')
    await expectText(/Loading league\.\.\./)
    expect(askedElsewhere()).toEqual([])
  })

  test('signs in first, and returns to the address', async () => {
    provider.signedIn = null
    await open('/insights')
    add(await screen.findByLabelText('Email'), ann)
    add(screen.getByLabelText('Password'), provider.passwords[ann] ?? '')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await expectPage('Insights', `${base}/insights`)
  })
})
