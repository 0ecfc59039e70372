// Each question that the pages ask, once, and how answers are kept, retried and turned into the four faces of a view.
import {
  QueryClient,
  useQuery,
  type QueryFunctionContext,
  type UseQueryResult,
} from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { ApiProblem } from './problem.ts'
import { call, type RequestOptions } from './client.ts'
import type { View } from '../ui/query-view.tsx'

// Two pauses and two more answers that do not come are less than 3 seconds: so soon the reader hears of a failure.
const retriesMax = 2
const pauseMs = 400
const retryMsMax = 1000
/** Whoever is asked to wait longer than this reads why. */
const patienceSeconds = 3

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: retryUsually,
        retryDelay: (_failures, error) =>
          isSoonWelcome(error) ? error.retryAfterSeconds * 1000 : pauseMs,
        // Without a connection the reader is told so at once, instead of waiting before gray rows; when it is back,
        // shell/connection.ts has everything asked for again.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

const retryUsually = (failures: number, error: Error): boolean =>
  isSoonWelcome(error) ? failures === 0 : failures < retriesMax && mayPass(error)

/** Each takes six seconds: together twice as long as the server works on anything. */
const collectsMax = 20

/** For work that goes on at the server while the client is told to ask again: the answer is collected when it is done. */
export const retryWhileWorking = (failures: number, error: Error): boolean =>
  isSoonWelcome(error) ? failures < collectsMax : retryUsually(failures, error)

/**
 * A question that has just failed is not waited for as long as one that is put for the first time. One that was too many
 * has not been worked on yet, and one that is still worked on has not failed: both get their whole time.
 */
export function requestOptionsOf({
  signal,
  client,
  queryKey,
}: QueryFunctionContext): RequestOptions {
  const failure = client.getQueryState(queryKey)?.fetchFailureReason
  return { signal, msMax: failure && !isSoonWelcome(failure) ? retryMsMax : undefined }
}

export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: (context) => call(api.config, {}, requestOptionsOf(context)),
    staleTime: Infinity,
  })

/** By whatever was typed: whether there is such a stock is for the server to say. */
export const useCurrentPrice = (symbol: string) =>
  useQuery({
    queryKey: ['current-price', symbol],
    queryFn: async (context) =>
      orRefusal(
        await call(api.currentPrice, { params: { ticker: symbol } }, requestOptionsOf(context)),
      ),
    refetchInterval: minuteMs,
  })

export type StockRange = '7d' | '1m' | '6m' | '1y'
export type PriceHistory = Answer<typeof api.priceHistory>

export const usePriceHistory = (ticker: Ticker | null, range: StockRange) =>
  useQuery({
    queryKey: ['price-history', ticker, range],
    queryFn: async (context) => {
      const params = { ticker: ticker ?? '', range }
      return orRefusal(await call(api.priceHistory, { params }, requestOptionsOf(context)))
    },
    enabled: ticker !== null,
    refetchInterval: 5 * minuteMs,
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

const minuteMs = 60_000

/** An answer about a price can be that there is none, and says so in words. */
function orRefusal<A extends { readonly error: string | null }>(answer: A): A {
  if (answer.error === null) return answer
  throw new ApiProblem({ status: 200, code: 'refused', sentence: answer.error })
}

/** One question too many, or one that is still worked on, which the server wants to hear again in a moment. */
const isSoonWelcome = (error: Error): error is ApiProblem & { retryAfterSeconds: number } =>
  error instanceof ApiProblem &&
  (error.status === 429 || error.code === 'still_working') &&
  (error.retryAfterSeconds ?? Infinity) <= patienceSeconds

const mayPass = (error: Error): boolean =>
  error instanceof ApiProblem && (error.code === 'network' || error.status === 503)
