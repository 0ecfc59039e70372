// Queries about what belongs to the person who is signed in: their answers are cached under the account, so that nobody
// sees another's.
import { useQuery, type QueryClient, type UseQueryOptions } from '@tanstack/react-query'

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

/** What these queries have in common. A trade in another tab is seen when this one is looked at again. */
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
  ask: (options: RequestOptions) => Promise<T>,
  { enabled = true, ...extras }: QueryExtras<T> = {},
) {
  const options = useLearnerOptions(...key)
  return useQuery<T>({
    ...options,
    ...extras,
    enabled: options.enabled && enabled,
    queryFn: (context) => ask(requestOptionsOf(context)),
  })
}

/** Cancels queries in flight: their answers may predate the change. */
export async function invalidateLearnerQueries(
  client: QueryClient,
  uid: string | null,
): Promise<void> {
  await client.cancelQueries({ queryKey: ['learner', uid] })
  // Pages that are not shown begin with the first one again.
  client.removeQueries({
    queryKey: ['learner', uid],
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey[3] === 'transactions',
  })
  await client.invalidateQueries({ queryKey: ['learner', uid] })
}
