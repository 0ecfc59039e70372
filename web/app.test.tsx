// Ways through the app: where an address leads, what the tab is called, and where reading goes on.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { App } from './app.tsx'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function openAt(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })

describe('App', () => {
  test.each(['/', '/login'])('opens the front page at %s', async (path) => {
    openAt(path)
    await heading('Practice investing with ten grand')
    expect(screen.queryByRole('navigation')).toBeNull()
    for (const name of [
      'Real-time Data',
      'Virtual Trading',
      'Portfolio Analytics',
      'Secure & Private',
    ])
      expect(screen.getByRole('heading', { name })).toBeTruthy()
  })

  test.each([
    { path: '/dashboard', name: 'Dashboard' },
    { path: '/portfolio', name: 'Portfolio' },
    { path: '/transactions', name: 'Transaction History' },
    { path: '/stock/aapl', name: 'AAPL' },
    { path: '/leaderboard', name: 'Leaderboard' },
    { path: '/getting-started', name: 'Getting Started' },
    { path: '/getting-started/basics', name: 'Investment Basics' },
    { path: '/getting-started/strategies', name: 'Trading Strategies' },
    { path: '/getting-started/platform', name: 'Using Tengrand' },
    { path: '/pro', name: 'Go Pro' },
    { path: '/no/such/page', name: 'Dashboard' },
  ])('opens $name at $path', async ({ path, name }) => {
    openAt(path)
    await heading(name)
    expect(document.title).toBe(`${name} · Tengrand`)
    expect(screen.getByRole('main')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
  })

  test('leaves the focus alone on the page that is opened first', async () => {
    openAt('/dashboard')
    await heading('Dashboard')
    expect(document.activeElement).toBe(document.body)
  })

  test('moves the focus to the heading, and the page to its top, when a link is followed', async () => {
    openAt('/dashboard')
    await heading('Dashboard')
    await userEvent.click(link('Portfolio'))
    const portfolio = await heading('Portfolio')
    await waitFor(() => expect(document.activeElement).toBe(portfolio))
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
  })

  test('leads from the front page to the dashboard, and from then on / does too', async () => {
    openAt('/')
    await heading('Practice investing with ten grand')
    await userEvent.click(screen.getByRole('link', { name: 'Look around' }))
    await heading('Dashboard')
    expect(screen.getAllByText('$10,000.00')).toHaveLength(1)
    await userEvent.click(link('Leaderboard'))
    await heading('Leaderboard')
    await userEvent.click(link('Dashboard'))
    await heading('Dashboard')
  })

  test('lists the sixteen stocks, each with its page', async () => {
    openAt('/dashboard')
    await heading('Dashboard')
    const market = within(screen.getByRole('region', { name: 'Market' }))
    expect(market.getAllByRole('link')).toHaveLength(16)
    await userEvent.click(market.getByRole('link', { name: /NVDA/ }))
    await heading('NVDA')
    expect(screen.getByText('NVIDIA Corporation')).toBeTruthy()
  })
})
