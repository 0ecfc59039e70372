// Tests the ranking of learners who have started over: the chapter beside the name, and the text until the next one.
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { TopTraders } from '../dashboard/top-traders.tsx'
import { firstChapter, Learner, replies, says, testAsLearner } from '../testing/learner.tsx'
import { emptyBoard, openLeaderboard, ranked } from '../testing/leaderboard.tsx'

const trader = (id: string, chapter: number) => ranked(id, `Trader ${id}`, 20, chapter)
const board = {
  ...emptyBoard,
  leaderboard: [trader('a', 1), trader('b', 2)],
  you: { rank: 42, ...trader('me', 3) },
}
const portfolio = {
  ...firstChapter,
  cash_balance: 10_000,
  free_cash: 10_000,
  total_value: 10_000,
  holdings: [],
}

testAsLearner(() => {
  replies['/api/leaderboard'] = says(board)
  replies['/api/leaderboard/me'] = says({ ranks: [] })
})

const name = async (words: string) => (await screen.findByText(words)).closest('th')?.textContent

describe('the leaderboard', () => {
  test('says the run of a learner who has restarted, also of oneself', async () => {
    openLeaderboard()
    expect(await name('Trader a')).toBe('Trader aCash $1,000.00')
    expect(await name('Trader b')).toBe('Trader b run 2Cash $1,000.00')
    expect(await name('Trader me')).toBe('Trader me run 3Cash $1,000.00')
  })

  test('says that a first ranking is that of the run', async () => {
    openLeaderboard()
    expect(await screen.findByText(/^This is your first ranking in this run\./)).toBeTruthy()
  })

  test('says after a restart when the new run is ranked', async () => {
    replies['/api/leaderboard'] = says({ ...board, you: null })
    replies['/api/portfolio'] = says({ ...portfolio, portfolio: 'second', chapter: 2 })
    openLeaderboard()
    expect(
      await screen.findByText(
        "You'll rejoin the leaderboard after your first new trade, marked 'run 2'.",
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/Everyone starts with the same/)).toBeNull()
  })

  test('asks for a first trade where there was no restart', async () => {
    replies['/api/leaderboard'] = says({ ...board, you: null })
    replies['/api/portfolio'] = says(portfolio)
    openLeaderboard()
    expect(await screen.findByText(/Everyone starts with the same \$10,000\.$/)).toBeTruthy()
  })
})

test('the top traders of the dashboard have their run too', async () => {
  render(<TopTraders />, { wrapper: Learner })
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '1Trader a+20.0%',
    '2Trader b run 2+20.0%',
    '#42You+20.0%',
  ])
})
