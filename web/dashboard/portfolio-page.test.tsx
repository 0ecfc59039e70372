// Tests the portfolio page: its texts in each state, and its figures as prices change.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import {
  become,
  bobIn,
  holding as apple,
  isDown,
  Learner,
  neverAnswers,
  portfolioOf,
  refuses,
  replies,
  type Reply,
  requests,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { limitBuy, listOf } from '../testing/orders.ts'
import PortfolioPage from './portfolio-page.tsx'

const full = portfolioOf(8500, [apple])
const nothing = portfolioOf(10_000)

let warned: ReturnType<typeof vi.spyOn>

testAsLearner(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
})

function open(answer: object = full): void {
  replies['/api/portfolio'] ??= says(answer)
  render(
    <Learner at="/portfolio">
      <PortfolioPage />
    </Learner>,
  )
}
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent
const today = () => screen.queryByText('today', { selector: 'dd *' })?.closest('dd')?.textContent
const gains = { realized_gain: 25.5, unrealized_gain: 390 }
const parts = () =>
  ['Realized', 'Unrealized'].map(
    (words) => screen.getByText(words).closest('dd > span > span')?.textContent,
  )
const holding = (ticker: string) => screen.findByRole('row', { name: new RegExp(ticker) })

describe('the portfolio', () => {
  test('is loading at first, with a place for each figure and nothing that would move', () => {
    replies['/api/portfolio'] = neverAnswers
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeTruthy()
    expect(document.title).toBe('Portfolio · Tengrand')
    expect(screen.getByText('Loading portfolio...').getAttribute('role')).toBe('status')
    expect(figure('Cash Balance')).toBe('')
    expect(screen.queryByRole('heading', { name: 'Learn & Improve' })).toBeNull()
  })

  test('says what of the cash is free where orders hold some, and lists those below', async () => {
    replies['/api/orders?state=open'] = says(listOf(limitBuy))
    open({ ...full, free_cash: 7600 })
    expect(await screen.findAllByText('$7,600.00 to spend')).not.toHaveLength(0)
    expect(screen.queryByText('Ready to invest')).toBeNull()
    expect(await screen.findByRole('region', { name: 'Open orders' })).toBeTruthy()
  })

  test('has cash, total and return, and the holdings', async () => {
    open()
    await holding('AAPL')
    expect(figure('Cash Balance')).toBe('$8,500.00')
    expect(figure('Total Value')).toBe('$10,390.00')
    expect(figure('Portfolio Return')).toBe('+$390.00+3.90%')
    expect(screen.getByRole('link', { name: 'Why?' }).getAttribute('href')).toBe('/insights')
    expect(screen.getByText('+$390.00', { selector: 'dd *' }).className).toContain('text-gain')
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('tells what of its return was realized and what is on paper, as prices move', async () => {
    open({ ...full, cash_balance: 8525.5, free_cash: 8525.5, total_value: 10_415.5, ...gains })
    await holding('AAPL')
    expect(parts()).toEqual(['Realized +$25.50', 'Unrealized +$390.00'])
    await sendPrice(140.01)
    expect(figure('Portfolio Return')).toBe('\u2212$74.40\u22120.74%')
    expect(parts()).toEqual(['Realized +$25.50', 'Unrealized \u2212$99.90'])
  })

  test('tells what it has gained today, as prices move, and asks again when a new day begins', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    open({ ...full, previous_value: 10_400 })
    await holding('AAPL')
    expect(today()).toBe('\u2212$10.00 (\u22120.10%) today')
    await sendPrice(191.5)
    expect(today()).toBe('+$15.00 (+0.14%) today')
    replies['/api/portfolio'] = says({ ...full, previous_value: 10_415 })
    await sendPrice(191.5, 'AAPL', 1, undefined, 191.5)
    await waitFor(() => expect(today()).toBe('+$0.00 (+0.00%) today'))
    expect(timesAsked('GET /api/portfolio')).toBe(2)
  })

  test('says nothing of today where the value before is not known', async () => {
    open()
    await holding('AAPL')
    expect(today()).toBeUndefined()
  })

  test('is red below ten grand', async () => {
    open({ ...full, cash_balance: 7000, free_cash: 7000, total_value: 8890 })
    await holding('AAPL')
    expect(figure('Portfolio Return')).toBe('\u2212$1,110.00\u221211.10%')
    expect(screen.getByText('\u2212$1,110.00').className).toContain('text-loss')
    expect(screen.getByText('\u2212$1,110.00').querySelector('svg')).not.toBeNull()
    expect(screen.getByText('\u221211.10%').className).toContain('text-loss')
  })

  test('tells the direction of its return with one triangle for both figures', async () => {
    open()
    await holding('AAPL')
    const figures = screen.getByText('Portfolio Return').nextElementSibling
    expect(figures?.querySelectorAll('svg')).toHaveLength(1)
  })

  test.each([
    [1, 'Since your $10,000 start'],
    [2, 'Since run 2 began with $10,000'],
  ])('says since when the return of chapter %d is counted', async (chapter, words) => {
    replies['/api/portfolio/chapters'] = says({ chapters: [] })
    open({ ...full, chapter })
    expect(await screen.findAllByText(words)).not.toEqual([])
  })

  test('has the holdings only: what was traded is on another page', async () => {
    open()
    await holding('AAPL')
    const tables = screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))
    expect(tables).toEqual(['Holdings'])
    expect(screen.queryByText(/transaction/i)).toBeNull()
    expect(requests.map(({ address }) => address)).toEqual(['/api/portfolio'])
  })

  test('of a beginner is empty, and neither a gain nor a loss', async () => {
    open(nothing)
    expect(await screen.findByText('No holdings yet.')).toBeTruthy()
    expect(screen.getByText('Start trading to build your portfolio!')).toBeTruthy()
    expect(figure('Portfolio Return')).toBe('+$0.00+0.00%')
    expect(parts()).toEqual(['Realized +$0.00', 'Unrealized +$0.00'])
    expect(document.querySelector('dd .text-gain')?.textContent).toBe('+$0.00')
    expect(document.querySelector('dd .text-loss')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('says why it could not be loaded, tells the console, and tries again', async () => {
    replies['/api/portfolio'] = refuses({ code: 'no_price', ticker: 'AAPL' })
    open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'Failed to load portfolio: No price is available for AAPL right now.',
    )
    expect(alert.className).toContain('text-loss')
    expect(warned).toHaveBeenCalledWith('The portfolio could not be loaded.', expect.any(Error))
    expect(figure('Total Value')).toBe('—')
    expect(screen.getByRole('heading', { name: 'Learn & Improve' })).toBeTruthy()
    replies['/api/portfolio'] = says(full)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await holding('AAPL')
    expect(figure('Total Value')).toBe('$10,390.00')
  })

  test('moves with the price of a stock, and says what it did today', async () => {
    open()
    await holding('AAPL')
    await sendPrice(198)
    expect(figure('Total Value')).toBe('$10,480.00')
    expect(figure('Portfolio Return')).toBe('+$480.00+4.80%')
    const row = await holding('AAPL')
    for (const words of ['$198.00', '+10.00%today', '$1,980.00', '+$480.00', '+32.00%']) {
      expect(row.textContent).toContain(words)
    }
  })

  test('is that of whoever is signed in', async () => {
    open()
    await holding('AAPL')
    replies['/api/portfolio'] = says(nothing)
    become(bobIn)
    expect(await screen.findByText('No holdings yet.')).toBeTruthy()
    expect(screen.queryByText('$8,500.00')).toBeNull()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(2))
  })
})

