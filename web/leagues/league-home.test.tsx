// Tests the page of a league for its members: state, board, rules, holdings, and leaving.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { alertText } from '../testing/announced.ts'
import { board, league, over, rowOf, upcoming } from '../testing/leagues.ts'
import {
  holding,
  neverAnswers,
  portfolioOf,
  refuses,
  renderAt,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { LeagueHome } from './league-home.tsx'

const NoLesson = () => null
const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent

testAsLearner(() => {
  answerWith()
})

const answerWith = (changes: object = {}, ranks: object = board): void => {
  replies['/api/leagues/l-1'] = says({ ...league, ...changes })
  replies['/api/leagues/l-1/board'] = says(ranks)
  replies['/api/leagues/l-1/journal'] = says({ shown: false, members: [] })
}

const open = () =>
  renderAt(
    '/leagues/l-1',
    <>
      <LeagueHome lessonHome={NoLesson} />
      <Address />
    </>,
  )
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.getByRole('button', { name })
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Board' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}

describe('the head of the page', () => {
  test('says how long the league runs, until when, and leads to the own portfolio there', async () => {
    open()
    const found = await heading('Class 9b')
    expect(found.nextElementSibling?.textContent).toMatch(
      /^\d+ days left · ends Dec \d+, 2036, \d+:\d\d [AP]M \S+$/,
    )
    const way = screen.getByRole('link', { name: 'My portfolio in this league' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1/dashboard')
  })

  test('says when the league starts', async () => {
    answerWith(upcoming)
    open()
    expect((await heading('Class 9b')).nextElementSibling?.textContent).toMatch(
      /^Starts in \d+ days · Dec \d+, 2036, /,
    )
  })

  test('says that the owner ends the league early, to everybody', async () => {
    answerWith({ ends_at: '2036-11-20T15:00:00.000Z' })
    open()
    expect(
      await screen.findByText(/^This league ends early\. It was planned until Dec \d+, 2036, /),
    ).toBeTruthy()
  })

  test('says that a late member gets no rank', async () => {
    answerWith({ ranked: false })
    open()
    expect(await screen.findByText('You joined late, so you get no rank here.')).toBeTruthy()
  })

  test.each([
    ['unknown_league', refuses({ code: 'unknown_league' })],
    ['invalid_request', refuses({ code: 'invalid_request', reason: 'league is too long.' })],
  ])('is another for somebody who is not in the league (%s)', async (_code, reply) => {
    replies['/api/leagues/l-1'] = reply
    open()
    await heading('You are not in this league')
    const way = screen.getByRole('link', { name: 'See your leagues' })
    expect(way.getAttribute('href')).toBe('/leagues')
  })

  test('is another as soon as the board says that the learner was removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    open()
    await rows()
    replies['/api/leagues/l-1/board'] = refuses({ code: 'unknown_league' })
    await vi.advanceTimersByTimeAsync(10_000)
    await heading('You are not in this league')
    const before = timesAsked('GET /api/leagues/l-1/board')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(timesAsked('GET /api/leagues/l-1/board')).toBe(before)
  })

  test('says that it cannot be loaded', async () => {
    replies['/api/leagues/l-1'] = refuses({ code: 'internal_error' })
    open()
    expect(await alertText()).toContain('Failed to load the league: Something went wrong')
  })
})

describe('the rules', () => {
  const rules = async () => {
    const card = await screen.findByRole('region', { name: 'Rules' })
    const terms = within(card).getAllByRole('term')
    return Object.fromEntries(
      terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
  }

  test('are all listed', async () => {
    open()
    expect(await rules()).toEqual({
      Owner: 'Ms Curie',
      Members: '3',
      Started: expect.stringContaining('Nov 1, 2026'),
      Ends: expect.stringContaining('2036'),
      'Starting cash': '$10,000.00',
      Orders: 'Market, limit, stop',
      'Others see holdings': 'Never',
    })
  })

  test('name no owner who has deleted the account', async () => {
    answerWith({ owner: null, orders: 'now', holdings: 'after' })
    open()
    expect(await rules()).toMatchObject({
      Owner: 'This league has no owner any more.',
      Orders: 'Market only',
      'Others see holdings': 'After the end',
    })
  })
})

describe('the board', () => {
  test('has all members by rank, the learner exactly, and the market between them', async () => {
    open()
    expect(await rows()).toEqual([
      ['1', 'Brave Fox', '+4.4%'],
      ['2', 'Calm Otter 12 (you)$10,325.00 · Largest stock 34%', '+3.25%'],
      ['—', 'The market', '+2.50%'],
      ['3', 'Quick Hare', '\u22121.5%'],
      ['—', 'Shy Owl', '+0.0%'],
    ])
    expect(screen.getByRole('img', { name: 'Gold medal' })).toBeTruthy()
    expect(screen.getByText(/who have not traded yet/)).toBeTruthy()
    expect(screen.getByText(/returns of other members are rounded/)).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Podium' })).toBeNull()
  })

  test('has the market above those without a rank, and not at all while its return is not known', async () => {
    answerWith({}, { ...board, market: { roi_percentage: -9 } })
    const { unmount } = open()
    expect((await rows()).map(([, name]) => name)).toEqual([
      'Brave Fox',
      expect.stringContaining('Calm Otter 12'),
      'Quick Hare',
      'The market',
      'Shy Owl',
    ])
    unmount()
    answerWith({}, { ...board, market: { roi_percentage: null } })
    open()
    expect(await rows()).toHaveLength(4)
  })

  test('follows while the league runs, until it is final', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    open()
    await rows()
    const before = timesAsked('GET /api/leagues/l-1/board')
    answerWith({}, { ...board, board: [rowOf(1, 'Quick Hare', 9)], final: true })
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(async () => expect((await rows()).at(0)?.[1]).toBe('Quick Hare'))
    expect(timesAsked('GET /api/leagues/l-1/board')).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(timesAsked('GET /api/leagues/l-1/board')).toBe(before + 1)
    expect(screen.getByText('Final')).toBeTruthy()
  })

  test('says why it cannot be shown', async () => {
    replies['/api/leagues/l-1/board'] = refuses({ code: 'no_price' })
    open()
    await heading('Class 9b')
    expect(await alertText()).toContain('Failed to load the board')
  })

  test('has a podium after the end, and is provisional until the closing prices are known', async () => {
    answerWith(over)
    open()
    const podium = await screen.findByRole('list', { name: 'Podium' })
    expect(
      within(podium)
        .getAllByRole('listitem')
        .map((place) => place.textContent),
    ).toEqual(['1Brave Fox+4.4%', '2Calm Otter 12+3.3%', '3Quick Hare\u22121.5%'])
    expect(screen.getByText(/^These ranks are provisional/)).toBeTruthy()
  })

  test('is not provisional once it is final', async () => {
    answerWith(over, { ...board, final: true })
    open()
    await screen.findByRole('list', { name: 'Podium' })
    expect(screen.queryByText(/^These ranks are provisional/)).toBeNull()
  })
})

describe('the holdings of a member', () => {
  const held = {
    user_id: 'u-Brave Fox',
    display_name: 'Brave Fox',
    cash_balance: 500,
    total_value: 10_440,
    holdings: [
      { ticker: 'AAPL', quantity: 52, current_price: 191, market_value: 9940, percent: 95.2 },
    ],
    as_of: board.as_of,
  }

  test('open from the row where the rules show them', async () => {
    answerWith({ holdings: 'always' })
    replies['/api/leagues/l-1/members/u-Brave%20Fox/holdings'] = says(held)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Brave Fox' }))
    const dialog = await screen.findByRole('dialog', { name: 'Holdings of Brave Fox' })
    const lines = await within(dialog).findAllByRole('definition')
    expect(lines.map((line) => line.textContent)).toEqual([
      '52 shares, 95%: $9,940.00',
      '$500.00',
      '$10,440.00',
    ])
    await userEvent.click(button('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each<[string, object, boolean]>([
    ['never', { holdings: 'never' }, false],
    ['before the end', { holdings: 'after' }, false],
    ['after the end', { holdings: 'after', ...over }, true],
  ])('%s: can be opened or not', async (_when, changes, canOpen) => {
    answerWith(changes)
    open()
    await rows()
    expect(screen.queryByRole('button', { name: 'Brave Fox' }) !== null).toBe(canOpen)
  })
})

describe('leaving', () => {
  const you = '/api/leagues/l-1/members/u-Calm%20Otter%2012'
  beforeEach(() => {
    replies[you] = () => new Response(null, { status: 204 })
    replies['/api/portfolio'] = says(portfolioOf(10_000))
  })

  async function ask(): Promise<HTMLElement> {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave the league…' }))
    return screen.findByRole('dialog', { name: 'Leave Class 9b?' })
  }

  test('without a trade deletes the portfolio, which the dialog says', async () => {
    const dialog = await ask()
    expect(await within(dialog).findByText(/has no trade, so it is deleted/)).toBeTruthy()
    const asked = requests.find((one) => one.address.startsWith('/api/portfolio'))
    expect(asked?.address).toBe('/api/portfolio?portfolio=p-league')
    await userEvent.click(button('Leave'))
    await waitFor(() => expect(address()).toBe('/leagues'))
    expect(timesAsked(`DELETE ${you}`)).toBe(1)
  })

  test('after a trade closes the portfolio for good, which the dialog says', async () => {
    replies['/api/portfolio'] = says(portfolioOf(100, [holding]))
    const dialog = await ask()
    expect(await within(dialog).findByText(/closes for good/)).toBeTruthy()
  })

  test('says both while that is not known', async () => {
    replies['/api/portfolio'] = neverAnswers
    const dialog = await ask()
    expect(dialog.textContent).toContain('is deleted if it has no trade')
  })

  test('can be called off', async () => {
    await ask()
    await userEvent.click(button('Cancel'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timesAsked(`DELETE ${you}`)).toBe(0)
  })

  test('says why it was refused', async () => {
    replies[you] = refuses({ code: 'contest_over' })
    await ask()
    await userEvent.click(button('Leave'))
    expect(await alertText()).toBe('This league or lesson is over.')
    expect(address()).toBe('/leagues/l-1')
  })

  test('is not offered after the end', async () => {
    answerWith(over)
    open()
    await rows()
    expect(screen.queryByRole('button', { name: 'Leave the league…' })).toBeNull()
  })
})
