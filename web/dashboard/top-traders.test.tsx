// Tests the top traders on the dashboard: medals, percentages with one decimal, and the empty state.
import { emptyBoard } from '../testing/leaderboard.tsx'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import {
  Learner,
  neverAnswers,
  refuses,
  replies,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import { TopTraders } from './top-traders.tsx'

const trader = (user_id: string, display_name: string, roi_percentage: number) => ({
  user_id,
  display_name,
  chapter: 1,
  cash_balance: 100,
  current_value: 12_000,
  roi_percentage,
})
const four = [
  trader('u1', 'Quiet Otter 12', 41.2632),
  trader('u2', 'Brave Heron 7', 36.95),
  trader('u3', 'Calm Lynx 3', -0.04),
  trader('u4', 'Late Fox 4', -3),
]
const ranking = (leaderboard: object[], you: object | null = null) =>
  says({ ...emptyBoard, leaderboard, you })

testAsLearner(() => {
  replies['/api/leaderboard'] = ranking(four)
})

const show = () => render(<TopTraders />, { wrapper: Learner })
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent)

describe('Top Traders', () => {
  test('are three, with their medals and their return to one decimal', async () => {
    show()
    expect(await rows()).toEqual([
      '1Quiet Otter 12+41.3%',
      '2Brave Heron 7+37.0%',
      '3Calm Lynx 30.0%',
    ])
    const medals = screen.getAllByRole('img').map((medal) => medal.getAttribute('aria-label'))
    expect(medals).toEqual(['Gold medal', 'Silver medal', 'Bronze medal'])
  })

  test('are as many as there are', async () => {
    replies['/api/leaderboard'] = ranking(four.slice(0, 1))
    show()
    expect(await rows()).toEqual(['1Quiet Otter 12+41.3%'])
  })

  test('tell the reader which one is them', async () => {
    replies['/api/leaderboard'] = ranking(four, { rank: 2, ...four[1] })
    show()
    expect((await rows())[1]).toBe('2Brave Heron 7 (you)+37.0%')
  })

  test('have the own rank below them, where it is another', async () => {
    replies['/api/leaderboard'] = ranking(four, { rank: 42, ...four[3] })
    show()
    expect((await rows()).slice(2)).toEqual(['3Calm Lynx 30.0%', '#42You\u22123.0%'])
  })

  test('lead to all the others', () => {
    show()
    const box = screen.getByRole('region', { name: 'Top Traders' })
    const all = within(box).getByRole('link', { name: 'View All' })
    expect(all.getAttribute('href')).toBe('/leaderboard')
  })

  test('are waited for', () => {
    replies['/api/leaderboard'] = neverAnswers
    show()
    expect(screen.getByRole('status').textContent).toBe('Loading leaderboard...')
  })

  test('are still to come where nobody has traded', async () => {
    replies['/api/leaderboard'] = ranking([])
    show()
    expect(await screen.findByText('No leaderboard data available yet.')).toBeTruthy()
    expect(screen.getByText('Start trading to see your ranking!')).toBeTruthy()
  })

  test('can be asked for again after a failure', async () => {
    replies['/api/leaderboard'] = refuses({ code: 'internal_error' })
    show()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load leaderboard data')
    replies['/api/leaderboard'] = ranking(four)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(3)
  })
})
