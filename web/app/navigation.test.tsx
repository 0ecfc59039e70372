// Tests the links of the header and of the bottom bar, and which of them is marked as current.
import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import { BottomBar, Header } from './navigation.tsx'

function showAt(path: string) {
  render(
    <MemoryRouter at={path}>
      <Header />
      <BottomBar />
    </MemoryRouter>,
  )
}

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name })).getAllByRole('link')
const currentOf = (name: string) =>
  linksOf(name)
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent)

describe('navigation', () => {
  test('has the six links of the header', () => {
    showAt('/dashboard')
    expect(linksOf('Main').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['Portfolio', '/portfolio'],
      ['Transactions', '/transactions'],
      ['Leaderboard', '/leaderboard'],
      ['Getting Started', '/getting-started'],
      ['Go Pro', '/pro'],
    ])
  })

  test('has five places in the bar of a phone', () => {
    showAt('/dashboard')
    expect(linksOf('Tab bar').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Portfolio',
      'Transactions',
      'Leaderboard',
      'Learn Getting Started',
    ])
  })

  test.each([
    { path: '/dashboard', current: 'Dashboard', short: 'Dashboard' },
    { path: '/portfolio', current: 'Portfolio', short: 'Portfolio' },
    { path: '/portfolio/orders', current: 'Portfolio', short: 'Portfolio' },
    { path: '/portfolio/runs', current: 'Portfolio', short: 'Portfolio' },
    { path: '/portfolio/some-run', current: 'Portfolio', short: 'Portfolio' },
    { path: '/insights', current: 'Portfolio', short: 'Portfolio' },
    { path: '/transactions', current: 'Transactions', short: 'Transactions' },
    { path: '/getting-started', current: 'Getting Started', short: 'Learn Getting Started' },
    { path: '/getting-started/basics', current: 'Getting Started', short: 'Learn Getting Started' },
  ])('marks $current at $path', ({ path, current, short }) => {
    showAt(path)
    expect(currentOf('Main')).toEqual([current])
    expect(currentOf('Tab bar')).toEqual([short])
  })

  test('marks the pill at /pro', () => {
    showAt('/pro')
    expect(currentOf('Main')).toEqual(['Go Pro'])
    expect(currentOf('Tab bar')).toEqual([])
  })

  test('marks nothing at the page of a stock', () => {
    showAt('/stock/AAPL')
    expect(currentOf('Main')).toEqual([])
  })
})

test('the header has the mark, the name and the tagline, which lead home', () => {
  showAt('/portfolio')
  const home = screen.getByRole('link', { name: /^Tengrand/ })
  expect(home.textContent).toBe('TengrandStock Market Simulator')
  expect(home.querySelector('svg')).not.toBeNull()
  expect(home.getAttribute('href')).toBe('/')
})

test('the header draws Go Pro as a pill, and nothing else', () => {
  showAt('/portfolio')
  const pills = linksOf('Main').filter(({ className }) => className.includes('rounded-full'))
  expect(pills.map(({ textContent }) => textContent)).toEqual(['Go Pro'])
})
