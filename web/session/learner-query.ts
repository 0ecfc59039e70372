// Queries about the signed-in learner: their cache keys have the account, so that no other account sees the answers.
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import { useCallback } from 'react'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { useSession } from './session.tsx'

export type KeyPart = string | number | null | undefined
export type QueryExtras<T> = Pick<
  UseQueryOptions<T>,
  'refetchInterval' | 'refetchIntervalInBackground' | 'retry'
> & {
  readonly enabled?: boolean
}

/** The common options. Refetches on focus show a trade of another tab. */
export function useLearnerOptions(...key: readonly KeyPart[]) {
  const { state } = useSession()
  const uid = state.kind === 'signed-in' ? state.uid : null
  return {
    queryKey: ['learner', uid, ...key] as const,
    enabled: uid !== null,
    refetchOnWindowFocus: 'always',
  } as const
}

/** A query that is one call. */
export function useLearnerQuery<C extends Call>(
  described: C,
  asked: Asked<C>,
  key: readonly KeyPart[],
  { enabled = true, ...extras }: QueryExtras<Answer<C>> = {},
) {
  const options = useLearnerOptions(...key)
  return useQuery<Answer<C>>({
    ...options,
    ...extras,
    enabled: options.enabled && enabled,
    queryFn: (context) => call(described, asked, requestOptionsOf(context)),
  })
}

/** Fetches everything about the learner again. Cancels queries in flight: their answers may predate the change. */
export function useInvalidateLearner(): () => Promise<void> {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  return useCallback(async () => {
    const queryKey = ['learner', uid]
    await client.cancelQueries({ queryKey })
    // Pages of transactions that are not shown start with the first page again.
    client.removeQueries({
      queryKey,
      type: 'inactive',
      predicate: (query) => query.queryKey[3] === 'transactions',
    })
    await client.invalidateQueries({ queryKey })
  }, [client, uid])
}
