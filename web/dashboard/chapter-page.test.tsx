// Tests the page of a closed chapter: all of its data is shown, no figure changes, and there are no actions.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import {
  buyOfTen,
  holding,
  Learner,
  metricsOf,
  neverAnswers,
  portfolioOf,
  refuses,
  replies,
  requests,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { useMainPortfolio } from '../portfolio/queries.ts'
import { Market } from '../dashboard/market.tsx'
import ChapterPage from './chapter-page.tsx'

const over = {
  ...portfolioOf(8000, [holding]),
  closed_at: '2026-11-10T15:00:00Z',
  realized_gain: -500,
  unrealized_gain: 390,
}
const bought = buyOfTen
const history = {
  data: [
    { date: '2026-11-01T15:00:00Z', value: 10_000 },
    { date: '2026-11-05', value: 10_100 },
    { date: '2026-11-10T15:00:00Z', value: 9890 },
  ],
  benchmark: [],
  metrics: metricsOf(9890, -110, -1.1),
}

testAsLearner(() => {
  vi.stubGlobal('IntersectionObserver', vi.fn())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  replies['/api/portfolio?portfolio=first'] = says(over)
  replies['/api/transactions?limit=100&portfolio=first'] = says({
    transactions: [{ ...bought, type: 'SELL', quantity: 2, realized_gain: -17.5 }, bought],
    next: null,
  })
  for (const range of ['all', '7d']) {
    replies[`/api/net_worth_history/${range}?portfolio=first`] = says(history)
  }
})

function Place() {
  return <p>At {useLocation().pathname}</p>
}
const show = (at = '/portfolio/first', beside = <Place />) =>
  render(
    <Learner at={at}>
      <ChapterPage />
      {beside}
    </Learner>,
  )
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a portfolio of a league', () => {
  const contest = { league: 'l-1', name: 'Class 9b' }

  test('that a member has left has the name of the league, and is no run', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, contest })
    show()
    await title('Class 9b')
    await screen.findByText('2 transactions')
    expect(document.body.textContent).not.toContain('Run 1')
    const sections = within(screen.getByRole('navigation', { name: 'Portfolio' }))
    expect(sections.queryByRole('link', { current: true })).toBeNull()
  })

  test('leads to the screens of the league while it is open', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, closed_at: null, contest })
    show()
    expect(await screen.findByText('At /leagues/l-1/portfolio')).toBeTruthy()
  })
})

describe('a closed chapter', () => {
  test('says when it was closed, what it came to and what was held', async () => {
    show()
    await title('Run 1')
    expect(document.title).toBe('Run 1 · Tengrand')
    expect(screen.getByText(/^Closed on/).textContent).toMatch(
      /^Closed on November 10, 2026 at .+, at the prices then\. You can read it, but not trade in it\.$/,
    )
    expect(figure('Cash Balance')).toBe('$8,000.00')
    expect(figure('Total Value')).toBe('$9,890.00')
    expect(figure('Portfolio Return')).toBe('\u2212$110.00\u22121.10%')
    expect(screen.getByRole('link', { name: 'Why?' }).getAttribute('href')).toBe(
      '/insights?portfolio=first',
    )
    expect(screen.getByText('Realized').closest('dd')?.textContent).toContain(
      'Realized \u2212$500.00Unrealized',
    )
    const table = await screen.findByRole('table', { name: 'Holdings' })
    expect(within(table).getByRole('columnheader', { name: 'Closing Price' })).toBeTruthy()
    expect(within(table).getByRole('row', { name: /AAPL/ }).textContent).toContain('$1,890.00')
  })

  test('has its chart, which ends with its end, in every range', async () => {
    show()
    const chart = await screen.findByRole('slider', { name: 'Portfolio value, ALL' })
    chart.focus()
    await userEvent.keyboard('{End}')
    expect(chart.getAttribute('aria-valuetext')).toBe('$9,890.00, End')
    expect(screen.getByText('Final value').nextElementSibling?.textContent).toBe('$9,890.00')
    await userEvent.click(screen.getByRole('radio', { name: '7D' }))
    expect(await screen.findByText('7-day return')).toBeTruthy()
    expect(timesAsked('GET /api/net_worth_history/7d?portfolio=first')).toBe(1)
  })

  test('has its transactions, and the file of them', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => {}
    replies['/api/transactions.csv?portfolio=first'] = () => new Response('Date\r\n')
    show()
    const table = await screen.findByRole('table', { name: 'Transactions' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByRole('cell', { name: '\u2212$17.50 realized' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(saved.mock.contexts).toEqual([
      expect.objectContaining({ download: 'tengrand-transactions-chapter-1.csv' }),
    ])
  })

  test('cannot be traded in, and asks for nothing of the open one', async () => {
    show()
    await screen.findByRole('table', { name: 'Transactions' })
    expect(screen.queryByRole('button', { name: /buy|sell|trade/i })).toBeNull()
    const asked = requests.map(({ address }) => address).filter((path) => !path.includes('config'))
    expect(asked.every((address) => address.includes('portfolio=first'))).toBe(true)
  })

  test('does not move with the prices of now', async () => {
    show('/portfolio/first', <Market />)
    await title('Run 1')
    await sendPrice(400)
    expect(await screen.findByText('$400.00')).toBeTruthy()
    expect(figure('Total Value')).toBe('$9,890.00')
    const held = await screen.findByRole('table', { name: 'Holdings' })
    expect(held.textContent).not.toContain('$400.00')
  })

  test('in which everything was sold says so', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, holdings: [] })
    show()
    expect(await screen.findByText('No holdings at the end.')).toBeTruthy()
  })
})

