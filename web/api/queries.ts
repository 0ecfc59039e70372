// The query client: how answers are cached and retried; and the query of the configuration.
import { QueryClient, useQuery, type QueryFunctionContext } from '@tanstack/react-query'
import * as configCalls from '@tengrand/contract/config.ts'

import { ApiProblem } from './problem.ts'
import { call } from './client.ts'
import type { RequestOptions } from './transport.ts'

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
        // app/connection.ts has everything asked for again.
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
    queryFn: (context) => call(configCalls.config, {}, requestOptionsOf(context)),
    staleTime: Infinity,
  })

/** One question too many, or one that is still worked on, which the server wants to hear again in a moment. */
const isSoonWelcome = (error: Error): error is ApiProblem & { retryAfterSeconds: number } =>
  error instanceof ApiProblem &&
  (error.status === 429 || error.code === 'still_working') &&
  (error.retryAfterSeconds ?? Infinity) <= patienceSeconds

const mayPass = (error: Error): boolean =>
  error instanceof ApiProblem && (error.code === 'network' || error.status === 503)
