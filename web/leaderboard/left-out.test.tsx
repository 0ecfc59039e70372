// What the leaderboard says to somebody who is left out of the rankings.
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Learner, replies, says, setUpLearner, tearDownLearner } from '../testing/learner.tsx'
import LeaderboardPage from './leaderboard-page.tsx'

const board = {
  leaderboard: [],
  updated_at: '2026-11-13T14:30:00.000Z',
  next_update_at: '2026-11-14T14:30:00.000Z',
  you: null,
}

beforeEach(() => {
  setUpLearner()
  replies['/api/leaderboard/me'] = says({ ranks: [] })
})
afterEach(tearDownLearner)

async function place(unranked: { unranked: string; unranked_until: string | null }) {
  replies['/api/leaderboard'] = says({ ...board, ...unranked })
  render(
    <Learner at="/leaderboard">
      <LeaderboardPage />
    </Learner>,
  )
  const card = within(await screen.findByRole('region', { name: 'Your place' }))
  expect(card.getByText('You are left out of the rankings.')).toBeTruthy()
  expect(card.queryByText('You are not ranked yet.')).toBeNull()
  return card
}

test('somebody whom an operator left out is told who decided that, and can trade on', async () => {
  const card = await place({ unranked: 'by_operator', unranked_until: null })
  expect(
    card.getByText(/The people who run this server decided that. You can trade on/),
  ).toBeTruthy()
})

test('somebody who came back after a deletion is told from which New York day on they are ranked', async () => {
  const card = await place({ unranked: 'returned', unranked_until: '2026-12-14T02:30:00.000Z' })
  expect(card.getByText(/you are ranked again from December 13, 2026 on/)).toBeTruthy()
})
