// Where the browser stores orders by their ids: which were open when they were last seen, and of which it was not yet read what
// became of them. Each with whose they are.
import { useMemo } from 'react'

import { loadItem, saveItem } from '../browser/storage.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'

type Which = 'open' | 'untold'

export interface StoredOrders {
  /** Also somebody else's. */
  readonly hasOpen: () => boolean
  readonly ids: (which: Which) => readonly string[]
  readonly save: (which: Which, ids: readonly string[]) => void
}

/** Those of the portfolio that the screen is about. */
export function useStoredOrders(): StoredOrders {
  // An issuer may call somebody by a name with spaces.
  const owner = encodeURIComponent(String(useLearnerOptions().queryKey[1]))
  const open = useStorageName('tengrand-open-orders')
  const untold = useStorageName('tengrand-order-news')
  return useMemo(() => {
    const names = { open, untold }
    return {
      hasOpen: () => loadItem('localStorage', open) !== null,
      ids: (which) => {
        const [whose, ...ids] = (loadItem('localStorage', names[which]) ?? '').split(' ')
        return whose === owner ? ids : []
      },
      save: (which, ids) =>
        saveItem('localStorage', names[which], ids.length > 0 ? [owner, ...ids].join(' ') : null),
    }
  }, [owner, open, untold])
}
