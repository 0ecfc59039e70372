// Who signs people in on this server, as soon as that is known.
import { useSyncExternalStore } from 'react'

import type { Provider } from './open.ts'
import { useSession } from './session.tsx'

export function useProvider(): Provider | null {
  const { subscribe, getProvider } = useSession().identity
  return useSyncExternalStore(subscribe, getProvider, getProvider)
}
