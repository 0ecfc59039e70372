// Queries about the signed-in learner: their cache keys have the account, so that no other account sees the answers.
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { RequestOptions } from '../api/transport.ts'
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

export function useLearnerQuery<T>(
  key: readonly KeyPart[],
  send: (options: RequestOptions) => Promise<T>,
  { enabled = true, ...extras }: QueryExtras<T> = {},
) {
  const options = useLearnerOptions(...key)
  return useQuery<T>({
    ...options,
    ...extras,
    enabled: options.enabled && enabled,
    queryFn: (context) => send(requestOptionsOf(context)),
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
