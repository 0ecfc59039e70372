// Renders the leaderboard page with a ranking in the format of the API.
import { screen, within } from '@testing-library/react'

import LeaderboardPage from '../leaderboard/leaderboard-page.tsx'
import { renderAt } from './learner.tsx'

/** One trader of a ranking. */
export const ranked = (user_id: string, display_name: string, roi = 1, chapter = 1) => ({
  user_id,
  display_name,
  chapter,
  cash_balance: 1000,
  current_value: 10_000 + 100 * roi,
  roi_percentage: roi,
})

/** A ranking without traders, which tests fill in. */
export const emptyBoard = {
  leaderboard: [],
  updated_at: '2026-11-13T14:30:00.000Z',
  next_update_at: '2026-11-14T14:30:00.000Z',
  you: null,
  unranked: null,
  unranked_until: null,
}

export const openLeaderboard = () => renderAt('/leaderboard', <LeaderboardPage />)

export const ownPlace = async () =>
  within(await screen.findByRole('region', { name: 'Your place' }))
