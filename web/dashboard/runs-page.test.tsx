// Tests the page of a learner's runs: its rows and links, and the links to it.
import { render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import {
  chapterOf,
  Learner,
  portfolioOf,
  refuses,
  replies,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { mainScope, ScopeProvider } from '../portfolio/scope.tsx'
import PortfolioPage from './portfolio-page.tsx'
import RunsPage from './runs-page.tsx'

const open = portfolioOf(10_000)
const third = { ...chapterOf('third', 3), trades: 0 }
const second = {
  ...chapterOf('second', 2, '2026-11-10T15:00:00Z'),
  value: 11_250.5,
  return: 1250.5,
  return_percent: 12.505,
  trades: 1204,
}
const first = {
  ...chapterOf('first', 1, '2026-09-01T15:00:00Z'),
  opened_at: '2025-12-01T15:00:00Z',
  value: 8900,
  return: -1100,
  return_percent: -11,
  trades: 1,
}

testAsLearner(() => {
  replies['/api/portfolio'] = says({ ...open, portfolio: 'third', chapter: 3 })
  replies['/api/portfolio/chapters'] = says({ chapters: [third, second, first] })
})

describe('the runs', () => {
  const show = () => render(<RunsPage />, { wrapper: Learner })
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Your runs' }))
      .getAllByRole('row')
      .slice(1)

  test('are listed newest first, with dates, trades, value and return', async () => {
    show()
    const cells = (await rows()).map((row) =>
      within(row)
        .getAllByRole('cell')
        // The spaces around the dash of a date range are thin spaces.
        .map(({ textContent }) => textContent?.replaceAll('\u2009', ' ')),
    )
    expect(cells).toEqual([
      ['Since Sep 1, 2026', '0 trades', '$10,000.00', '+$0.00 (+0.00%)'],
      ['Sep 1 – Nov 10, 2026', '1,204 trades', '$11,250.50', '+$1,250.50 (+12.51%)'],
      ['Dec 1, 2025 – Sep 1, 2026', '1 trade', '$8,900.00', '\u2212$1,100.00 (\u221211.00%)'],
    ])
    expect(screen.getByText('+$1,250.50 (+12.51%)').className).toContain('text-gain')
    expect(screen.getByText('\u2212$1,100.00 (\u221211.00%)').className).toContain('text-loss')
  })

  test('lead to their own pages, the open one to the portfolio', async () => {
    show()
    const links = (await rows()).map((row) => within(row).getByRole('link'))
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Run 3', '/portfolio'],
      ['Run 2', '/portfolio/second'],
      ['Run 1', '/portfolio/first'],
    ])
  })

  test('say why they could not be loaded', async () => {
    replies['/api/portfolio/chapters'] = refuses({ code: 'internal_error' })
    show()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to load your runs: Something went wrong on our side. Please try again.',
    )
  })
})

describe('earlier runs', () => {
  const show = () => render(<PortfolioPage />, { wrapper: Learner })

  test('are led to from a run that is still empty', async () => {
    show()
    const link = await screen.findByRole('link', { name: 'See your earlier runs' })
    expect(link.getAttribute('href')).toBe('/portfolio/runs')
  })

  test('are not promised after the deletion of an account', async () => {
    replies['/api/portfolio/chapters'] = says({ chapters: [third] })
    show()
    expect(await screen.findByRole('link', { name: 'See the market' })).toBeTruthy()
    await vi.waitFor(() => expect(timesAsked('GET /api/portfolio/chapters')).toBe(1))
    expect(screen.queryByRole('link', { name: /your earlier run/ })).toBeNull()
  })

  test('are not asked for in a first run', async () => {
    replies['/api/portfolio'] = says(open)
    show()
    expect(await screen.findByText('No holdings yet.')).toBeTruthy()
    expect(timesAsked('GET /api/portfolio/chapters')).toBe(0)
  })

  test('are not led to from another open portfolio, which has none', async () => {
    const { rerender } = show()
    await screen.findByRole('link', { name: 'See your earlier runs' })
    replies['/api/portfolio?portfolio=other'] = says({ ...open, portfolio: 'other', chapter: 3 })
    rerender(
      <ScopeProvider scope={{ ...mainScope, portfolio: 'other' }}>
        <PortfolioPage />
      </ScopeProvider>,
    )
    await screen.findByText('No holdings yet.')
    expect(screen.queryByRole('link', { name: /your earlier run/ })).toBeNull()
  })
})
