// Tests the learner queries: when they are sent, for which account, and that a change invalidates them.
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { useChangeName, useAccount } from '../account/display-name.tsx'
import {
  useCurrentValue,
  useLatestTransactions,
  useNetWorthHistory,
  usePortfolio,
  useStockTransactions,
} from './queries.ts'
import { useLeaderboard, useMyRanks } from '../leaderboard/queries.ts'
import { emptyBoard } from '../testing/leaderboard.tsx'
import {
  account,
  become,
  bobIn,
  hear,
  Learner,
  lookAgain,
  metricsOf,
  portfolioOf,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
  WatchedLearner,
} from '../testing/learner.tsx'
import { useTransactionPages } from './transaction-pages.tsx'

testAsLearner()

const portfolio = portfolioOf(1000)
const trades = { transactions: [], next: null }
const metrics = metricsOf(1, 0, 0)

const questions = [
  { ask: usePortfolio, address: '/api/portfolio', answer: portfolio },
  { ask: useCurrentValue, address: '/api/current-portfolio-value', answer: { value: 10_000 } },
  {
    ask: () => useNetWorthHistory('ytd'),
    address: '/api/net_worth_history/ytd',
    answer: { data: [], benchmark: [], metrics },
  },
  {
    ask: () => useLatestTransactions(),
    address: '/api/transactions?limit=10',
    answer: trades,
  },
  {
    ask: () => useStockTransactions('AAPL'),
    address: '/api/transactions?ticker=AAPL',
    answer: trades,
  },
  { ask: useAccount, address: '/api/account', answer: account },
  { ask: useLeaderboard, address: '/api/leaderboard', answer: emptyBoard },
  { ask: useMyRanks, address: '/api/leaderboard/me', answer: { ranks: [] } },
]

describe.each(questions)('$address', ({ ask, address, answer }) => {
  test('is asked for with the token, and again at the next look and by the next person', async () => {
    replies[address] = says(answer)
    const { result } = renderHook<{ data?: unknown }, undefined>(ask, { wrapper: Learner })
    await waitFor(() => expect(result.current.data).toEqual(answer))
    lookAgain()
    await waitFor(() => expect(timesAsked(`GET ${address}`)).toBe(2))
    replies[address] = () => new Promise(() => {})
    become(bobIn)
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token of uid-ann',
      'Bearer token of uid-ann',
      'Bearer token of uid-bob',
    ])
  })

  test('is asked for once more when the connection is back', async () => {
    replies[address] = says(answer)
    replies['/healthz'] = says({ status: 'alive' })
    const { result } = renderHook<{ data?: unknown }, undefined>(ask, { wrapper: WatchedLearner })
    await waitFor(() => expect(result.current.data).toEqual(answer))
    hear('online')
    await waitFor(() => expect(timesAsked(`GET ${address}`)).toBe(2))
    await act(async () => {})
    expect(timesAsked(`GET ${address}`)).toBe(2)
  })

  test('is not asked for while nobody is signed in', async () => {
    become({ kind: 'signed-out' })
    const { result } = renderHook<{ data?: unknown }, undefined>(ask, { wrapper: Learner })
    await act(async () => {})
    expect(result.current.data).toBeUndefined()
    expect(requests).toEqual([])
  })
})

test('transactions of no stock are not asked for', async () => {
  renderHook(() => useStockTransactions(null), { wrapper: Learner })
  await act(async () => {})
  expect(requests).toEqual([])
})

describe('the pages of transactions', () => {
  const page = (next: string | null) => ({ transactions: [], next })

  test('follow one another until there are no more', async () => {
    const first = '/api/transactions?limit=100&ticker=AAPL&type=BUY'
    replies[first] = says(page('p2'))
    replies['/api/transactions?limit=100&before=p2&ticker=AAPL&type=BUY'] = says(page(null))
    const { result } = renderHook(() => useTransactionPages({ ticker: 'AAPL', type: 'BUY' }), {
      wrapper: Learner,
    })
    await waitFor(() => expect(result.current.hasNextPage).toBe(true))
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(2))
    expect(result.current.hasNextPage).toBe(false)
    lookAgain()
    await waitFor(() => expect(timesAsked(`GET ${first}`)).toBe(2))
  })

  test('are not all asked for again at a look once they are many', async () => {
    replies['/api/transactions'] = says(page('more'))
    const { result } = renderHook(() => useTransactionPages({ ticker: null, type: null }), {
      wrapper: Learner,
    })
    for (const pages of [1, 2, 3, 4]) {
      // oxlint-disable-next-line no-await-in-loop -- One page follows another.
      await waitFor(() => expect(result.current.data?.pages).toHaveLength(pages))
      // oxlint-disable-next-line no-await-in-loop -- One page follows another.
      if (pages < 4) await act(() => result.current.fetchNextPage())
    }
    lookAgain()
    await act(async () => {})
    expect(requests).toHaveLength(4)
  })
})

describe('another name', () => {
  const change = () => ({ account: useAccount(), board: useLeaderboard(), change: useChangeName() })

  beforeEach(() => {
    replies['/api/leaderboard'] = says(emptyBoard)
    replies['/api/account'] = ({ method }) =>
      Response.json(method === 'GET' ? account : { ...account, display_name: 'Swift Heron 7' })
  })

  test('is there at once, and asked for where the others stand', async () => {
    const { result } = renderHook(change, { wrapper: Learner })
    await waitFor(() => expect(result.current.board.data).toBeDefined())
    await act(() => result.current.change.mutateAsync('Swift Heron 7'))
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      display_name: 'Swift Heron 7',
    })
    await waitFor(() => expect(result.current.account.data?.display_name).toBe('Swift Heron 7'))
    await waitFor(() => expect(timesAsked('GET /api/leaderboard')).toBe(2))
    expect(timesAsked('GET /api/account')).toBe(1)
  })

  test('that is taken changes nothing', async () => {
    const { result } = renderHook(change, { wrapper: Learner })
    await waitFor(() => expect(result.current.account.data).toBeDefined())
    replies['/api/account'] = refuses({ code: 'name_taken' })
    const problem = await act(() =>
      result.current.change.mutateAsync('Calm Otter 13').catch((error: unknown) => error),
    )
    expect(problem).toMatchObject({ code: 'name_taken' })
    expect(result.current.account.data?.display_name).toBe('Calm Otter 12')
  })
})

test('the leaderboard is asked for every 24 hours', async () => {
  vi.useFakeTimers()
  replies['/api/leaderboard'] = says(emptyBoard)
  renderHook(useLeaderboard, { wrapper: Learner })
  await act(() => vi.advanceTimersByTimeAsync(86_399_000))
  expect(requests).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(requests).toHaveLength(2)
  vi.useRealTimers()
})
