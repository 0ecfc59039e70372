// The state of the connection, which the offline banner sets, and the reload of a broken page when it is back.
import { useEffect, useRef } from 'react'

import { createStore, useStore } from './create-store.ts'

/** A window event: a load has failed, perhaps because the connection is lost. */
export const connectionDoubt = 'connection-doubt'

const lost = createStore(false)

export const setConnectionLost = lost.set

export const useConnectionLost = (): boolean => useStore(lost)

/**
 * Reloads a broken page when a lost connection is back: not every browser imports a module again after a failure. Only a
 * connection that was lost is a reason, so this cannot loop.
 */
export function ReloadWhenBack() {
  const isLost = useConnectionLost()
  const wasLost = useRef(false)
  useEffect(() => void window.dispatchEvent(new Event(connectionDoubt)), [])
  useEffect(() => {
    if (!isLost && wasLost.current) window.location.reload()
    wasLost.current = isLost
  }, [isLost])
  return null
}
