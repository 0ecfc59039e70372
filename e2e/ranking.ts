// Fakes a ranking with more learners than a test has time to create.
import type { Page } from '@playwright/test'

/** Shows the top ten, and the learner far below them. */
export async function showRanking(page: Page): Promise<void> {
  const trader = (rank: number) => ({
    user_id: `public-${rank}`,
    // The maximum length of a name.
    display_name: `The Brave Blue Heron ${rank}`.padEnd(24, 'x'),
    // Some have started over.
    chapter: rank % 3 === 0 ? 12 : 1,
    cash_balance: 1000 * rank,
    current_value: 13_000 - 500 * rank,
    roi_percentage: 30 - 5 * rank,
  })
  const leaderboard = Array.from({ length: 10 }, (_, index) => trader(index + 1))
  const at = '2026-11-13T15:00:00Z'
  await page.route('**/api/leaderboard', (route) =>
    route.fulfill({
      json: {
        leaderboard,
        updated_at: at,
        next_update_at: at,
        you: { rank: 42, ...trader(42) },
        unranked: null,
        unranked_until: null,
      },
    }),
  )
  const ranks = [50, 42].map((rank, index) => ({
    date: `2026-11-1${index + 2}`,
    rank,
    traders: 60,
    current_value: 9000,
    roi_percentage: -10,
  }))
  await page.route('**/api/leaderboard/me', (route) => route.fulfill({ json: { ranks } }))
}
