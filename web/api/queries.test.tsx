// Tests which failed queries are retried, and which state of a query is shown.
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ApiProblem } from './problem.ts'
import { makeQueryClient, useConfig } from './queries.ts'
import { useCurrentPrice, usePriceHistory } from '../market/prices.ts'
import {
  hear,
  isDown,
  replies,
  says,
  testAsLearner,
  timesAsked,
  WatchedLearner,
} from '../testing/learner.tsx'
import { embedded } from '../testing/provider.ts'
import { viewOf } from '../ui/query-view.tsx'

const problem = (status: number, code: string) =>
  new ApiProblem({ status, code, sentence: `It is ${code}.` })

describe('a question that fails', () => {
  test.each([
    { error: problem(0, 'network'), tries: 3 },
    { error: problem(503, 'unavailable'), tries: 3 },
    { error: problem(0, 'timeout'), tries: 1 },
    { error: problem(404, 'unknown_ticker'), tries: 1 },
    { error: problem(401, 'unauthorized'), tries: 1 },
    { error: new TypeError('a bug'), tries: 1 },
  ])('is asked $tries times in all: $error.message', async ({ error, tries }) => {
    const queryFn = vi.fn<() => Promise<string[]>>().mockRejectedValue(error)
    const asked = makeQueryClient().fetchQuery({ queryKey: ['q'], queryFn, retryDelay: 1 })
    await expect(asked).rejects.toBe(error)
    expect(queryFn).toHaveBeenCalledTimes(tries)
  })
})

describe('a question that was one too many', () => {
  beforeEach(() => void vi.useFakeTimers())

  const tooMany = (retryAfterSeconds?: number) =>
    new ApiProblem({ status: 429, code: 'too_many_requests', sentence: '', retryAfterSeconds })

  const ask = (...failures: ApiProblem[]) => {
    const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('the answer')
    for (const failure of failures) queryFn.mockRejectedValueOnce(failure)
    const settled = vi.fn<(outcome: unknown) => void>()
    makeQueryClient()
      .fetchQuery({ queryKey: ['q'], queryFn })
      .then(settled, settled)
    return { queryFn, settled }
  }

  test('is asked again as soon as the server wants to hear it', async () => {
    const { queryFn, settled } = ask(tooMany(2))
    await vi.advanceTimersByTimeAsync(1_900)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(settled).toHaveBeenCalledWith('the answer')
  })

  test('is asked again once only', async () => {
    const { queryFn, settled } = ask(tooMany(1), tooMany(1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ status: 429 }))
  })

  test.each([tooMany(4), tooMany()])('is not asked again when that takes longer', async (long) => {
    const { queryFn, settled } = ask(long)
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toHaveBeenCalledWith(long)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})

describe('viewOf', () => {
  const refetch = vi.fn<() => void>()
  const view = (data?: string[], error: Error | null = null) =>
    viewOf(
      { data, error, refetch },
      { isEmpty: ({ length }) => length === 0, error: ({ message }) => `Failed: ${message}` },
    )

  test('goes from loading to the answer', () => {
    expect(view()).toEqual({ state: 'loading' })
    expect(view(['AAPL', 'MSFT'])).toEqual({ state: 'data', data: ['AAPL', 'MSFT'] })
  })

  test('knows what is empty', () => {
    expect(view([])).toEqual({ state: 'empty' })
  })

  test('shows an error, from which trying again can lead on', () => {
    const shown = view(undefined, problem(500, 'broken'))
    expect(shown).toMatchObject({ state: 'error', sentence: 'Failed: It is broken.' })
    if (shown.state === 'error') shown.retry?.()
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('keeps old data when it cannot be refreshed', () => {
    expect(view(['AAPL'], problem(500, 'broken'))).toEqual({ state: 'data', data: ['AAPL'] })
  })
})

function Client({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

test('useConfig reads what the server says about itself', async () => {
  const fetched = vi.fn<(address: string) => Promise<Response>>()
  const config = { identity: embedded, proWaitlistUrl: '/waitlist' }
  fetched.mockResolvedValue(Response.json(config))
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(useConfig, { wrapper: Client })
  await waitFor(() => expect(result.current.data).toEqual(config))
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/config.json'])
})

describe.each([
  {
    ask: () => useCurrentPrice('AAPL'),
    address: '/api/current-price/AAPL',
    answer: {
      price: 189,
      bid: 188.99,
      ask: 189.01,
      cache_age: { is_fresh: true, age_hours: 0 },
      warning: null,
      error: null,
    },
    fresh: { price: 190 },
  },
  {
    ask: () => usePriceHistory('AAPL', '7d'),
    address: '/api/price-history/AAPL/7d',
    answer: {
      historical_data: [{ date: '2026-11-13', price: 189 }],
      metrics: { period_return: 9, period_return_percent: 5 },
      error: null,
    },
    fresh: { historical_data: [{ date: '2026-11-14', price: 190 }] },
  },
])('without a connection $address', ({ ask, address, answer, fresh }) => {
  const banner = () => screen.queryByText(/^(You're offline|Tengrand can't be reached)\./)
  const isUp = says({ status: 'alive' })

  testAsLearner(() => {
    replies[address] = says(answer)
    replies['/healthz'] = isUp
  })

  const open = async () => {
    const shown = renderHook<{ data?: unknown }, undefined>(ask, { wrapper: WatchedLearner })
    await waitFor(() => expect(shown.result.current.data).toEqual(answer))
    return shown.result
  }

  test('stays under the banner, and is fresh when it is back', async () => {
    const result = await open()
    replies[address] = isDown
    replies['/healthz'] = isDown
    hear('offline')
    await waitFor(() => expect(banner()).not.toBeNull())
    expect(result.current.data).toEqual(answer)
    replies[address] = says({ ...answer, ...fresh })
    replies['/healthz'] = isUp
    hear('online')
    await waitFor(() => expect(result.current.data).toEqual({ ...answer, ...fresh }))
    expect(banner()).toBeNull()
  })

  test('is asked for once more even if it was gone for a moment only', async () => {
    await open()
    hear('offline')
    hear('online')
    await waitFor(() => expect(timesAsked(`GET ${address}`)).toBe(2))
  })
})
