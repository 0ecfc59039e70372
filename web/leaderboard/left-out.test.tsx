// Tests the leaderboard of a learner who is left out of the rankings.
import { expect, test } from 'vitest'

import { replies, says, testAsLearner } from '../testing/learner.tsx'
import { emptyBoard, openLeaderboard, ownPlace } from '../testing/leaderboard.tsx'

testAsLearner(() => {
  replies['/api/leaderboard/me'] = says({ ranks: [] })
})

async function place(unranked: { unranked: string; unranked_until: string | null }) {
  replies['/api/leaderboard'] = says({ ...emptyBoard, ...unranked })
  openLeaderboard()
  const card = await ownPlace()
  expect(card.getByText("You're left out of the rankings.")).toBeTruthy()
  expect(card.queryByText("You're not ranked yet.")).toBeNull()
  return card
}

test('somebody whom an operator left out is told who decided that, and can trade on', async () => {
  const card = await place({ unranked: 'by_operator', unranked_until: null })
  expect(
    card.getByText(/^The people who run this server decided this\. You can keep trading\./),
  ).toBeTruthy()
})

test('somebody who came back after a deletion is told from which New York day on they are ranked', async () => {
  const card = await place({ unranked: 'returned', unranked_until: '2026-12-14T02:30:00.000Z' })
  expect(card.getByText(/You'll be ranked again from December 13, 2026\./)).toBeTruthy()
})
