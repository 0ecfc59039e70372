// Which failures are tried again, and which face a question shows.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { ApiProblem } from './api-problem.ts'
import { makeQueryClient, useConfig, viewOf } from './queries.ts'
import { QueryView } from './ui/query-view.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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

function Holdings({ ask }: { ask: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['holdings'], queryFn: ask })
  return (
    <QueryView
      view={viewOf(query, {
        isEmpty: (holdings) => holdings.length === 0,
        error: (error) => `Failed to load portfolio: ${error.message}`,
      })}
      loading="Loading portfolio..."
      empty={['No holdings yet.', 'Start trading to build your portfolio!']}
    >
      {(holdings) => (
        <>
          <p>{holdings.join(', ')}</p>
          <button type="button" onClick={() => void query.refetch()}>
            Refresh
          </button>
        </>
      )}
    </QueryView>
  )
}

function Client({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function Page({ ask }: { ask: () => Promise<string[]> }) {
  return (
    <Client>
      <Holdings ask={ask} />
    </Client>
  )
}

describe('viewOf', () => {
  test('goes from loading to the answer', async () => {
    render(<Page ask={() => Promise.resolve(['AAPL', 'MSFT'])} />)
    expect(screen.getByRole('status').textContent).toBe('Loading portfolio...')
    expect(await screen.findByText('AAPL, MSFT')).toBeTruthy()
  })

  test('knows what is empty', async () => {
    render(<Page ask={() => Promise.resolve([])} />)
    expect(await screen.findByText('No holdings yet.')).toBeTruthy()
  })

  test('shows an error, from which trying again can lead on', async () => {
    const ask = vi
      .fn<() => Promise<string[]>>()
      .mockRejectedValueOnce(problem(500, 'broken'))
      .mockResolvedValue(['AAPL'])
    render(<Page ask={ask} />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to load portfolio: It is broken.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('AAPL')).toBeTruthy()
  })

  test('keeps old data when it cannot be refreshed', async () => {
    const ask = vi
      .fn<() => Promise<string[]>>()
      .mockResolvedValueOnce(['AAPL'])
      .mockRejectedValue(problem(500, 'broken'))
    render(<Page ask={ask} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
    expect(screen.getByText('AAPL')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('useConfig reads what the server says about itself', async () => {
  const fetched = vi.fn<(address: string) => Promise<Response>>()
  const config = { identity: { kind: 'embedded', google: false }, proWaitlistUrl: '/waitlist' }
  fetched.mockResolvedValue(Response.json(config))
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(useConfig, { wrapper: Client })
  await waitFor(() => expect(result.current.data).toEqual(config))
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/config.json'])
})