describe('an address', () => {
  test.each(['unknown_portfolio', 'invalid_request'] as const)(
    'of no chapter of the learner (%s) says so, and leads back',
    async (code) => {
      replies['/api/portfolio?portfolio=nothing'] = refuses({ code, reason: 'Too long.' })
      show('/portfolio/nothing')
      await title('Run not found')
      expect(
        screen.getByRole('link', { name: 'Back to your portfolio' }).getAttribute('href'),
      ).toBe('/portfolio')
      expect(timesAsked('GET /api/net_worth_history/all?portfolio=nothing')).toBe(0)
    },
  )

  test.each(['main', 'null'])(
    'of a chapter called %s has nothing of the main portfolio',
    async (name) => {
      const Main = () => <p>Main: {useMainPortfolio().data?.portfolio}</p>
      replies['/api/portfolio'] = says({ ...over, closed_at: null })
      replies[`/api/portfolio?portfolio=${name}`] = refuses({ code: 'unknown_portfolio' })
      show(`/portfolio/${name}`, <Main />)
      expect(await screen.findByText('Main: first')).toBeTruthy()
      await title('Run not found')
    },
  )

  test('of the chapter that is open leads to the portfolio', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, closed_at: null })
    replies['/api/portfolio'] = says({ ...over, closed_at: null })
    show()
    expect(await screen.findByText('At /portfolio')).toBeTruthy()
  })

  test('has its heading while it is not known yet which one is open', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, closed_at: null })
    replies['/api/portfolio'] = neverAnswers
    show()
    await waitFor(() => expect(timesAsked('GET /api/portfolio')).toBe(1))
    expect(screen.getByRole('heading', { level: 1, name: 'Run' })).toBeTruthy()
    expect(screen.getByText('Loading chart data...')).toBeTruthy()
  })

  test('of an open portfolio in another contest shows that portfolio, live', async () => {
    replies['/api/portfolio?portfolio=first'] = says({ ...over, closed_at: null })
    replies['/api/portfolio'] = says({ ...over, portfolio: 'main', closed_at: null })
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Portfolio' })).toBeTruthy()
    const why = await screen.findByRole('link', { name: 'Why?' })
    expect(why.getAttribute('href')).toBe('/insights?portfolio=first')
    await sendPrice(200)
    expect(await screen.findByText('$10,000.00')).toBeTruthy()
    expect(timesAsked('GET /api/portfolio')).toBe(1)
  })

  test('of a chapter that cannot be loaded just now says why', async () => {
    replies['/api/portfolio?portfolio=first'] = refuses({ code: 'internal_error' })
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load portfolio:')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