describe('what to learn next', () => {
  test.each([
    { title: 'New to Investing?', link: 'Start Learning', to: '/getting-started' },
    { title: 'Trading Strategies', link: 'Read the Guide', to: '/getting-started/strategies' },
    { title: 'Unlock Pro Features', link: 'Join Waitlist', to: '/pro' },
    { title: 'Top Performers', link: 'View Leaderboard', to: '/leaderboard' },
  ])('$title leads to $to', async ({ title, link, to }) => {
    open(nothing)
    const section = await screen.findByRole('region', { name: 'Learn & Improve' })
    const card = within(section).getByRole('heading', { level: 3, name: title }).closest('li')
    const found = within(card ?? section).getByRole('link', { name: link })
    expect(found.getAttribute('href')).toBe(to)
  })

  const tip = async () => (await screen.findByText('Quick Tip:')).parentElement?.textContent

  test('has a tip about spreading investments across sectors', async () => {
    open(nothing)
    expect(await tip()).toMatch(/Spreading your investments across different sectors reduces risk/)
  })

  test('has that tip where the portfolio could not be loaded', async () => {
    replies['/api/portfolio'] = refuses({ code: 'no_price', ticker: 'AAPL' })
    open()
    expect(await tip()).toMatch(/Spreading your investments across different sectors reduces risk/)
  })

  const worth = (ticker: string, value: number) => ({
    ...apple,
    ticker,
    quantity: 1,
    current_price: value,
    market_value: value,
  })

  test.each([
    {
      what: 'mostly cash',
      answer: full,
      words: '82% of your money is in cash. When you invest it, spread it across several sectors',
    },
    {
      what: 'mostly in one stock',
      answer: portfolioOf(1000, [worth('NVDA', 6400), worth('UBER', 2600)]),
      words: '64% of your money is in NVDA. Split it between stocks of several sectors',
    },
    {
      what: 'mostly in one sector',
      answer: portfolioOf(900, [worth('NVDA', 4000), worth('MSFT', 3100), worth('UBER', 2000)]),
      words: '71% of your money is in Information Technology. Spread it across more sectors',
    },
    {
      what: 'well spread',
      answer: portfolioOf(900, [worth('NVDA', 3000), worth('PYPL', 3100), worth('UBER', 3000)]),
      words: 'Your stocks are spread across 3 of the 5 sectors here, and none has more than half.',
    },
    {
      what: 'in every sector',
      answer: portfolioOf(
        900,
        ['NVDA', 'PYPL', 'UBER', 'TSLA', 'META'].map((ticker) => worth(ticker, 500)),
      ),
      words: 'Your stocks are spread across all 5 sectors here, and none has more than half.',
    },
  ])('has a tip about a portfolio that is $what', async ({ answer, words }) => {
    open(answer)
    expect(await tip()).toContain(words)
    expect(await tip()).toMatch(/risk/)
  })
})

test.each<{ what: string; reply: Reply; reason: string }>([
  {
    what: 'no answer',
    reply: isDown,
    reason: 'The server cannot be reached. Check your connection and try again.',
  },
  {
    what: 'an error page from between',
    reply: () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    reason: 'Something went wrong on our side. Please try again.',
  },
])('$what is a failure with words of our own', async ({ reply, reason }) => {
  replies['/api/portfolio'] = reply
  open()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`Failed to load portfolio: ${reason}`)
})
