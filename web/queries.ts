// Each question that the pages ask, once, and how answers are kept, retried and turned into the four faces of a view.
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'

import { ApiProblem } from './api-problem.ts'
import { call } from './api.ts'
import type { View } from './ui/query-view.tsx'

const retriesMax = 2

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < retriesMax && mayPass(error),
        // Without a connection the reader is told so at once, instead of waiting before grey rows.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(api.config, {}, { signal }),
    staleTime: Infinity,
  })

/** Old data is better than an error, so a failed refresh does not show. */
export function viewOf<T>(
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>,
  say: { isEmpty?: (data: T) => boolean; error: (error: Error) => string },
): View<T> {
  const { data, error, refetch } = query
  if (data !== undefined) return say.isEmpty?.(data) ? { state: 'empty' } : { state: 'data', data }
  if (error) return { state: 'error', sentence: say.error(error), retry: () => void refetch() }
  return { state: 'loading' }
}

const mayPass = (error: Error): boolean =>
  error instanceof ApiProblem && (error.code === 'network' || error.status === 503)
