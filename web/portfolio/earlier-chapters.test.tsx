// Tests the card of earlier chapters on the portfolio page: when it is shown, its rows, and its links.
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
import PortfolioPage from '../dashboard/portfolio-page.tsx'
import { mainScope, ScopeProvider } from './scope.tsx'

const open = portfolioOf(10_000)
const third = chapterOf('third', 3)
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

const show = () => render(<PortfolioPage />, { wrapper: Learner })
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Earlier chapters' }))
    .getAllByRole('row')
    .slice(1)

describe('earlier chapters', () => {
  test('are the closed ones, newest first, with dates, trades, final value and return', async () => {
    show()
    const cells = (await rows()).map((row) =>
      within(row)
        .getAllByRole('cell')
        // The spaces around the dash of a date range are thin spaces.
        .map(({ textContent }) => textContent?.replaceAll('\u2009', ' ')),
    )
    expect(cells).toEqual([
      ['Sep 1 – Nov 10, 2026', '1,204 trades', '$11,250.50', '+$1,250.50 (+12.51%)'],
      ['Dec 1, 2025 – Sep 1, 2026', '1 trade', '$8,900.00', '\u2212$1,100.00 (\u221211.00%)'],
    ])
    expect(screen.getByText('+$1,250.50 (+12.51%)').className).toContain('text-gain')
    expect(screen.getByText('\u2212$1,100.00 (\u221211.00%)').className).toContain('text-loss')
  })

  test('lead to their own pages', async () => {
    show()
    const links = (await rows()).map((row) => within(row).getByRole('link'))
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Chapter 2', '/portfolio/second'],
      ['Chapter 1', '/portfolio/first'],
    ])
  })

  test('are not promised to somebody who came back after deleting an account', async () => {
    replies['/api/portfolio/chapters'] = says({ chapters: [third] })
    show()
    expect(await screen.findByRole('link', { name: 'See the market' })).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText('Earlier chapters')).toBeNull())
    expect(screen.queryByRole('link', { name: /Read your earlier/ })).toBeNull()
  })

  test('are led to from a chapter that is still empty', async () => {
    const scrolledTo = vi.fn<Element['scrollIntoView']>()
    Element.prototype.scrollIntoView = scrolledTo
    show()
    await userEvent.click(await screen.findByRole('link', { name: 'Read your earlier chapters' }))
    expect(scrolledTo).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Earlier chapters' }))
  })

  test('are neither shown nor asked for where nobody has started over', async () => {
    replies['/api/portfolio'] = says(open)
    show()
    expect(await screen.findByText('No holdings yet.')).toBeTruthy()
    expect(screen.queryByText('Earlier chapters')).toBeNull()
    expect(timesAsked('GET /api/portfolio/chapters')).toBe(0)
  })

  test('are not led to from another open portfolio, which has none', async () => {
    const { rerender } = show()
    await screen.findByRole('link', { name: 'Read your earlier chapters' })
    replies['/api/portfolio?portfolio=other'] = says({ ...open, portfolio: 'other', chapter: 3 })
    rerender(
      <ScopeProvider scope={{ ...mainScope, portfolio: 'other' }}>
        <PortfolioPage />
      </ScopeProvider>,
    )
    await screen.findByText('No holdings yet.')
    expect(screen.queryByRole('link', { name: /Read your earlier/ })).toBeNull()
  })

  test('say why they could not be loaded, and leave the rest of the page alone', async () => {
    replies['/api/portfolio/chapters'] = refuses({ code: 'internal_error' })
    show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'Failed to load your chapters: Something went wrong on our side. Please try again.',
    )
    expect(screen.getByText('No holdings yet.')).toBeTruthy()
  })
})
