// Tests the line on the dashboard about forecasts that came due since the journal was last looked at.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi, type MockInstance } from 'vitest'

import DashboardPage from '../dashboard/dashboard-page.tsx'
import { mainScope, ScopeProvider } from '../portfolio/scope.tsx'
import { entry, pageOf } from '../testing/journal.ts'
import {
  become,
  bobIn,
  buyOfTen,
  holding,
  portfolioOf,
  refuses,
  renderAt,
  replies,
  requests,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import { board } from '../testing/leagues.ts'
import { compared } from '../testing/result.ts'
import JournalPage from './journal-page.tsx'

let warned: MockInstance<typeof console.warn>

testAsLearner(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  answerDashboard()
  answerDashboard('p-league')
  replies['/api/leaderboard'] = refuses({ code: 'internal_error' })
  replies['/api/leagues'] = says({ leagues: [], former: [] })
  replies['/api/leagues/l-1/board'] = says(board)
  replies['/api/journal'] = says(pageOf(entry))
  replies['/api/journal/due'] = says({ forecasts: 3, right: 2, even: 0 })
})

function answerDashboard(portfolio?: string): void {
  const own = portfolio === undefined ? '' : `portfolio=${portfolio}`
  replies[`/api/portfolio${own && `?${own}`}`] = says(portfolioOf(8500, [holding]))
  replies[`/api/transactions?limit=10${own && `&${own}`}`] = says({
    transactions: [buyOfTen],
    next: null,
  })
  replies[`/api/current-portfolio-value${own && `?${own}`}`] = says({ value: 10_390 })
  replies[`/api/net_worth_history/1m${own && `?${own}`}`] = says(compared)
}

const scopes = {
  main: mainScope,
  league: {
    ...mainScope,
    portfolio: 'p-league',
    base: '/leagues/l-1',
    contest: {
      id: 'l-1',
      state: 'open',
      closed: null,
      orders: 'all',
      startingCash: 1_000_000,
    } as unknown as NonNullable<typeof mainScope.contest>,
  },
}

const show = (page: 'dashboard' | 'journal', scope: keyof typeof scopes = 'main') => {
  renderAt(
    `/${page}`,
    <ScopeProvider scope={scopes[scope]}>
      {page === 'dashboard' ? <DashboardPage /> : <JournalPage />}
    </ScopeProvider>,
  )
}
const line = (words: string) => screen.findByRole('link', { name: words }, { timeout: 5_000 })
const asked = () =>
  requests
    .map(({ address }) => address)
    .filter((address) => address.startsWith('/api/journal/due'))
    .map((address) => new URLSearchParams(address.split('?')[1]).get('after'))
const visit = async (scope?: keyof typeof scopes) => {
  cleanup()
  show('journal', scope)
  await screen.findByText(/^Bought/)
  cleanup()
}

test('says how many came due, how many were right, and leads to the journal', async () => {
  show('dashboard')
  const link = await line('3 forecasts have come due: 2 right')
  expect(link.getAttribute('href')).toBe('/journal')
  expect(asked()[0]).toBe('1970-01-01T00:00:00Z')
})

test.each([
  [{ forecasts: 3, right: 2, even: 1 }, '3 forecasts have come due: 2 right, 1 even'],
  [{ forecasts: 1, right: 0, even: 0 }, '1 forecast has come due: 0 right'],
])('tells %o as %j', async (due, words) => {
  replies['/api/journal/due'] = says(due)
  show('dashboard')
  expect(await line(words)).toBeTruthy()
})

test('asks last: not while anything else on the page has no answer', async () => {
  let answer: (response: Response) => void = () => {}
  replies['/api/net_worth_history/1m'] = () => new Promise((resolve) => void (answer = resolve))
  show('dashboard')
  await waitFor(() => expect(requests.map(({ address }) => address)).toContain('/api/leaderboard'))
  expect(asked()).toEqual([])
  answer(Response.json(compared))
  await line('3 forecasts have come due: 2 right')
})

test('keeps its height while there is nothing to say, at the end of its column', async () => {
  replies['/api/journal/due'] = says({ forecasts: 0, right: 0, even: 0 })
  show('dashboard')
  await waitFor(() => expect(asked()).not.toEqual([]), { timeout: 5_000 })
  expect(screen.queryByText(/come due/)).toBeNull()
})

test('counts from the last visit of the journal, by account and portfolio', async () => {
  await visit()
  show('dashboard')
  await line('3 forecasts have come due: 2 right')
  const visitedAt = Date.parse(String(asked().at(-1)))
  expect(Math.abs(Date.now() - visitedAt)).toBeLessThan(60_000)
  cleanup()
  show('dashboard', 'league')
  const link = await line('3 forecasts have come due: 2 right')
  expect(link.getAttribute('href')).toBe('/leagues/l-1/journal')
  expect(asked().at(-1)).toBe('1970-01-01T00:00:00Z')
  cleanup()
  become(bobIn)
  show('dashboard')
  await line('3 forecasts have come due: 2 right')
  expect(asked().at(-1)).toBe('1970-01-01T00:00:00Z')
})

test('announces later what was due at the visit and had no closing prices yet', async () => {
  const dueAt = Date.now() - 3_600_000
  const late = { ...entry, outcome: null, due_at: new Date(dueAt).toISOString() }
  replies['/api/journal'] = says(pageOf(late))
  await visit()
  show('dashboard')
  await line('3 forecasts have come due: 2 right')
  expect(asked().at(-1)).toBe(new Date(dueAt - 1).toISOString())
})

test('says nothing where it could not be asked, which is logged', async () => {
  replies['/api/journal/due'] = refuses({ code: 'internal_error' })
  show('dashboard')
  await waitFor(
    () =>
      expect(warned).toHaveBeenCalledWith(
        'The forecasts that came due could not be loaded.',
        expect.anything(),
      ),
    { timeout: 5_000 },
  )
  expect(screen.queryByText(/come due/)).toBeNull()
})
