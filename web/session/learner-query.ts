// Queries about what belongs to the person who is signed in: their answers are cached under the account, so that nobody
// sees another's.
import type { QueryClient } from '@tanstack/react-query'

import { useSession } from './session.tsx'

export type KeyPart = string | number | null | undefined

/** What these queries have in common. A trade in another tab is seen when this one is looked at again. */
export function useLearnerQuery(...key: readonly KeyPart[]) {
  const { state } = useSession()
  const uid = state.kind === 'signed-in' ? state.uid : null
  return {
    queryKey: ['learner', uid, ...key] as const,
    enabled: uid !== null,
    refetchOnWindowFocus: 'always',
  } as const
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
