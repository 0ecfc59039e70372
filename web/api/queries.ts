// The query client with its defaults for caching and retries, and the query of the configuration.
import { QueryClient, useQuery, type QueryFunctionContext } from '@tanstack/react-query'
import * as configCalls from '@tengrand/contract/config.ts'

import { ApiProblem } from './problem.ts'
import { call } from './client.ts'
import type { RequestOptions } from './transport.ts'

// An error shows after two pauses and two retries, which take less than 3 seconds together.
const retriesMax = 2
const pauseMs = 400
const retryMsMax = 1000
/** After a longer Retry-After the error is shown instead. */
const retryAfterSecondsMax = 3

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: retryFailure,
        retryDelay: (_failures, error) =>
          isRetrySoon(error) ? error.retryAfterSeconds * 1000 : pauseMs,
        // Without a connection queries fail at once instead of pausing; app/offline-banner.tsx invalidates them afterwards.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

const retryFailure = (failures: number, error: Error): boolean =>
  isRetrySoon(error) ? failures === 0 : failures < retriesMax && mayPass(error)

/** A poll takes six seconds (half of them Retry-After); all of them take twice as long as a full server queue. */
const pollsMax = 20

/** Polls while the server answers `still_working`, because it is still computing the result. */
export const retryWhileWorking = (failures: number, error: Error): boolean =>
  isRetrySoon(error) ? failures < pollsMax : retryFailure(failures, error)

/** A retry has a shorter time limit than the first request, except after a 429 or `still_working`, which are no failures. */
export function requestOptionsOf(context: QueryFunctionContext): RequestOptions {
  const { signal, client, queryKey } = context
  const failure = client.getQueryState(queryKey)?.fetchFailureReason
  return { signal, msMax: failure && !isRetrySoon(failure) ? retryMsMax : undefined }
}

export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: (context) => call(configCalls.config, {}, requestOptionsOf(context)),
    staleTime: Infinity,
  })

/** Whether the error is a 429 or `still_working` with a short Retry-After. */
const isRetrySoon = (error: Error): error is ApiProblem & { retryAfterSeconds: number } =>
  error instanceof ApiProblem &&
  (error.status === 429 || error.code === 'still_working') &&
  (error.retryAfterSeconds ?? Infinity) <= retryAfterSecondsMax

const mayPass = (error: Error): boolean =>
  error instanceof ApiProblem && (error.code === 'network' || error.status === 503)
