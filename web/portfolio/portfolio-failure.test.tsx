// A portfolio that cannot be loaded where the server gives no reason: then the page says its own.
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  isDown,
  Learner,
  replies,
  setUpLearner,
  tearDownLearner,
  type Reply,
} from '../testing/learner.tsx'
import PortfolioPage from '../dashboard/portfolio-page.tsx'

beforeEach(() => {
  setUpLearner()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  tearDownLearner()
  vi.restoreAllMocks()
})

test.each<{ what: string; reply: Reply; reason: string }>([
  {
    what: 'no answer',
    reply: isDown,
    reason: 'The server cannot be reached. Please check your connection and try again.',
  },
  {
    what: 'an error page from between',
    reply: () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    reason: 'Something went wrong on our side. Please try again.',
  },
])('$what is a failure with words of our own', async ({ reply, reason }) => {
  replies['/api/portfolio'] = reply
  render(<PortfolioPage />, { wrapper: Learner })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`Failed to load portfolio: ${reason}`)
})
