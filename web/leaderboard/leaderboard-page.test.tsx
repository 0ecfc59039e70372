// Tests the leaderboard: its table, the learner's row and place, and its empty, loading and error states.
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import {
  holding,
  isDown,
  neverAnswers,
  portfolioOf,
  replies,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { emptyBoard, openLeaderboard, ownPlace, ranked } from '../testing/leaderboard.tsx'

const trader = (rank: number, roi: number) => ({
  ...ranked(`u-${rank}`, `Trader ${rank}`, roi),
  cash_balance: 1000.5 * rank,
})
const ten = Array.from({ length: 10 }, (_, index) => trader(index + 1, 41.305 - 6 * index))
const me = { ...trader(42, -1.789), user_id: 'me', display_name: 'Calm Otter 12' }
const board = { ...emptyBoard, leaderboard: ten, you: { rank: 42, ...me } }
const day = (date: string, rank: number, traders = 180) => ({
  date,
  rank,
  traders,
  current_value: 9821.1,
  roi_percentage: -1.789,
})

testAsLearner(() => {
  replies['/api/leaderboard'] = says(board)
  replies['/api/leaderboard/me'] = says({
    ranks: [day('2026-11-03', 38), day('2026-11-12', 45), day('2026-11-13', 42)],
  })
})

const table = () => screen.findByRole('table', { name: 'Top 10 by ROI %' })
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('the ranking', () => {
  test('has a title, says what it counts, and when it was made', async () => {
    openLeaderboard()
    expect(screen.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Top 10 by ROI %' })).toBeTruthy()
    expect(
      screen.getByText('Rankings are based on total return since starting with $10,000.'),
    ).toBeTruthy()
    await table()
    const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    const time = local.format(new Date(board.updated_at))
    const words = screen.getByText('(updates every 24 hours)').closest('p')?.textContent
    expect(words).toBe(`Last updated: ${time} (updates every 24 hours)`)
    expect(screen.getByText(time).getAttribute('datetime')).toBe(board.updated_at)
  })

  test('leads to the leagues', () => {
    openLeaderboard()
    expect(screen.getByRole('link', { name: 'league' }).getAttribute('href')).toBe('/leagues')
  })

  test('has a row for each of the ten: medals and then numbers, cash, value and return', async () => {
    openLeaderboard()
    const [head, ...all] = await rows()
    expect(head?.slice(0, 3)).toEqual(['Rank', 'Trader', 'Portfolio'])
    expect(head?.[3]).toMatch(/ROI %$/)
    const ranks = all.slice(0, 10).map(([rank]) => rank?.trim())
    expect(ranks.join(' ')).toBe('1 2 3 #4 #5 #6 #7 #8 #9 #10')
    expect(all[0]?.slice(1, 3)).toEqual(['Trader 1Cash $1,000.50', '$14,130.50'])
    expect(all[0]?.[3]).toMatch(/\+41\.31%$/)
    expect(all[9]?.[3]).toMatch(/\u221212\.70%$/)
    const medals = within(await table()).getAllByRole('img')
    expect(medals.map((medal) => medal.getAttribute('aria-label'))).toEqual([
      'Gold medal',
      'Silver medal',
      'Bronze medal',
    ])
  })

  test('is asked for again every 24 hours', async () => {
    vi.useFakeTimers()
    openLeaderboard()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(timesAsked('GET /api/leaderboard')).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(86_399_000))
    expect(timesAsked('GET /api/leaderboard')).toBe(1)
    replies['/api/leaderboard'] = says({ ...board, leaderboard: [trader(77, 99)], you: null })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(timesAsked('GET /api/leaderboard')).toBe(2)
    expect(screen.getByText('Trader 77')).toBeTruthy()
  })
})

describe('the own row', () => {
  test('has its place in the same digits as the card beside', async () => {
    replies['/api/leaderboard'] = says({ ...board, you: { ...board.you, rank: 10_423 } })
    openLeaderboard()
    expect((await rows()).at(-1)?.[0]).toBe('You, #10,423')
  })

  test('stands under the ten', async () => {
    openLeaderboard()
    const last = (await rows()).at(-1)
    expect(last?.slice(0, 3)).toEqual(['You, #42', 'Calm Otter 12Cash $42,021.00', '$9,821.10'])
    expect(last?.[3]).toMatch(/\u22121\.79%$/)
    expect(await rows()).toHaveLength(12)
  })

  test('is marked among the ten', async () => {
    const you = { rank: 4, ...ten[3] }
    replies['/api/leaderboard'] = says({ ...board, you })
    openLeaderboard()
    expect(await rows()).toHaveLength(11)
    expect((await rows())[4]?.[1]).toBe('Trader 4YouCash $4,002.00')
    expect(screen.queryByText(/You, #/)).toBeNull()
  })

  test('is nowhere for whoever has not traded, who is told how to get there', async () => {
    replies['/api/leaderboard'] = says({ ...board, you: null })
    replies['/api/leaderboard/me'] = says({ ranks: [] })
    openLeaderboard()
    expect(await rows()).toHaveLength(11)
    expect((await ownPlace()).getByText("You're not ranked yet.")).toBeTruthy()
    expect((await ownPlace()).getByRole('link').getAttribute('href')).toBe('/')
  })
})

describe('the own place', () => {
  test('says that the next ranking has a learner who has just traded', async () => {
    replies['/api/leaderboard'] = says({ ...board, you: null })
    replies['/api/leaderboard/me'] = says({ ranks: [] })
    replies['/api/portfolio'] = says(portfolioOf(8000, [holding]))
    openLeaderboard()
    const words = "You've traded, so you'll be in the next ranking."
    expect(await (await ownPlace()).findByText(words)).toBeTruthy()
  })

  test('says the rank, how it moved and the best one', async () => {
    openLeaderboard()
    const card = await ownPlace()
    expect(await card.findByText(/Up 3 places since Nov 12/)).toBeTruthy()
    expect(card.getByText('#42')).toBeTruthy()
    expect(card.getByText('of 180 traders')).toBeTruthy()
    expect(card.getByText('Best in 30 days: #38 on Nov 3')).toBeTruthy()
  })

  test.each([
    { ranks: [day('2026-11-12', 42), day('2026-11-13', 43)], words: 'Down 1 place since Nov 12' },
    { ranks: [day('2026-11-11', 5), day('2026-11-13', 5)], words: 'No change since Nov 11' },
    {
      ranks: [day('2026-11-13', 1, 1)],
      words: "This is your first ranking. The next one will show how you've moved.",
    },
  ])('$words', async ({ ranks, words }) => {
    replies['/api/leaderboard/me'] = says({ ranks })
    openLeaderboard()
    expect(await (await ownPlace()).findByText(words)).toBeTruthy()
  })

  test('is there without the moves when these cannot be had', async () => {
    replies['/api/leaderboard/me'] = isDown
    openLeaderboard()
    expect((await ownPlace()).getByText('#42')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('without a ranking', () => {
  test('it is on its way', () => {
    replies['/api/leaderboard'] = neverAnswers
    openLeaderboard()
    expect(screen.getByRole('status').textContent).toBe('Loading leaderboard...')
    expect(screen.getByText('(updates every 24 hours)').parentElement?.textContent).toBe(
      'Last updated: — (updates every 24 hours)',
    )
  })

  test('nobody has traded yet', async () => {
    replies['/api/leaderboard'] = says({ ...emptyBoard, updated_at: null, next_update_at: null })
    openLeaderboard()
    expect(await screen.findByText('No leaderboard data available yet.')).toBeTruthy()
    expect(screen.getByText('Start trading to see your ranking!')).toBeTruthy()
  })

  test('it could not be loaded, and can be asked for again', async () => {
    replies['/api/leaderboard'] = isDown
    openLeaderboard()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load leaderboard data')
    replies['/api/leaderboard'] = says(board)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(12)
  })
})
